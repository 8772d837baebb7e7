/** What the pages of administration are sent by a depositor, who is refused, and what their GraphQL is asked by a superuser. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';

const LARGEST_FORM = 16 * 1024 * 1024;
/** Longer than an address is read. */
const LARGEST_ADDRESS = 14_000;
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

const PAGES = [
  'accounts?search=',
  'account?id=',
  'settings?search=',
  'setting?name=',
  'jobs?after=',
  'mail?after=',
  'workflows?after=',
  'fixity?after=',
  'groups?ip=',
  'groups?mail=',
  'ip-group?id=',
  'mail-domain-group?id=',
  'provider?id=',
  'banners?after=',
];
const FORMS = [
  'account',
  'setting',
  'jobs',
  'mail',
  'workflows',
  'fixity',
  'storage',
  'ip-group',
  'mail-domain-group',
  'providers',
  'provider',
  'banners',
];

function ofBrowser(method: 'GET' | 'POST', path: string, { depositorCookie: cookie }: World, body?: string): HostileRequest {
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html', cookie };
  if (body === undefined) return { method, path, headers };
  return { method, path, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body };
}

function asked(query: string, variables: Readonly<Record<string, unknown>>): HostileRequest {
  return { method: 'POST', path: '/graphql', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query, variables }) };
}

/** What GraphQL takes for these pages, with something of a size in it. */
const operations: Readonly<Record<string, (size: number) => HostileRequest>> = {
  'the search of accounts': (size) =>
    asked('query ($search: String) { accounts(search: $search, superuser: false, deactivated: false) { totalCount } }', {
      search: filled(size, 'a '),
    }),
  'the cursor of jobs': (size) =>
    asked('query ($after: String) { queuedJobs(after: $after) { totalCount } }', { after: filled(size, 'A') }),
  'the cursor of messages': (size) =>
    asked('query ($after: String) { outgoingMails(after: $after) { totalCount } }', { after: filled(size, 'A') }),
  'the cursor of settings': (size) =>
    asked('query ($after: String) { settingDefinitions(after: $after) { totalCount } }', { after: filled(size, 'A') }),
  'the name of a setting': (size) =>
    asked('query ($name: String!) { settingDefinition(name: $name) { name } }', { name: `:${filled(size, 'A')}` }),
  'the name of an account with tokens': (size) =>
    asked('query ($name: String!) { accountTokens(reference: { userName: $name }) { apiTokenExpiresAt } }', { name: filled(size, 'a') }),
};

export const administrationDimensions: readonly Dimension[] = [
  ...PAGES.map((page): Dimension => ({
    name: `administration: the address of ${page}`,
    sizes: [64, LARGEST_ADDRESS],
    requests: (size, world) => ofBrowser('GET', `/admin/${page}${filled(size, 'x')}`, world),
  })),
  ...FORMS.map((form): Dimension => ({
    name: `administration: a form to ${form}`,
    sizes: [64, LARGEST_FORM],
    requests: (size, world) => ofBrowser('POST', `/admin/${form}`, world, `does=rename&id=1&value=${filled(size, '%3C')}`),
  })),
  ...Object.entries(operations).map(([what, request]): Dimension => ({
    name: `administration: ${what}`,
    sizes: [64, 500_000],
    as: 'superuser',
    requests: request,
  })),
];
