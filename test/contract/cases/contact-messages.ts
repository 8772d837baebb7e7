import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'mail.sendfeedback';
const FEEDBACK = 'admin.feedback';

const message = (facts: Readonly<Record<string, unknown>> = {}) => ({
  json: { subject: 'A question', body: 'Which sensor was it?', fromEmail: 'reader@example.org', ...facts },
});

const refused = (
  shows: string,
  facts: (world: ContractWorld) => Readonly<Record<string, unknown>>,
  pointers: readonly string[],
): ContractCase => ({
  row: ROW,
  shows,
  given: (world) => message(facts(world)),
  status: 400,
  errorCode: 'BAD_USER_INPUT',
  holds: (answer) => expect(answer.list('errors').map((one) => (one as { pointer: string }).pointer)).toEqual(pointers),
});

/** Makes the counts of the cases before anew. */
async function forgetCounts({ server }: ContractWorld): Promise<void> {
  await server.application.connection.sql`delete from sign_in_attempt`;
}

/** Cases of messages to contacts. Source: users-admin.md 18.5. */
export const contactMessageCases: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'mails the contacts of a published dataset for a guest, and tells none of their addresses',
    given: (world) => message({ targetId: world.published.id, body: 'Which <b>sensor</b> was it?' }),
    status: 200,
    holds: (answer, { published }) => {
      expect(answer.list('data')).toHaveLength(1);
      expect(answer.record('data.0')).toMatchObject({ fromEmail: 'reader@example.org', subject: 'Root: A question' });
      expect(Object.keys(answer.record('data.0'))).toEqual(['fromEmail', 'subject', 'body']);
      const body = answer.text('data.0.body');
      expect(body).toMatch(/^Hello,\n\nreader@example\.org writes to the contacts of/);
      expect(body).toContain('Which sensor was it?');
      expect(body).toContain(published.persistentId);
      expect(body).not.toContain('<b>');
    },
  },
  { row: ROW, shows: 'finds a collection by its alias', given: ({ open }) => message({ identifier: open.alias }), status: 200 },
  {
    row: ROW,
    shows: 'finds a dataset by its identifier',
    given: ({ published }) => message({ identifier: published.persistentId }),
    status: 200,
  },
  { row: ROW, shows: 'finds a file by its number', given: ({ publishedFile }) => message({ targetId: publishedFile }), status: 200 },
  { row: ROW, shows: 'writes to the operator where nothing is named', given: () => message(), status: 200 },
  {
    row: ROW,
    shows: 'takes the address of the account, and finds its drafts',
    as: 'owner',
    given: ({ draft }) => message({ targetId: draft.id, fromEmail: undefined }),
    status: 200,
    holds: async (answer, _world, caller) =>
      expect(answer.text('data.0.fromEmail')).toBe(succeeded(await caller.rest.get('/api/users/:me')).text('data.email')),
  },
  refused('refuses a guest without an address', () => ({ fromEmail: undefined }), ['/fromEmail']),
  refused('refuses what is no address', () => ({ fromEmail: 'reader' }), ['/fromEmail']),
  refused('refuses an address that would begin another header', () => ({ fromEmail: 'a@example.org\r\nBcc: b@example.org' }), [
    '/fromEmail',
  ]),
  refused('refuses a subject that would begin another header', () => ({ subject: 'a\r\nBcc: b@example.org' }), ['/subject']),
  refused('refuses to be without a subject', () => ({ subject: undefined }), ['/subject']),
  refused('refuses a blank subject', () => ({ subject: ' ' }), ['/subject']),
  refused('refuses to be without a body', () => ({ body: undefined }), ['/body']),
  refused('refuses a body of tags alone', () => ({ body: '<p> <img src="a"></p>' }), ['/body']),
  refused('refuses a body of more than 50,000 characters', () => ({ body: 'x'.repeat(50_001) }), ['/body']),
  refused('refuses an unknown object', () => ({ targetId: 999_999 }), ['/targetId']),
  refused('refuses a draft to a guest, as if there were none', ({ draft }) => ({ targetId: draft.id }), ['/targetId']),
  refused('refuses an unknown alias', () => ({ identifier: 'no-such-alias' }), ['/identifier']),
  refused('names all faults at once', () => ({ targetId: 999_999, fromEmail: undefined }), ['/targetId', '/fromEmail']),
  {
    row: ROW,
    shows: 'goes by the limit of the installation',
    given: async ({ callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:ContactFeedbackMessageSizeLimit', { method: 'PUT', raw: '5' });
      return message({ body: '123456' });
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    restore: async ({ callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:ContactFeedbackMessageSizeLimit', { method: 'DELETE' });
    },
  },
  {
    row: ROW,
    shows: 'refuses a guest who sends many',
    given: async (world) => {
      for (let sent = 0; sent < 10; sent += 1) await world.callers.guest.rest.post('/api/sendfeedback', message().json);
      return message();
    },
    status: 429,
    errorCode: 'RATE_LIMITED',
    restore: forgetCounts,
  },
  {
    row: ROW,
    shows: 'refuses a bad token',
    given: () => ({ ...message(), headers: { 'X-Service-key': 'nonsense' } }),
    status: 401,
    errorCode: 'INVALID_API_TOKEN',
  },
  {
    row: FEEDBACK,
    shows: 'mails the contacts for a superuser',
    as: 'superuser',
    given: ({ published }) => message({ targetId: published.id }),
    status: 200,
    holds: (answer) => expect(answer.record('data.0')).toMatchObject({ fromEmail: 'reader@example.org', subject: 'Root: A question' }),
    restore: forgetCounts,
  },
  { row: FEEDBACK, shows: 'is not for guests', given: () => message(), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row: FEEDBACK, shows: 'is not for users', as: 'owner', given: () => message(), status: 403, errorCode: 'ADMIN_API_REFUSED' },
  {
    row: FEEDBACK,
    shows: 'refuses an unknown object and a blank subject together',
    as: 'superuser',
    given: () => message({ targetId: 99_999_999, subject: ' ' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: FEEDBACK,
    shows: 'refuses an account that sends many',
    as: 'superuser',
    given: async (world) => {
      await forgetCounts(world);
      for (let sent = 0; sent < 20; sent += 1) await world.callers.superuser.rest.post('/api/admin/feedback', message().json);
      return message();
    },
    status: 429,
    errorCode: 'RATE_LIMITED',
    restore: forgetCounts,
  },
  {
    row: 'mail.notifications',
    shows: 'says that it is gone',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toContain('gone'),
  },
];
