import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
  uniqueName,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { zipOf } from '../support/zip-archive.ts';

/** What is sent in the place of a file. */
interface Sent {
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly type: string;
  readonly said?: Readonly<Record<string, unknown>>;
}

const REPLACE = `mutation ($input: ReplaceFileInput!) {
  replaceFile(input: $input) { warning file { label dataFile { databaseId rootDataFileId previousDataFileId } } }
}`;
const ADD = 'mutation ($input: AddFileInput!) { addFile(input: $input) { warning files { label directoryLabel } } }';

let server: TestServer;
let admin: Caller;
let member: Caller;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  member = await createUser(server, 'member');
  collection = await createCollection(admin);
  await assignRole(admin, collection, member.identifier, 'member');
});
afterAll(() => server.stop());

async function publishedFile(): Promise<number> {
  const dataset = await createDataset(admin, collection);
  const file = await addFile(admin, dataset, { name: 'a.csv', bytes: 'a,b\n', type: 'text/csv' });
  await publishDataset(admin, dataset);
  return file;
}

async function overRest(caller: Caller, file: number, { said, ...sent }: Sent): Promise<string> {
  const answer = await caller.rest.upload(`/api/files/${file}/replace`, { ...sent, ...(said === undefined ? {} : { jsonData: said }) });
  return answer.status < 400 ? 'OK' : String(answer.errorCode);
}

async function overGraphql(caller: Caller, file: number, { said, ...sent }: Sent): Promise<string> {
  const variables = { input: { file: { databaseId: file }, upload: null, ...said } };
  const answer = await caller.graphql.upload(REPLACE, variables, sent, { path: 'variables.input.upload' });
  return answer.code ?? 'OK';
}

const csv = (bytes = uniqueName('a,b')): Sent => ({ name: 'new.csv', bytes, type: 'text/csv' });
const two = zipOf([
  { path: 'a.csv', content: 'one' },
  { path: 'b.csv', content: 'two' },
]);
/** What is sent, and the code of the answer. */
interface Sending {
  readonly what: string;
  readonly code: string;
  readonly sent: () => Sent;
  /** Sent by a user who may not edit. */
  readonly isMember?: true;
  /** In place of a published file. */
  readonly file?: number;
}

const pdf = (said?: Sent['said']): Sent => ({ name: 'a.pdf', bytes: '%PDF-1.4\n', type: 'application/pdf', ...(said && { said }) });
const packed = (said?: Sent['said']): Sent => ({ name: 'two.zip', bytes: two, type: 'application/zip', ...(said && { said }) });
const sendings: readonly Sending[] = [
  { what: 'a new file', code: 'OK', sent: () => csv() },
  { what: 'the same content', code: 'DUPLICATE_FILE', sent: () => csv('a,b\n') },
  { what: 'another type', code: 'FILE_TYPE_DIFFERS', sent: () => pdf() },
  { what: 'another type by force', code: 'OK', sent: () => pdf({ forceReplace: true }) },
  { what: 'an archive of two files', code: 'BAD_USER_INPUT', sent: () => packed() },
  { what: 'an archive as it is', code: 'OK', sent: () => packed({ unpack: false, forceReplace: true }) },
  { what: 'a blank name', code: 'BAD_USER_INPUT', sent: () => ({ ...csv(), said: { label: ' ' } }) },
  { what: 'a file without permission', code: 'PERMISSION_DENIED', sent: () => csv(), isMember: true },
  { what: 'a file that is not there', code: 'FILE_NOT_FOUND', sent: () => csv(), file: 987_654 },
];

describe('a replacement over REST and over GraphQL', () => {
  test.each(sendings)('answers $what with $code', async ({ code, sent, isMember = false, file }) => {
    const caller = isMember ? member : admin;
    const codes = [
      await overRest(caller, file ?? (await publishedFile()), sent()),
      await overGraphql(caller, file ?? (await publishedFile()), sent()),
    ];
    expect(codes).toEqual([code, code]);
  });

  test('gives the place in the chain', async () => {
    const old = await publishedFile();
    const variables = { input: { file: { databaseId: old }, upload: null } };
    const answer = await admin.graphql.upload(REPLACE, variables, csv(), { path: 'variables.input.upload' });
    expect(answer.record('data.replaceFile.file.dataFile')).toMatchObject({ rootDataFileId: old, previousDataFileId: old });
  });
});

describe('an archive over GraphQL', () => {
  test('is unpacked, and one that cannot be is kept with a warning', async () => {
    const dataset = await createDataset(admin, collection);
    const send = (bytes: Buffer | string) =>
      admin.graphql.upload(
        ADD,
        { input: { dataset: { databaseId: dataset.id }, file: null } },
        { name: 'a.zip', bytes, type: 'application/zip' },
      );
    const unpacked = await send(zipOf([{ path: 'in/a.txt', content: 'a' }]));
    expect(unpacked.record('data.addFile')).toEqual({ warning: null, files: [{ label: 'a.txt', directoryLabel: 'in' }] });
    const kept = await send('PK\u0003\u0004 nothing');
    expect(kept.record('data.addFile')).toMatchObject({ warning: expect.stringMatching(/cannot be read/), files: [{ label: 'a.zip' }] });
  });
});

/** A dataset with one file whose bytes are still to come, as an import describes it. */
async function importable(collectionOf: SeededCollection, contentType: string) {
  const dataset = await createDataset(admin, collection);
  const read = succeeded(await admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft`));
  const checksum = { type: 'MD5', value: '0'.repeat(32) };
  const storageIdentifier = `file://18b39722140-${uniqueName('a').slice(2)}`;
  const files = [{ label: 'large.bin', dataFile: { storageIdentifier, contentType, filesize: 11, checksum } }];
  return admin.rest.post(`/api/collections/${collectionOf.alias}/datasets/:import?pid=doi:10.5072/FK2/${uniqueName('IMPORT')}&release=no`, {
    datasetVersion: { metadataBlocks: read.record('data.metadataBlocks'), files },
  });
}

test('an imported package has the name of packages here, and its dataset takes no further file', async () => {
  const imported = succeeded(await importable(collection, 'application/vnd.elsewhere.file-package'));
  const id = imported.number('data.id');
  const read = await admin.rest.get(`/api/datasets/${id}/versions/:draft`);
  expect(read.at('data.files.0.dataFile.contentType')).toBe('application/vnd.service.file-package');
  const more = await admin.rest.upload(`/api/datasets/${id}/add`, csv());
  expect([more.status, more.errorCode]).toEqual([403, 'DATASET_HOLDS_PACKAGE']);
});

test('an import that the quota of its collection leaves no room for is refused', async () => {
  const bound = await createCollection(admin);
  succeeded(await admin.rest.send(`/api/collections/${bound.alias}/storage/quota`, { method: 'PUT', raw: '10' }));
  succeeded(await admin.rest.send('/api/admin/settings/:UseStorageQuotas', { method: 'PUT', raw: 'true' }));
  const answer = await importable(bound, 'text/plain');
  expect([answer.status, answer.errorCode]).toEqual([400, 'STORAGE_QUOTA_EXCEEDED']);
});
