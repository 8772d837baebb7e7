/** What is asked of the feed of events, of webhooks, of confirmations of e-mail addresses, and of workflows. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import { graphqlRequest } from './graphql-request.ts';

/** The largest JSON body of an operation. */
const LARGEST = 2_000_000 - 400;
/** The largest message to a workflow, in bytes. */
const LARGEST_MESSAGE = 400_000;
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));
const many = <Entry>(count: number, entry: (index: number) => Entry): Entry[] => Array.from({ length: count }, (_, index) => entry(index));

const EVENTS = 'query($after: String, $kinds: [EventKind!]) { events(first: 100, after: $after, kinds: $kinds) { nodes { cursor kind } } }';
const CONFIRM = 'mutation($token: String!) { confirmEmail(input: { token: $token }) { emailConfirmedAt } }';
const CREATE_WEBHOOK =
  'mutation($url: String!, $kinds: [EventKind!]) { createWebhook(input: { collection: { alias: "campaign" }, url: $url, kinds: $kinds }) { secret } }';
const CONTACT = 'mutation($input: SendContactMessageInput!) { sendContactMessage(input: $input) { body } }';
const RESUME =
  'mutation($id: String!, $message: String!) { resumeWorkflow(input: { invocationId: $id, message: $message }) { datasetDatabaseId } }';

/** A message to contacts, harmless but for what is given. */
function contactMessage(facts: Readonly<Record<string, string>>): HostileRequest {
  return graphqlRequest(CONTACT, { input: { subject: 'a', body: 'a', fromEmail: 'a@example.org', ...facts } });
}

/** What guests send. */
const guests: Readonly<Record<string, readonly [to: number, request: (size: number) => HostileRequest]>> = {
  'events: a cursor': [LARGEST, (n) => graphqlRequest(EVENTS, { after: filled(n, 'eyJ') })],
  'events: kinds': [90_000, (n) => graphqlRequest(EVENTS, { kinds: many(n, () => 'DATASET_PUBLISHED') })],
  'events: a cursor in the address': [15_000, (n) => ({ path: `/api/events?after=${filled(n, 'eyJ')}` })],
  'events: kinds in the address': [15_000, (n) => ({ path: `/api/events?kind=${filled(n, 'DATASET_PUBLISHED,')}` })],
  'confirmations: a token': [LARGEST, (n) => graphqlRequest(CONFIRM, { token: filled(n, 'x') })],
  'confirmations: a form': [
    LARGEST,
    (n) => ({
      method: 'POST',
      path: '/confirmemail.xhtml?token=0b8a4c1e-1111-4222-8333-444455556666',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: filled(n, 'a=b&'),
    }),
  ],
  // What looks like tags is taken out of a text; a mail of it is sent to the operator.
  'contacts: a body of tags': [49_000, (n) => contactMessage({ body: `a${filled(n, '<b>')}` })],
  'contacts: a body of open tags': [49_000, (n) => contactMessage({ body: `a${filled(n, '<b ')}` })],
  'contacts: a body of any length': [LARGEST, (n) => contactMessage({ body: filled(n, '<') })],
  'contacts: a subject': [LARGEST, (n) => contactMessage({ subject: filled(n, 'x ') })],
  'contacts: a subject of lines': [LARGEST, (n) => contactMessage({ subject: filled(n, 'a\r\nBcc: b@example.org') })],
  'contacts: an address': [LARGEST, (n) => contactMessage({ fromEmail: `${filled(n, 'a.')}@example.org` })],
  'contacts: what it is about': [LARGEST, (n) => contactMessage({ identifier: filled(n, 'doi:10.1/') })],
  'workflows: a message': [
    LARGEST_MESSAGE,
    (n) => ({ method: 'POST', path: '/api/workflows/0b8a4c1e-1111-4222-8333-444455556666', body: filled(n, '{"a":') }),
  ],
  'workflows: the id of an invocation': [LARGEST, (n) => graphqlRequest(RESUME, { id: filled(n, '0b8a4c1e-'), message: 'OK' })],
};

/** A workflow that asks, with what it expects to be answered. */
function asking(count: number, expectedResponse: string): HostileRequest {
  const parameters = { url: 'http://localhost/', expectedResponse };
  const steps = many(count, () => ({ provider: ':internal', stepType: 'http/sr', parameters }));
  return {
    method: 'POST',
    path: '/api/admin/workflows',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'w', steps }),
  };
}

/** What those send who administer a collection, or the installation. */
const administrators: Readonly<Record<string, readonly [to: number, request: (size: number) => HostileRequest]>> = {
  'webhooks: an address': [LARGEST, (n) => graphqlRequest(CREATE_WEBHOOK, { url: `https://${filled(n, 'a.')}example` })],
  'webhooks: kinds': [
    90_000,
    (n) => graphqlRequest(CREATE_WEBHOOK, { url: 'https://a.example', kinds: many(n, () => 'DATASET_PUBLISHED') }),
  ],
  'workflows: steps': [20_000, (n) => asking(n, 'OK')],
  'workflows: a pattern of every step': [400, (n) => asking(100, `(${filled(n, 'a?')}){2}`)],
  'workflows: repeats in a pattern': [100, (n) => asking(100, `${'('.repeat(n)}a${'{9})'.repeat(n)}`)],
};

export const eventAndWorkflowDimensions: readonly Dimension[] = [
  ...Object.entries(guests).map(([name, [to, requests]]): Dimension => ({ name, sizes: [64, to], requests })),
  ...Object.entries(administrators).map(([name, [to, requests]]): Dimension => ({ name, as: 'superuser', sizes: [10, to], requests })),
];
