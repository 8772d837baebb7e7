import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql-client.ts';
import { readJson } from '../support/json-reader.ts';
import { restClient } from '../support/rest-client.ts';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let anna: Caller;
let here: SeededCollection;
let below: SeededCollection;
let elsewhere: SeededCollection;
let draftHere: SeededDataset;
let draftBelow: SeededDataset;
let draftElsewhere: SeededDataset;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  anna = await createUser(server, 'anna');
  await assignRole(admin, { id: 1, alias: 'root' }, anna.identifier, 'fullContributor');
  here = await createCollection(anna);
  below = await createCollection(anna, { owner: here.alias });
  elsewhere = await createCollection(anna);
  draftHere = await createDataset(anna, here);
  draftBelow = await createDataset(anna, below);
  draftElsewhere = await createDataset(anna, elsewhere);
});
afterAll(() => server.stop());

const CREATE = `mutation ($input: CreateTokenInput!) {
  createToken(input: $input) { secret token { databaseId name scopes collectionDatabaseId expiresAt lastUsedAt } }
}`;

interface Made {
  readonly id: number;
  readonly caller: Caller;
  readonly secret: string;
}

async function make(owner: Caller, input: Readonly<Record<string, unknown>>): Promise<Made> {
  const answer = await owner.graphql.send(CREATE, { input: { name: 'program', ...input } });
  const secret = answer.text('data.createToken.secret');
  const caller = { identifier: owner.identifier, rest: restClient(server.url, secret), graphql: graphqlClient(server.url, secret) };
  return { id: answer.number('data.createToken.token.databaseId'), caller, secret };
}

const statusOf = async (answer: Promise<{ readonly status: number; readonly errorCode: unknown }>): Promise<unknown> => {
  const { status, errorCode } = await answer;
  return status < 300 ? status : `${status} ${String(errorCode)}`;
};
const read = (caller: Caller, { id }: SeededDataset) => statusOf(caller.rest.get(`/api/datasets/${id}/versions/:draft`));
const note = (caller: Caller, { id }: SeededDataset) =>
  statusOf(caller.rest.send(`/api/datasets/${id}/versions/:draft/versionNote`, { method: 'PUT', raw: 'A note.' }));
const give = (caller: Caller, { alias }: SeededCollection) =>
  statusOf(caller.rest.post(`/api/collections/${alias}/assignments`, { assignee: ':authenticated-users', role: 'member' }));
const EXCEEDED = '403 TOKEN_SCOPE_EXCEEDED';

describe('a token with scopes', () => {
  test('starts an external tool without signed addresses, which would act without its limits', async () => {
    const manifest = {
      displayName: 'Editor',
      description: 'Changes notes.',
      scope: 'dataset',
      types: ['configure'],
      toolUrl: 'https://tools.example.org/edit',
      toolParameters: { queryParameters: [{ datasetId: '{datasetId}' }] },
      allowedApiCalls: [
        { name: 'note', httpMethod: 'PUT', urlTemplate: '/api/datasets/{datasetId}/versions/:draft/versionNote', timeOut: 5 },
      ],
    };
    const tool = succeeded(await admin.rest.post('/api/externalTools', manifest)).number('data.id');
    const reader = (await make(anna, { scopes: ['READ'] })).caller;
    const addressOf = async (caller: Caller): Promise<string> => {
      const launched = succeeded(await caller.rest.post(`/api/datasets/${draftHere.id}/externalTool/${tool}/toolUrl`, {}));
      const callback = new URL(launched.text('data.toolUrl')).searchParams.get('callback') ?? '';
      return Buffer.from(callback, 'base64').toString();
    };
    expect(await addressOf(anna)).toContain('token=');
    expect(new URL(await addressOf(reader)).search).toBe('');
    const granted = await reader.rest.get(`/api/datasets/${draftHere.id}/versions/:draft/toolparams/${tool}`);
    expect(succeeded(granted).text('data.signedUrls.0.signedUrl')).not.toContain('token=');
  });

  test('reads, and does what its scopes say', async () => {
    const reader = (await make(anna, { scopes: ['READ'] })).caller;
    const depositor = (await make(anna, { scopes: ['DEPOSIT'] })).caller;
    const curator = (await make(anna, { scopes: ['CURATE'] })).caller;
    for (const caller of [reader, depositor, curator]) expect(await read(caller, draftHere)).toBe(200);
    expect([await note(reader, draftHere), await note(depositor, draftHere), await note(curator, draftHere)]).toEqual([
      EXCEEDED,
      200,
      EXCEEDED,
    ]);
    expect([await give(reader, here), await give(depositor, here), await give(curator, here)]).toEqual([EXCEEDED, EXCEEDED, 200]);
  });

  test('makes no token, unless it may administer', async () => {
    const input = { name: 'another', scopes: ['ADMINISTER'] };
    for (const scopes of [['READ'], ['DEPOSIT', 'CURATE']]) {
      const refused = await (await make(anna, { scopes })).caller.graphql.send(CREATE, { input });
      expect(refused.at('errors.0.extensions.code')).toBe('TOKEN_SCOPE_EXCEEDED');
    }
    expect((await make((await make(anna, { scopes: ['ADMINISTER'] })).caller, input)).secret).toMatch(/^avt_/);
  });

  test('of a superuser reads what is administered with ADMINISTER alone', async () => {
    const reader = (await make(admin, { scopes: ['READ', 'DEPOSIT', 'CURATE'] })).caller;
    const administrator = (await make(admin, { scopes: ['ADMINISTER'] })).caller;
    expect(await statusOf(reader.rest.get('/api/admin/settings'))).toBe(EXCEEDED);
    expect(await statusOf(reader.rest.get('/api/admin/list-users'))).toBe(EXCEEDED);
    expect(await statusOf(administrator.rest.get('/api/admin/list-users'))).toBe(200);
  });
});

describe('a token for one collection', () => {
  test('reaches the tree of that collection, and of the rest what is public', async () => {
    const { caller } = await make(anna, { scopes: ['DEPOSIT', 'CURATE'], collection: { alias: here.alias } });
    expect([await read(caller, draftHere), await read(caller, draftBelow)]).toEqual([200, 200]);
    expect([await note(caller, draftHere), await note(caller, draftBelow)]).toEqual([200, 200]);
    expect(await read(caller, draftElsewhere)).toMatch(/^401 /);
    expect(await note(caller, draftElsewhere)).toMatch(/^40[13] /);
    expect(await give(caller, elsewhere)).toMatch(/^40[13] /);
    expect(await give(caller, below)).toBe(200);
    expect(await statusOf(caller.rest.get(`/api/collections/${elsewhere.alias}`))).toBe(200);
    expect((await caller.rest.get(`/api/collections/${elsewhere.alias}/contents`)).list('data')).toEqual([]);
    expect((await caller.rest.get(`/api/collections/${here.alias}/contents`)).list('data')).toHaveLength(2);
  });

  test('holds what roles above the collection give', async () => {
    const ben = await createUser(server, 'ben');
    await assignRole(admin, { id: 1, alias: 'root' }, ben.identifier, 'curator');
    const open = await createCollection(admin);
    const draft = await createDataset(admin, open);
    const { caller } = await make(ben, { scopes: ['DEPOSIT'], collection: { alias: open.alias } });
    expect(await read(ben, draft)).toBe(await read(caller, draft));
    expect(await note(ben, draft)).toBe(await note(caller, draft));
  });

  test('downloads restricted files of the collection, one by one and in an archive, and no others', async () => {
    const { caller } = await make(anna, { scopes: ['READ'], collection: { alias: here.alias } });
    const files = await Promise.all(
      [draftBelow, draftElsewhere].map((dataset) => addFile(anna, dataset, { name: 'kept.txt', bytes: 'kept', type: 'text/plain' })),
    );
    for (const id of files) succeeded(await anna.rest.send(`/api/files/${id}/restrict`, { method: 'PUT', raw: 'true' }));
    const download = (by: Caller) => Promise.all(files.map((id) => statusOf(by.rest.get(`/api/access/datafile/${id}`))));
    const archive = (by: Caller) => Promise.all(files.map((id) => statusOf(by.rest.get(`/api/access/datafiles/${id}`))));
    expect(await download(anna)).toEqual([200, 200]);
    expect(await archive(anna)).toEqual([200, 200]);
    expect(await download(caller)).toEqual([200, expect.stringMatching(/^40[13] /)]);
    expect(await archive(caller)).toEqual([200, '404 FILE_NOT_FOUND']);
  });

  test('hears of no drafts elsewhere', async () => {
    const { caller } = await make(anna, { scopes: ['READ'], collection: { alias: here.alias } });
    const ids = async (by: Caller) => {
      const feed = succeeded(await by.rest.get('/api/events?kind=DATASET_CREATED')).list('data.events');
      return feed.map((event) => readJson(event).number('subjectId'));
    };
    expect(await ids(anna)).toEqual(expect.arrayContaining([draftHere.id, draftBelow.id, draftElsewhere.id]));
    expect(await ids(caller)).toEqual([draftHere.id, draftBelow.id]);
  });

  test('ends with the collection', async () => {
    const gone = await createCollection(anna, { published: false });
    const { caller } = await make(anna, { scopes: ['READ'], collection: { alias: gone.alias } });
    expect(await statusOf(caller.rest.get('/api/users/:me'))).toBe(200);
    succeeded(await anna.rest.send(`/api/collections/${gone.alias}`, { method: 'DELETE' }));
    expect(await statusOf(caller.rest.get('/api/users/:me'))).toBe('401 INVALID_API_TOKEN');
  });

  test('of a superuser acts by the roles of the account alone', async () => {
    const { caller } = await make(admin, { scopes: ['ADMINISTER'], collection: { alias: elsewhere.alias } });
    expect(await read(caller, draftHere)).toMatch(/^401 /);
    expect(await statusOf(caller.rest.get('/api/admin/settings'))).toMatch(/^403 /);
    expect((await caller.graphql.send('{ viewer { superuser } }')).at('data.viewer.superuser')).toBe(false);
  });

  test('changes nothing of the account', async () => {
    const { caller } = await make(anna, { scopes: ['ADMINISTER'], collection: { alias: here.alias } });
    expect(await statusOf(caller.rest.post('/api/users/token/recreate'))).toBe(EXCEEDED);
    const refused = await caller.graphql.send(CREATE, { input: { name: 'x', scopes: ['READ'] } });
    expect(refused.at('errors.0.extensions.code')).toBe('TOKEN_SCOPE_EXCEEDED');
  });
});

describe('the tokens of an account', () => {
  test('are listed without their secrets, and end when they are revoked', async () => {
    const carl = await createUser(server, 'carl');
    const { id, caller, secret } = await make(carl, { name: ' backup ', scopes: ['CURATE', 'DEPOSIT'] });
    expect(await statusOf(caller.rest.get('/api/users/:me'))).toBe(200);
    const list = await carl.graphql.send('{ viewer { tokens { databaseId name scopes collectionDatabaseId lastUsedAt expiresAt } } }');
    expect(JSON.stringify(list.at(''))).not.toContain(secret);
    expect(list.record('data.viewer.tokens.0')).toMatchObject({ databaseId: id, name: 'backup', scopes: ['DEPOSIT', 'CURATE'] });
    expect(list.text('data.viewer.tokens.0.lastUsedAt')).toMatch(/Z$/);
    const kept = await server.application.connection.sql<{ hash: Buffer }[]>`select token_hash as hash from named_token where id = ${id}`;
    expect(kept[0]?.hash).toHaveLength(32);

    const stranger = await anna.graphql.send('mutation ($id: Int!) { revokeToken(input: { databaseId: $id }) { token { name } } }', { id });
    expect(stranger.at('errors.0.extensions.code')).toBe('API_TOKEN_NOT_FOUND');
    const revoked = await carl.graphql.send('mutation ($id: Int!) { revokeToken(input: { databaseId: $id }) { token { name } } }', { id });
    expect(revoked.at('data.revokeToken.token.name')).toBe('backup');
    expect(await statusOf(caller.rest.get('/api/users/:me'))).toBe('401 INVALID_API_TOKEN');
  });

  test('end at their time, and with the account', async () => {
    const dora = await createUser(server, 'dora');
    const { id, caller } = await make(dora, { scopes: ['READ'] });
    await server.application.connection.sql`update named_token set expires_at = now() - interval '1 second' where id = ${id}`;
    expect(await statusOf(caller.rest.get('/api/users/:me'))).toBe('401 INVALID_API_TOKEN');
    const other = await make(dora, { scopes: ['READ'] });
    await admin.rest.post(`/api/admin/authenticatedUsers/${dora.identifier.slice(1)}/deactivate`);
    expect(await statusOf(other.caller.rest.get('/api/users/:me'))).toBe('401 INVALID_API_TOKEN');
  });

  test('leave the contract token all its rights, which no other token shows', async () => {
    const { caller } = await make(anna, { scopes: ['ADMINISTER'] });
    expect(await statusOf(caller.rest.get('/api/users/token'))).toBe('404 API_TOKEN_NOT_FOUND');
    expect(await statusOf(anna.rest.get('/api/users/token'))).toBe(200);
  });

  test.each([
    ['no scope', { scopes: [] }],
    ['a blank name', { name: ' ', scopes: ['READ'] }],
    ['an end in the past', { scopes: ['READ'], expiresAt: '2020-01-01T00:00:00Z' }],
    ['an end far away', { scopes: ['READ'], expiresAt: '2100-01-01T00:00:00Z' }],
  ])('are not made with %s', async (_what, input) => {
    const refused = await anna.graphql.send(CREATE, { input: { name: 'program', ...input } });
    expect(refused.at('errors.0.extensions.code')).toBe('BAD_USER_INPUT');
  });

  test.each([
    ['an unknown collection', { scopes: ['READ'], collection: { alias: 'nothing-has-this-alias' } }, 'COLLECTION_NOT_FOUND'],
    ['an unknown scope', { scopes: ['WRITE'] }, 'BAD_USER_INPUT'],
    ['a name without end', { name: 'n'.repeat(256), scopes: ['READ'] }, 'BAD_USER_INPUT'],
  ])('are not made with %s', async (_what, input, code) => {
    const refused = await anna.graphql.send(CREATE, { input: { name: 'program', ...input } });
    expect(refused.code).toBe(code);
  });

  test('are a hundred at most', async () => {
    const erna = await createUser(server, 'erna');
    const { id } = await make(erna, { scopes: ['READ'] });
    await server.application.connection.sql`
      insert into named_token (user_account_id, name, token_hash, scopes, expires_at)
      select user_account_id, name, sha256(n::text::bytea), scopes, expires_at from named_token, generate_series(1, 99) n where id = ${id}`;
    const refused = await erna.graphql.send(CREATE, { input: { name: 'one more', scopes: ['READ'] } });
    expect(refused.code).toBe('TOO_MANY_TOKENS');
  });

  test('go to the account into which theirs is merged', async () => {
    const [fred, gerd] = [await createUser(server, 'fred'), await createUser(server, 'gerd')];
    const { caller } = await make(fred, { scopes: ['READ'] });
    succeeded(await admin.rest.post(`/api/users/${fred.identifier.slice(1)}/mergeIntoUser/${gerd.identifier.slice(1)}`));
    expect(succeeded(await caller.rest.get('/api/users/:me')).text('data.identifier')).toBe(gerd.identifier);
  });

  test('are not made by a guest', async () => {
    const refused = await graphqlClient(server.url).send(CREATE, { input: { name: 'program', scopes: ['READ'] } });
    expect(refused.at('errors.0.extensions.code')).toBe('AUTHENTICATION_REQUIRED');
  });
});
