// Recorded answers of the reference software to what administrators ask, and ours to the same requests, in the order of the recording.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RestAnswer, restClient } from '../support/rest-client.ts';
import { BUILTIN_USERS_KEY, guest, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const FOLDER = new URL('../../../shared/golden/administration/', import.meta.url);

const recording = z.object({
  request: z.object({
    method: z.string(),
    path: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
    auth: z.string().nullable(),
    body: z.unknown().optional(),
  }),
  status: z.number(),
  body: z.unknown(),
});
type Recording = z.infer<typeof recording>;

/** Requests in their order; after the colon who sends one with a token. */
const STEPS = `
  users-me-anonymous users-me-badtoken users-me:ada
  admin-authProviders admin-authProviderFactories admin-authProvider-builtin admin-authProvider-nosuch admin-authProvider-enabled
  admin-authProvider-enabledOld admin-authProvider-add admin-authProvider-add-again admin-authProvider-add-badfactory
  admin-authProvider-enable-nosuch admin-authProvider-enable admin-authProvider-enable-bad admin-authProvider-disable
  admin-authProvider-disable-again admin-authProvider-enableOld admin-authProvider-add-oauth admin-authProviders-2
  admin-authProvider-delete admin-authProvider-delete-again
  admin-list-users admin-list-users-anonymous admin-list-users-eve:eve admin-list-users-badpage admin-list-users-none
  admin-list-users-page admin-list-users-page0 admin-list-users-page99 admin-list-users-search admin-list-users-sort
  admin-authenticatedUsers admin-authenticatedUsers-anonymous admin-authenticatedUser-ada admin-authenticatedUser-nosuch
  admin-authenticatedUser-create admin-authenticatedUser-create-again admin-authenticatedUser-create-badprovider
  admin-authenticatedUser-create-empty admin-authenticatedUser-pete
  admin-superuser-toggle admin-superuser-toggle-2 admin-superuser-toggle-nosuch admin-superuser-true admin-superuser-true-again
  admin-superuser-false admin-superuser-bad admin-superuser-nosuch
  admin-assignee admin-assignee-nosuch admin-assignee-authusers admin-assignments-nosuch admin-assignments
  admin-role-create admin-role-create-again admin-permissions-nosuch
  admin-setting-get-missing admin-setting-put admin-setting-get admin-setting-put-bad admin-setting-put-nocolon admin-setting-delete
  admin-workflows-empty admin-workflow-add admin-workflow-add2 admin-workflow-add-badstep admin-workflow-add-noname
  admin-workflow-add-nosteps admin-workflow-add-badjson admin-workflow-get admin-workflow-get-nosuch admin-workflow-get-name
  admin-workflow-defaults-empty admin-workflow-default-none admin-workflow-default-put admin-workflow-default-get admin-workflow-defaults
  admin-workflow-default-put-bad admin-workflow-default-put-badtrigger admin-workflow-default-put-nosuch
  admin-workflow-default-badtrigger admin-workflow-delete-default admin-workflow-default-delete admin-workflow-default-delete-again
  admin-workflow-delete admin-workflow-delete-again
  admin-workflow-ipwhitelist-get admin-workflow-ipwhitelist-put admin-workflow-ipwhitelist-get2 admin-workflow-ipwhitelist-bad
  admin-workflow-ipwhitelist-delete workflow-resume-nosuch
  admin-validate-dataset-nosuch
  user-changeIdentifier-noperm:ben user-changeIdentifier-nosuch user-changeIdentifier-taken
  user-changeIdentifier-POST-noperm:ben user-changeIdentifier-POST-nosuch user-changeIdentifier-POST user-changeIdentifier-POST-taken
  user-merge-noperm:eve user-merge-self user-merge-ok user-merge user-merge-again user-merge-gone
  notifications-anonymous notifications-unreadCount:ada
  info-server info-terms info-version info-popup info-setting-other
`
  .trim()
  .split(/\s+/);

/** Where the contract answers otherwise than the recording: our status, and what says so. */
const DEVIATIONS: Readonly<Record<string, readonly [status: number, source: string]>> = {
  'users-me-anonymous': [401, 'decision 37'],
  'admin-authProvider-enabledOld': [200, 'users-admin.md 11: GET on the old path as well'],
  'admin-authProvider-add': [400, 'users-admin.md 11: an unknown factory stores nothing'],
  'admin-authProvider-add-again': [400, 'users-admin.md 11'],
  'admin-authProvider-add-badfactory': [400, 'users-admin.md 11'],
  'admin-authProvider-disable': [404, 'users-admin.md 11: the provider was not stored'],
  'admin-authProvider-disable-again': [404, 'users-admin.md 11'],
  'admin-authProvider-enableOld': [404, 'users-admin.md 11'],
  'admin-list-users-anonymous': [401, 'decisions 23, 26'],
  'admin-list-users-badpage': [400, 'decision 52'],
  'admin-authenticatedUsers-anonymous': [401, 'decisions 23, 26'],
  'admin-authenticatedUser-create-again': [409, 'decision 29'],
  'admin-authenticatedUser-create-empty': [400, 'decision 4'],
  'admin-superuser-toggle-nosuch': [404, 'users-admin.md 8.2'],
  'admin-superuser-bad': [400, 'decision 35'],
  'admin-superuser-nosuch': [404, 'users-admin.md 8.2'],
  'admin-role-create-again': [409, 'decision 29'],
  'admin-permissions-nosuch': [404, 'users-admin.md 9.3'],
  'admin-workflow-add-badstep': [400, 'unknown steps are refused when the workflow is added'],
  'admin-workflow-add-badjson': [400, 'decision 4'],
  'user-changeIdentifier-noperm': [403, 'users-admin.md 7.6: PUT is the method of the specification; decision 47'],
  'user-changeIdentifier-nosuch': [400, 'users-admin.md 7.6'],
  'user-changeIdentifier-taken': [400, 'users-admin.md 7.6'],
  'user-changeIdentifier-POST-noperm': [403, 'decision 47'],
  'user-merge-noperm': [403, 'decision 47'],
};

/** Answers with other keys than the recording. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  'admin-workflow-add': 'users-admin.md 14: what was not given is empty, as it is when the workflow is read',
  'info-version': 'decision 42: the build is a text',
};

const read = (name: string): Recording => recording.parse(JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')));

/** What an answer is made of: keys and types, in a list those that any of its entries has. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes: readonly unknown[] = value.map(shapeOf);
    return shapes.every((shape) => typeof shape === 'object') ? [Object.assign({}, ...shapes)] : shapes.slice(0, 1);
  }
  if (typeof value !== 'object' || value === null) return typeof value;
  // When an account last called depends on the requests before.
  const told = Object.entries(value).filter(([key]) => key !== 'lastApiUseTime');
  return Object.fromEntries(told.map(([key, inner]) => [key, shapeOf(inner)]));
}

describe.skipIf(!existsSync(FOLDER))('recorded requests of administrators (needs ../shared/golden)', () => {
  let server: TestServer;
  const tokens = new Map<string, string>([['superuser', SUPERUSER_TOKEN]]);
  const ids = new Map<string, string>();

  beforeAll(async () => {
    server = await startTestServer();
    const admin = superuser(server);
    succeeded(await admin.rest.send('/api/admin/settings/BuiltinUsers.KEY', { method: 'PUT', raw: BUILTIN_USERS_KEY }));
    for (const [userName, firstName, lastName, affiliation] of [
      ['ada', 'Ada', 'Brandt', 'Uni Brandt'],
      ['ben', 'Ben', 'Castor', 'Uni Castor'],
      ['cid', 'Cid', 'Dorn', 'Uni Dorn'],
      ['eve', 'Eve', 'Ewald', 'Uni Ewald'],
    ] as const) {
      const person = { userName, firstName, lastName, email: `${userName}@mailinator.com`, affiliation, position: 'Keeper' };
      const made = await guest(server).rest.post(`/api/builtin-users?password=secret-1234&key=${BUILTIN_USERS_KEY}`, person);
      tokens.set(userName, succeeded(made).text('data.apiToken'));
    }
    succeeded(await admin.rest.post('/api/collections/root/assignments', { assignee: '@ada', role: 'curator' }));
  });
  afterAll(() => server.stop());

  async function send({ request: { method, path, params, auth, body } }: Recording, as: string | undefined): Promise<RestAnswer> {
    const token = auth === null ? undefined : auth === 'superuser' ? SUPERUSER_TOKEN : (tokens.get(as ?? '') ?? 'none');
    const query = new URLSearchParams(Object.entries(params ?? {}).map(([key, value]) => [key, String(value)])).toString();
    const own = path.replace(/\/workflows\/(\d+)$/, (whole, id: string) => (ids.has(id) ? whole.replace(id, ids.get(id) ?? id) : whole));
    const content = typeof body === 'string' && ids.has(body) ? ids.get(body) : body;
    const sent = body === undefined ? {} : typeof content === 'string' ? { raw: content } : { json: content };
    const headers = token === undefined ? {} : { 'X-Dataverse-key': token };
    return restClient(server.url).send(`${own}${query === '' ? '' : `?${query}`}`, { method, headers, ...sent });
  }

  test.each(STEPS)('%s', async (step) => {
    const [name = '', as] = step.split(':');
    const recorded = read(name);
    const answer = await send(recorded, as);
    const [status] = DEVIATIONS[name] ?? [recorded.status];
    expect({ status: answer.status, body: answer.status === status ? '' : answer.body }).toEqual({ status, body: '' });
    if (name.startsWith('admin-workflow-add') && answer.status === 201) {
      const { id } = z.object({ data: z.object({ id: z.number() }) }).parse(recorded.body).data;
      ids.set(String(id), String(answer.number('data.id')));
    }
    const alike = status === recorded.status && status < 300 && OTHER_KEYS[name] === undefined;
    expect(shapeOf(alike ? answer.at('') : null)).toEqual(shapeOf(alike ? recorded.body : null));
  });
});
