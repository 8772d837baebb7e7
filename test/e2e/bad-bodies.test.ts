import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefused } from '../support/expect-refused.ts';
import {
  BUILTIN_USERS_KEY,
  allowBuiltinUsers,
  type Caller,
  createCollection,
  createDataset,
  exampleDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
  uniqueName,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Whatever comes in: a refusal that says what is wrong, never a fault of the server, and nothing written. */
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let draft: SeededDataset;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  await allowBuiltinUsers(server);
  collection = await createCollection(admin);
  draft = await createDataset(admin, collection);
});
afterAll(() => server.stop());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const longText = 'x'.repeat(3_000_000);
const deepArray = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
const deepObject = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;

function collectionBody(more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { name: 'New', alias: uniqueName('new'), collectionContacts: [{ contactEmail: 'a@example.org' }], ...more };
}

describe('bodies that are no JSON, or not what is asked for', () => {
  const bodies: readonly (readonly [string, string | Buffer])[] = [
    ['an empty body', ''],
    ['blanks', ' \n '],
    ['a cut object', '{"name": "x"'],
    ['a trailing comma', '{"name": "x",}'],
    ['single quotes', "{'name': 'x'}"],
    ['a bare word', 'undefined'],
    ['NaN', '{"name": NaN}'],
    ['two documents', '{} {}'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['null', 'null'],
    ['a number', '1e999'],
    ['a text', '"x"'],
    ['a list', '[]'],
    ['a deep list', deepArray],
    ['a deep object', deepObject],
    [
      'NUL as an escape',
      '{"name":"a\\u0000b","alias":"a","collectionContacts":[{"contactEmail":"a@example.org"}],"datasetVersion":{"metadataBlocks":{"a\\u0000":{}}},"metadataBlocks":{"\\u0000":{}},"assignee":"\\u0000","role":"member","userName":"a\\u0000","firstName":"a","lastName":"b","email":"c@example.org"}',
    ],
    [
      'half a surrogate pair',
      '{"name":"\\ud800","alias":"a","collectionContacts":[{"contactEmail":"a@example.org"}],"datasetVersion":{"x":"\\udfff"},"metadataBlocks":{"x":"\\ud800"},"assignee":"\\ud800","role":"member","userName":"\\ud800a","firstName":"a","lastName":"b","email":"c@example.org"}',
    ],
    ['a prototype as the only key', '{"__proto__":{"name":"x","alias":"proto","datasetVersion":{},"assignee":":guest","role":"member"}}'],
    ['a constructor as the only key', '{"constructor":{"prototype":{"name":"x"}}}'],
  ];
  const rows: readonly (readonly [string, () => { target: string; method: string }])[] = [
    ['a collection', () => ({ target: '/api/collections/:root', method: 'POST' })],
    ['a root collection', () => ({ target: '/api/collections', method: 'POST' })],
    ['a dataset', () => ({ target: `/api/collections/${collection.alias}/datasets`, method: 'POST' })],
    ['a draft', () => ({ target: `/api/datasets/${draft.id}/versions/:draft`, method: 'PUT' })],
    ['a role assignment', () => ({ target: `/api/collections/${collection.alias}/assignments`, method: 'POST' })],
    ['a user', () => ({ target: `/api/builtin-users?password=x&key=${BUILTIN_USERS_KEY}`, method: 'POST' })],
  ];
  test.each(rows.flatMap(([row, where]) => bodies.map(([what, raw]) => [row, what, where, raw] as const)))(
    '%s refuses %s',
    async (_row, _what, where, raw) => {
      const { target, method } = where();
      await expectRefused(server, () => admin.rest.send(target, { method, raw, headers: JSON_TYPE }));
    },
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json;charset=UTF-8'])(
    'an assignment sent as "%s" is read as JSON',
    async (type) => {
      const target = `/api/collections/${collection.alias}/assignments`;
      const raw = '{"assignee":":guest","role":"member"}';
      const answer = await admin.rest.send(target, { method: 'POST', raw, headers: { 'Content-Type': type } });
      expect([answer.status, answer.at('data.assignee')]).toEqual([200, ':guest']);
      succeeded(await admin.rest.delete(`${target}/${answer.number('data.id')}`));
    },
  );

  test.each(['application/xml', 'multipart/form-data; boundary=x', 'garbage', ''])(
    'an assignment sent as "%s" is refused',
    async (type) => {
      const target = `/api/collections/${collection.alias}/assignments`;
      await expectRefused(
        server,
        () => admin.rest.send(target, { method: 'POST', raw: '{"assignee":":guest","role":"member"}', headers: { 'Content-Type': type } }),
        /content.type/i,
      );
    },
  );

  test('a compressed body and one that is too large are refused', async () => {
    const target = `/api/collections/${collection.alias}/datasets`;
    await expectRefused(
      server,
      () => admin.rest.send(target, { method: 'POST', raw: '{}', headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } }),
      /encoding/,
    );
    const raw = Buffer.alloc(17 * 1024 * 1024, 0x20);
    await expectRefused(server, () => admin.rest.send(target, { method: 'POST', raw, headers: JSON_TYPE }), /larger than the limit/);
  });
});

describe('values that break a rule', () => {
  test.each([
    ['name', longText, /name/],
    ['description', longText, /description/],
    ['affiliation', longText, /affiliation/],
    ['name', 5, /name/],
    ['name', null, /name/],
    ['alias', {}, /alias/],
    ['alias', '../../etc', /alias/],
    ['alias', 'ä', /alias/],
    ['alias', 'a'.repeat(61), /alias/],
    ['collectionContacts', 'x', /collectionContacts/],
    ['collectionContacts', [5], /collectionContacts|contactEmail/],
    ['collectionContacts', [{ contactEmail: 'a@b\r\nBcc: c@d' }], /contact/],
    ['collectionContacts', [{ contactEmail: `${'a'.repeat(300)}@example.org` }], /contact/],
    ['datasetFileCountLimit', 2 ** 40, /datasetFileCountLimit/],
    ['datasetFileCountLimit', 1.5, /datasetFileCountLimit/],
    ['datasetFileCountLimit', '5', /datasetFileCountLimit/],
    ['filePIDsEnabled', 'maybe', /filePIDsEnabled/],
    ['theme', 'blue', /theme/],
    ['metadataBlocks', { metadataBlockNames: 'citation' }, /metadataBlockNames/],
    ['metadataBlocks', { facetIds: ['__proto__'] }, /facet/i],
    ['metadataBlocks', { metadataBlockNames: ['__proto__', 'constructor'] }, /block/i],
    ['metadataBlocks', { inputLevels: [{}] }, /inputLevels/],
  ] as const)('a collection with %s = %j', async (key, value, mention) => {
    await expectRefused(server, () => admin.rest.post('/api/collections/:root', collectionBody({ [key]: value })), mention);
  });

  const field = (value: unknown, typeName = 'title', multiple = false, typeClass = 'primitive') => ({
    typeName,
    multiple,
    typeClass,
    value,
  });
  test.each([
    ['blocks that are a list', { metadataBlocks: [] }],
    ['a block that is a text', { metadataBlocks: { citation: 'x' } }],
    ['fields that are an object', { metadataBlocks: { citation: { fields: {} } } }],
    ['a field that is null', { metadataBlocks: { citation: { fields: [null] } } }],
    ['a field without a name', { metadataBlocks: { citation: { fields: [{}] } } }],
    ['a title that is a number', { metadataBlocks: { citation: { fields: [field(5)] } } }],
    ['a title that is an object', { metadataBlocks: { citation: { fields: [field({ a: 1 })] } } }],
    ['the same field twice', { metadataBlocks: { citation: { fields: [field('a'), field('b')] } } }],
    ['a compound that is a text', { metadataBlocks: { citation: { fields: [field('x', 'author', true, 'compound')] } } }],
    ['a compound of texts', { metadataBlocks: { citation: { fields: [field(['x'], 'author', true, 'compound')] } } }],
    [
      'a vocabulary value that is a prototype key',
      { metadataBlocks: { citation: { fields: [field(['constructor'], 'subject', true, 'controlledVocabulary')] } } },
    ],
    ['a type that is a prototype key', { metadataBlocks: { citation: { fields: [field('x', '__proto__')] } } }],
    ['a licence that is a prototype key', { ...exampleDataset('minimal').datasetVersion, license: '__proto__' }],
  ] as const)('%s is refused for a new dataset and for a draft', async (_what, datasetVersion) => {
    await expectRefused(server, () => admin.rest.post(`/api/collections/${collection.alias}/datasets`, { datasetVersion }));
    await expectRefused(server, () => admin.rest.put(`/api/datasets/${draft.id}/versions/:draft`, datasetVersion));
  });

  test('a dataset of an unknown kind, language or limit is refused', async () => {
    const target = `/api/collections/${collection.alias}/datasets`;
    for (const [key, value] of [
      ['datasetType', '__proto__'],
      ['datasetType', 5],
      ['metadataLanguage', 'xx-nosuch'],
      ['datasetFileCountLimit', 2 ** 53],
      ['datasetFileCountLimit', 'x'],
    ] as const) {
      await expectRefused(
        server,
        () => admin.rest.post(target, { ...exampleDataset('minimal'), [key]: value }),
        new RegExp(`${key}|${String(value)}`),
      );
    }
  });

  test.each([
    ['userName', '__proto__%'],
    ['userName', longText],
    ['firstName', longText],
    ['affiliation', longText],
    ['email', `${longText}@example.org`],
    ['firstName', '\t'],
    ['affiliation', 5],
  ] as const)('a user with a wrong %s is refused', async (key, value) => {
    const body = { userName: uniqueName('u'), firstName: 'A', lastName: 'B', email: `${uniqueName('u')}@example.org`, [key]: value };
    await expectRefused(server, () => admin.rest.post(`/api/builtin-users?password=x&key=${BUILTIN_USERS_KEY}`, body), new RegExp(key));
  });
});

test('a list of more files than can be is refused', async () => {
  const raw = Buffer.from('x\n'.repeat(250_000));
  const refused = await admin.rest.send('/api/access/datafiles', { method: 'POST', raw, headers: { 'Content-Type': 'text/plain' } });
  expect({ status: refused.status, message: refused.text('message') }).toEqual({
    status: 400,
    message: 'The list of files has more than 200000 entries.',
  });
});
