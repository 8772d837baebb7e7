// Datasets whose identifier is exchanged: their files stay, in a folder and in a bucket. Source: datasets.md 12.3, files.md 18.
import { readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examineStorage } from '../../../src/domain/integrity/storage-doctor/examine-storage.ts';
import type { StorageFinding } from '../../../src/domain/integrity/storage-doctor/finding.ts';
import { beginUpload, sendAll, sendJsonData, uploadedFile, uploadPath } from '../../support/direct-uploads.ts';
import { doJobs } from '../../support/do-jobs.ts';
import { gather } from '../../support/gather.ts';
import { PETS } from '../../support/ingested-files.ts';
import { readZip } from '../../support/read-zip.ts';
import { type S3Server, s3ServerAbsence, startS3Server } from '../../support/s3-server.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const TEXT = 'Counted by hand.\n';
const LATER = 'Counted again, by a sensor.\n';
const SENT = 'Counted a third time.\n';
const FIRST_CHART = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Where the files of a server lie, by their keys in the store. */
interface Store {
  readonly environment: Readonly<Record<string, string>>;
  /** Where addresses of uploads lead. */
  origin(server: TestServer): string;
  keys(server: TestServer): Promise<string[]>;
  stop(): Promise<void>;
}

const folderStore = async (): Promise<Store> => ({
  environment: {},
  origin: ({ url }) => url,
  keys: async ({ dataDir }) => {
    const entries = await readdir(`${dataDir}/files`, { recursive: true, withFileTypes: true });
    return entries
      .flatMap((entry) => (entry.isFile() ? [relative(`${dataDir}/files`, `${entry.parentPath}/${entry.name}`)] : []))
      .toSorted();
  },
  stop: async () => undefined,
});

async function bucketStore(): Promise<Store> {
  const s3: S3Server = await startS3Server();
  s3.lendCredentials();
  const bucket = await s3.makeBucket();
  const parameters = new URLSearchParams({ endpoint: s3.endpoint, directDownload: 'false', directUpload: 'true' });
  return {
    environment: { STORAGE_URL: `s3://${bucket}?${parameters.toString()}` },
    origin: () => s3.endpoint,
    keys: () => s3.keysOf(bucket),
    stop: () => s3.stop(),
  };
}

describe.each([
  ['in a folder', folderStore, undefined],
  ['in a bucket', bucketStore, s3ServerAbsence],
] as const)('files %s of a dataset that gets another identifier', (_where, openStore, absence) => {
  describe.skipIf(absence !== undefined)('of this machine', () => {
    let store: Store;
    let server: TestServer;
    let admin: Caller;
    let dataset: SeededDataset;
    let text: number;
    let table: number;
    let chart: number;
    let folder: string;

    beforeAll(async () => {
      store = await openStore();
      server = await startTestServer({ ...store.environment, INGEST_MINUTES: '5' });
      admin = superuser(server);
      dataset = await createDataset(admin, await createCollection(admin));
      folder = dataset.persistentId.slice('doi:'.length);
      text = await addFile(admin, dataset, { name: 'notes.txt', bytes: TEXT, type: 'text/plain' });
      table = await addFile(admin, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
      chart = await addFile(admin, dataset, { name: 'chart.png', bytes: FIRST_CHART, type: 'image/png' });
      await doJobs(server);
      await exchange('perma');
    });
    afterAll(async () => {
      await server.stop();
      await store.stop();
    });

    async function exchange(provider: string): Promise<string> {
      succeeded(await admin.rest.send(`/api/datasets/${dataset.id}/pidGenerator`, { method: 'PUT', raw: provider }));
      succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/pidReconcile`));
      return (await admin.rest.get(`/api/datasets/${dataset.id}`)).text('data.latestVersion.datasetPersistentId');
    }

    const read = async (path: string): Promise<string> => succeeded(await admin.rest.get(path)).body;

    async function findings(): Promise<StorageFinding[]> {
      const { db, services } = server.application;
      const options = { graceMs: -60_000, staleAfterMs: 0, mend: false, onProgress: () => undefined };
      return gather(examineStorage(db, services.storage, options));
    }

    test('are read as before: as they are, as tables, as forms of them, as images, in an archive', async () => {
      expect(await read(`/api/access/datafile/${text}`)).toBe(TEXT);
      expect(await read(`/api/access/datafile/${table}`)).toBe(PETS.header + PETS.tab);
      expect(await read(`/api/access/datafile/${table}?format=original`)).toBe(PETS.csv);
      expect(await read(`/api/access/datafile/${table}?format=subset&variables=${await firstVariable()}`)).toContain('Marshall');
      expect((await admin.rest.get(`/api/access/datafile/${chart}?imageThumb=64`)).status).toBe(200);
      const entries = await readZip((await admin.rest.get(`/api/access/dataset/${dataset.id}`)).bytes);
      expect(entries.map(({ path }) => path).toSorted()).toEqual(['MANIFEST.TXT', 'chart.png', 'notes.txt', 'pets.tab']);
    });

    async function firstVariable(): Promise<number> {
      const [row] = await server.application.connection
        .sql`select id from data_variable where data_file_id = ${table} order by file_order limit 1`;
      return Number(row?.['id']);
    }

    test('match their checksums, and the doctor misses none and finds nothing without a record', async () => {
      const validated = succeeded(await admin.rest.get(`/api/admin/validate/dataset/files/${dataset.id}`));
      expect(validated.list('dataFiles')).toHaveLength(3);
      expect(validated.body).not.toContain('invalid');
      expect(await findings()).toEqual([]);
      const cleaned = await admin.rest.get(`/api/datasets/${dataset.id}/cleanStorage?dryrun=true`);
      expect(cleaned.text('data.message')).not.toContain('://');
    });

    test('get new ones beside them, by upload, by replacement, and by an upload that was begun under another identifier', async () => {
      const begun = await beginUpload(admin, dataset, SENT.length);
      const identifier = await exchange('FAKE');
      expect(identifier).toMatch(/^doi:10\.5072\/FK2\//);
      const later = await addFile(admin, dataset, { name: 'later.txt', bytes: LATER, type: 'text/plain' });
      expect(await read(`/api/access/datafile/${later}`)).toBe(LATER);
      succeeded(await admin.rest.put(uploadPath(begun), await sendAll(store.origin(server), begun, Buffer.from(SENT))));
      const sent = succeeded(await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(begun.storageIdentifier, SENT)));
      expect(await read(`/api/access/datafile/${sent.number('data.files.0.dataFile.id')}`)).toBe(SENT);
      const replaced = succeeded(
        await admin.rest.upload(`/api/files/${text}/replace`, { name: 'notes.txt', bytes: 'Other notes.\n', type: 'text/plain' }),
      );
      text = replaced.number('data.files.0.dataFile.id');
      expect(await read(`/api/access/datafile/${text}`)).toBe('Other notes.\n');
      await doJobs(server);
      const keys = await store.keys(server);
      expect(keys.length).toBeGreaterThan(4);
      expect(keys.filter((key) => !key.startsWith(`${folder}/`))).toEqual([]);
      expect(await findings()).toEqual([]);
    });

    test('are found by every identifier, whose newest the metadata name after publication', async () => {
      await publishDataset(admin, dataset);
      const native = await admin.rest.get(`/api/datasets/${dataset.id}/versions/1.0`);
      const identifier = native.text('data.datasetPersistentId');
      const former = native.text('data.alternativePersistentId');
      expect(former).toMatch(/^perma:/);
      expect(native.text('data.storageIdentifier')).toContain(`://${folder}`);
      for (const pid of [identifier, former, dataset.persistentId]) {
        expect((await admin.rest.get(`/api/datasets/:persistentId/?persistentId=${pid}`)).number('data.id')).toBe(dataset.id);
        const exported = await read(`/api/datasets/export?exporter=Datacite&persistentId=${pid}`);
        expect(exported).toContain(`<identifier identifierType="DOI">${identifier.slice(4)}</identifier>`);
        expect(exported).toContain(`<alternateIdentifier alternateIdentifierType=":unav">${former}</alternateIdentifier>`);
        expect(exported).toContain(`<alternateIdentifier alternateIdentifierType="DOI">${folder}</alternateIdentifier>`);
        const page = await fetch(`${server.url}/dataset.xhtml?persistentId=${pid}`);
        expect(page.status).toBe(200);
      }
      const found = await admin.rest.get(`/api/search?q=${encodeURIComponent(`"${identifier}"`)}&type=dataset`);
      expect(found.text('data.items.0.global_id')).toBe(identifier);
    });

    test('go with the dataset', async () => {
      succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
      await doJobs(server);
      expect(await store.keys(server)).toEqual([]);
      const [row] = await server.application.connection.sql`select count(*)::int as count from alternative_persistent_id`;
      expect(row?.['count']).toBe(0);
    });
  });
});
