import { copyFile, mkdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findRecordedFile } from '../../../src/db/queries/integrity/fixity-checks.ts';
import { locationOf } from '../../../src/domain/files/file-place.ts';
import { removeBytes } from '../../../src/domain/files/remove-bytes.ts';
import { examineStorage } from '../../../src/domain/integrity/storage-doctor/examine-storage.ts';
import type { StorageFinding } from '../../../src/domain/integrity/storage-doctor/finding.ts';
import { setAside } from '../../../src/domain/integrity/storage-doctor/set-aside.ts';
import type { FileLocation } from '../../../src/storage/file-storage.ts';
import { addFile, type Caller, createCollection, createDataset, type SeededDataset, succeeded, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { filesBelow } from '../storage/storage-world.ts';

const HOUR_MS = 60 * 60 * 1000;
const LONG_AGO = new Date(Date.now() - 48 * HOUR_MS);

let server: TestServer;
let admin: Caller;
let dataset: SeededDataset;
let file: number;
let place: FileLocation;
let root: string;
let own: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  root = path.join(server.dataDir, 'files');
});
afterAll(() => server.stop());

beforeEach(async () => {
  await server.application.connection.sql`delete from data_file`;
  await rm(root, { recursive: true, force: true });
  dataset = await createDataset(admin, await createCollection(admin));
  file = await addFile(admin, dataset, { name: 'weights.csv', bytes: 'a,b\n1,2\n', type: 'text/csv' });
  const recorded = await findRecordedFile(server.application.db, file);
  if (recorded === undefined) throw new Error('There is no file.');
  place = locationOf(recorded, recorded);
  own = server.application.services.storage.localPath(place) ?? '';
});

async function examine(mend = false, graceHours = 24): Promise<StorageFinding[]> {
  const { db, services } = server.application;
  const findings: StorageFinding[] = [];
  const options = { graceMs: graceHours * HOUR_MS, staleAfterMs: 24 * HOUR_MS, mend, onProgress: () => undefined };
  for await (const finding of examineStorage(db, services.storage, options)) findings.push(finding);
  return findings;
}

async function old(name: string, bytes = 'stray bytes'): Promise<void> {
  await mkdir(path.dirname(name), { recursive: true });
  await writeFile(name, bytes);
  await utimes(name, LONG_AGO, LONG_AGO);
}

test('nothing is found where both agree, with all that belongs to files, datasets and uploads under way', async () => {
  await utimes(own, LONG_AGO, LONG_AGO);
  await old(`${own}.thumb64`);
  await old(path.join(path.dirname(own), 'export_ddi.cached'));
  const { sql } = server.application.connection;
  await sql`insert into saved_original (data_file_id, size_bytes) values (${file}, 11)`;
  await old(`${own}.orig`);
  await sql`insert into upload_ticket (id, dataset_id, authority, identifier, storage_driver, storage_id, storage_upload_id, size_bytes, part_size_bytes, expires_at)
    values (gen_random_uuid(), ${dataset.id}, ${place.authority}, ${place.identifier}, ${place.driver}, '19a2b3c4d5e-aaaaaaaaaaaa', 'x', 11, 11, now() + interval '1 day')`;
  await old(path.join(path.dirname(own), '19a2b3c4d5e-aaaaaaaaaaaa'));
  const before = await filesBelow(root);
  expect(await examine(true)).toEqual([]);
  expect(await filesBelow(root)).toEqual(before);
});

test('what was made from a file is missed when it is gone, removed by the outbox, and a stray once no record names it', async () => {
  const { sql } = server.application.connection;
  const { db, services } = server.application;
  const add = async (version: string) => {
    const form = new FormData();
    form.set('file', new Blob(['{}'], { type: 'application/json' }), 'statistics.json');
    succeeded(await admin.rest.send(`/api/access/datafile/${file}/auxiliary/dp/${version}`, { method: 'POST', raw: form }));
    const [row] = await sql<{ tag: string }[]>`select storage_tag as tag from auxiliary_file where format_version = ${version}`;
    return `${own}.${row?.tag}`;
  };
  const [kept, lost, stray, removed] = [await add('1'), await add('2'), await add('3'), await add('4')];
  for (const name of [own, kept, lost, stray, removed]) await utimes(name, LONG_AGO, LONG_AGO);
  expect(await examine(true)).toEqual([]);

  await rm(lost);
  await sql`delete from auxiliary_file where format_version = '3'`;
  expect(await examine()).toMatchObject([
    { kind: 'MISSING', fileId: file, expectedBytes: 2 },
    { kind: 'ORPHAN', location: { storageId: path.basename(stray) } },
  ]);

  succeeded(await admin.rest.delete(`/api/access/datafile/${file}/auxiliary/dp/4`));
  const [event] = await sql<{ payload: unknown }[]>`select payload from outbox_event where kind = 'FilesRemoved' order by id desc limit 1`;
  expect(event?.payload).toMatchObject({ storageIds: [path.basename(removed)] });
  const { driver, authority, identifier } = place;
  await removeBytes(db, services, { driver, authority, identifier, storageIds: [path.basename(removed)] });
  // An event that asks for too much takes nothing that a record names.
  expect(await removeBytes(db, services, { driver, authority, identifier, storageIds: [path.basename(kept)] })).toHaveLength(1);
  expect((await filesBelow(root)).map((name) => path.basename(name)).toSorted()).toEqual(
    [own, kept, stray].map((name) => path.basename(name)).toSorted(),
  );
  await sql`delete from data_file`;
  await removeBytes(db, services, { driver, authority, identifier, storageIds: [path.basename(own)] });
  expect(await filesBelow(root)).toEqual([]);
});

test('files without bytes, with other bytes than recorded, or in an unconfigured store are found and left as they are', async () => {
  await truncate(own, 3);
  expect(await examine(true)).toMatchObject([
    { kind: 'WRONG_SIZE', fileId: file, datasetId: dataset.id, label: 'weights.csv', expectedBytes: 8, foundBytes: 3, location: place },
  ]);
  expect(await readFile(own, 'utf8')).toBe('a,b');
  await rm(own);
  const { sql } = server.application.connection;
  await sql`insert into saved_original (data_file_id) values (${file})`;
  expect(await examine(true)).toMatchObject([
    { kind: 'MISSING', fileId: file, location: place, foundBytes: null },
    { kind: 'MISSING', fileId: file, location: { storageId: `${place.storageId}.orig` } },
  ]);
  await sql`update data_file set storage_driver = 'elsewhere' where id = ${file}`;
  expect((await examine(true)).map(({ kind }) => kind)).toEqual(['STORE_UNKNOWN', 'STORE_UNKNOWN']);
});

test('bytes without a file are found and, when asked, moved aside with their bytes; a second examination finds nothing', async () => {
  const folder = path.dirname(own);
  const strays = [path.join(folder, '19a2b3c4d5e-0123456789ab'), path.join(root, '10.9999', 'GONE', '19a2b3c4d5e-0123456789ab')];
  for (const stray of strays) await old(stray);
  // The same name in another folder is another place.
  await mkdir(path.join(root, '10.9999', 'GONE'), { recursive: true });
  await copyFile(own, path.join(root, '10.9999', 'GONE', place.storageId));
  await utimes(path.join(root, '10.9999', 'GONE', place.storageId), LONG_AGO, LONG_AGO);

  const found = await examine();
  expect(found.map(({ kind }) => kind)).toEqual(['ORPHAN', 'ORPHAN', 'ORPHAN']);
  expect(await filesBelow(root)).toHaveLength(4);
  const mended = await examine(true);
  expect(mended).toMatchObject(Array.from({ length: 3 }, () => ({ kind: 'ORPHAN', movedTo: { authority: '.quarantine' } })));
  const left = await filesBelow(root);
  const day = new Date().toISOString().slice(0, 10);
  expect(left).toContain(path.join('.quarantine', day, '10.9999', 'GONE', '19a2b3c4d5e-0123456789ab'));
  expect(left).toHaveLength(4);
  expect(await readFile(path.join(root, '.quarantine', day, '10.9999', 'GONE', place.storageId), 'utf8')).toBe('a,b\n1,2\n');
  expect(await readFile(own, 'utf8')).toBe('a,b\n1,2\n');
  expect(await examine(true)).toEqual([]);
});

test('young bytes are told of and left alone: their record may be about to be committed', async () => {
  const stray = path.join(path.dirname(own), '19a2b3c4d5e-0123456789ab');
  await writeFile(stray, 'young');
  const young = [{ kind: 'YOUNG_OBJECT', foundBytes: 5, location: { storageId: '19a2b3c4d5e-0123456789ab' } }];
  expect(await examine(true)).toMatchObject(young);
  await utimes(stray, new Date(Date.now() - 2 * HOUR_MS), new Date(Date.now() - 2 * HOUR_MS));
  expect(await examine(false)).toMatchObject(young);
  expect(await readFile(stray, 'utf8')).toBe('young');
  expect(await examine(false, 1)).toMatchObject([{ kind: 'ORPHAN', foundBytes: 5 }]);
});

test('an editor has strays moved out of the folder of one dataset, once they are a day old', async () => {
  const folder = path.dirname(own);
  const other = path.join(path.dirname(folder), 'another-dataset');
  await old(path.join(folder, '19a2b3c4d5e-aaaaaaaaaaaa'));
  await old(path.join(other, '19a2b3c4d5e-bbbbbbbbbbbb'));
  await writeFile(path.join(folder, '19a2b3c4d5e-cccccccccccc'), 'young');
  await utimes(own, LONG_AGO, LONG_AGO);
  const clean = async (query: string) =>
    succeeded(await admin.rest.get(`/api/datasets/${dataset.id}/cleanStorage${query}`)).text('data.message');
  const stray = `${place.driver}://19a2b3c4d5e-aaaaaaaaaaaa`;
  expect(await clean('?dryrun=true')).toBe(`Found: [${stray}]\nDeleted: []`);
  expect(await clean('')).toBe(`Found: [${stray}]\nDeleted: [${stray}]`);
  expect(await clean('')).toBe('Found: []\nDeleted: []');
  const left = (await filesBelow(root)).filter((name) => !name.includes('.quarantine')).map((name) => path.basename(name));
  expect(left.toSorted()).toEqual(['19a2b3c4d5e-bbbbbbbbbbbb', '19a2b3c4d5e-cccccccccccc', path.basename(own)].toSorted());
});

test('what an editor has moved is told by the audit before anything is moved', async () => {
  const { sql } = server.application.connection;
  await old(path.join(path.dirname(own), '19a2b3c4d5e-dddddddddddd'));
  // Nothing can be moved to where a file stands in place of the folder.
  await writeFile(path.join(root, '.quarantine'), 'in the way');
  await admin.rest.get(`/api/datasets/${dataset.id}/cleanStorage`);
  const [record] = await sql<{ details: unknown }[]>`
    select details from audit_record where command = 'noteStorageCleaning' and subject_id = ${dataset.id}`;
  expect(record?.details).toEqual({ strays: [`${place.driver}://19a2b3c4d5e-dddddddddddd`] });
  expect((await filesBelow(root)).filter((name) => name.endsWith('dddddddddddd'))).toHaveLength(1);
});

test('bytes that a record comes to name while they are moved get their place back', async () => {
  const { storage } = server.application.services;
  const stray = { ...place, storageId: storage.newStorageId() };
  await old(storage.localPath(stray) ?? '', 'claimed');
  let asked = 0;
  expect(await setAside(storage, stray, async () => (asked += 1) === 1)).toBeUndefined();
  expect(await readFile(storage.localPath(stray) ?? '', 'utf8')).toBe('claimed');
});

test('old uploads are found, and deleted by mending; those of today stay', async () => {
  const { storage } = server.application.services;
  const options = { fileName: 'a', suppliedContentType: null, checksumAlgorithm: 'MD5', maximumBytes: null } as const;
  const [stale, young] = [await storage.stage(Readable.from(['stale']), options), await storage.stage(Readable.from(['young']), options)];
  await utimes(storage.stagedPath(stale), LONG_AGO, LONG_AGO);
  const found = (await examine()).toSorted((one, other) => one.kind.localeCompare(other.kind));
  expect(found).toMatchObject([
    { kind: 'STALE_UPLOAD', handle: stale.handle, foundBytes: 5 },
    { kind: 'YOUNG_UPLOAD', handle: young.handle, foundBytes: 5 },
  ]);
  await examine(true);
  expect(await filesBelow(path.join(root, 'temp'))).toEqual([young.handle]);
});
