import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { findRecordedFile } from '../../../src/db/queries/integrity/fixity-checks.ts';
import { locationOf } from '../../../src/domain/files/file-place.ts';
import { makeIngestedPets, PETS } from '../../support/ingested-files.ts';
import { loseBytes } from '../../support/lose-bytes.ts';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { putSetting } from './settings.ts';

const UNINGEST = 'files.uningest';
const REINGEST = 'files.reingest';
const INGEST = 'files.ingest';
const LIMIT = ':TabularIngestSizeLimit';

interface DatasetWithPets {
  readonly dataset: SeededDataset;
  readonly file: number;
}

/** `pets.csv` as it was uploaded. */
async function withUpload({ fresh, callers: { owner } }: ContractWorld): Promise<DatasetWithPets> {
  const dataset = await fresh.draft();
  return { dataset, file: await addFile(owner, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' }) };
}

/** `pets.csv` as its ingest leaves it: in a draft, or published as 1.0. */
async function withTable(world: ContractWorld, published = false): Promise<DatasetWithPets> {
  const uploaded = await withUpload(world);
  await makeIngestedPets(world.server, uploaded.file);
  if (published) await publishDataset(world.callers.owner, uploaded.dataset);
  return uploaded;
}

/** A file that could not be ingested. */
async function withFailure(world: ContractWorld): Promise<DatasetWithPets> {
  const uploaded = await withUpload(world);
  await world.server.application.connection.sql`
    insert into ingest_request (data_file_id, dataset_id, user_account_id, state, told, report)
    select ${uploaded.file}, ${uploaded.dataset.id}, id, 'FAILED', true, '{"message": "Row 2 has one value.", "row": 2, "column": null}'
    from user_account where superuser order by id limit 1`;
  return uploaded;
}

async function filesBeside({ server: { application } }: ContractWorld, file: number): Promise<string[]> {
  const recorded = await findRecordedFile(application.db, file);
  const path = recorded === undefined ? undefined : application.services.storage.localPath(locationOf(recorded, recorded));
  if (recorded === undefined || path === undefined) throw new Error('The file is not in a local store.');
  return (await readdir(dirname(path))).filter((name) => name.startsWith(recorded.storageId));
}

let undone: DatasetWithPets;

const uningest: readonly ContractCase[] = [
  {
    row: UNINGEST,
    shows: 'makes a table again what was uploaded, in published versions too and without a draft',
    as: 'superuser',
    given: async (world) => {
      undone = await withTable(world, true);
      const { sql } = world.server.application.connection;
      await sql`update data_file set tabular_tags = array['Survey'] where id = ${undone.file}`;
      return { path: [undone.file] };
    },
    status: 200,
    holds: async (answer, world) => {
      const { owner } = world.callers;
      expect(answer.record('data')).toEqual({ message: `Datafile ${undone.file} uningested.` });
      const read = await owner.rest.get(`/api/datasets/${undone.dataset.id}/versions/:latest`);
      expect(read.text('data.versionState')).toBe('RELEASED');
      expect(read.at('data.UNF')).toBeUndefined();
      expect(read.text('data.files.0.label')).toBe('pets.csv');
      const file = read.record('data.files.0.dataFile');
      expect(file).toMatchObject({ contentType: 'text/csv', filesize: PETS.csv.length, tabularData: false, filename: 'pets.csv' });
      const gone = ['originalFileFormat', 'originalFormatLabel', 'originalFileSize', 'originalFileName', 'UNF', 'tabularTags'];
      expect(Object.keys(file).filter((key) => gone.includes(key))).toEqual([]);
      expect((await owner.rest.get(`/api/access/datafile/${undone.file}`)).body).toBe(PETS.csv);
      expect((await owner.rest.get(`/api/files/${undone.file}/dataTables`)).errorCode).toBe('FILE_NOT_TABULAR');
      const { sql } = world.server.application.connection;
      expect(
        await sql`select id from data_variable where data_file_id = ${undone.file}
          union all select data_file_id from saved_original where data_file_id = ${undone.file}`,
      ).toEqual([]);
      // The upload never moved; its text goes with the next run of the jobs.
      expect(await filesBeside(world, undone.file)).toHaveLength(2);
      expect(
        await sql`select payload->'storageIds'->>0 as id from outbox_event where kind = 'FilesRemoved' and subject_id = ${undone.dataset.id}`,
      ).toMatchObject([{ id: expect.stringMatching(/\.tab-\d+$/) }]);
    },
  },
  {
    row: UNINGEST,
    shows: 'loses a name that was edited since, in every version',
    as: 'superuser',
    given: async (world) => {
      undone = await withTable(world, true);
      const raw = new FormData();
      raw.set('jsonData', '{"label":"renamed.tab"}');
      succeeded(await world.callers.owner.rest.send(`/api/files/${undone.file}/metadata`, { method: 'POST', raw }));
      return { path: [undone.file] };
    },
    status: 200,
    holds: async (_answer, { callers: { owner } }) => {
      const labels = async (version: string): Promise<string> =>
        (await owner.rest.get(`/api/datasets/${undone.dataset.id}/versions/${version}`)).text('data.files.0.label');
      expect([await labels('1.0'), await labels(':draft')]).toEqual(['pets.csv', 'pets.csv']);
    },
  },
  {
    row: UNINGEST,
    shows: 'gives the next free name where another file of the draft has taken that of the upload',
    as: 'superuser',
    given: async (world) => {
      undone = await withTable(world);
      await world.server.application.connection.sql`update saved_original set file_name = 'pets.txt' where data_file_id = ${undone.file}`;
      const other = await addFile(world.callers.owner, undone.dataset, { name: 'other.txt', bytes: 'other', type: 'text/plain' });
      await world.server.application.connection.sql`update file_metadata set label = 'pets.txt' where data_file_id = ${other}`;
      return { path: [undone.file] };
    },
    status: 200,
    holds: async (_answer, { callers: { owner } }) =>
      expect((await owner.rest.get(`/api/files/${undone.file}`)).text('data.label')).toBe('pets-1.txt'),
  },
  {
    row: UNINGEST,
    shows: 'drops auxiliary files with the text that they were made of, and keeps provenance',
    as: 'superuser',
    given: async (world) => {
      undone = await withTable(world);
      const { owner } = world.callers;
      succeeded(await owner.rest.upload(`/api/access/datafile/${undone.file}/auxiliary/dpJson/v1`, { name: 'a.json', bytes: '{}' }));
      const provenance = { entity: { 'ex:pets': {} }, prefix: { ex: 'https://example.org/' } };
      succeeded(await owner.rest.post(`/api/files/${undone.file}/prov-json?entityName=ex:pets`, provenance));
      return { path: [undone.file] };
    },
    status: 200,
    holds: async (_answer, { callers: { owner } }) => {
      expect((await owner.rest.get(`/api/access/datafile/${undone.file}/auxiliary`)).status).toBe(404);
      expect((await owner.rest.get(`/api/files/${undone.file}/prov-json`)).text('data.json')).toContain('ex:pets');
    },
  },
  {
    row: UNINGEST,
    shows: 'keeps the table where the storage has lost the upload',
    as: 'superuser',
    given: async (world) => {
      undone = await withTable(world);
      await loseBytes(world.server, undone.file);
      return { path: [undone.file] };
    },
    status: 404,
    errorCode: 'FILE_BYTES_MISSING',
    holds: async (_answer, world) => {
      succeeded(await world.callers.owner.rest.get(`/api/files/${undone.file}/dataTables`));
      expect((await world.callers.owner.rest.get(`/api/access/datafile/${undone.file}`)).status).toBe(200);
    },
  },
  {
    row: UNINGEST,
    shows: 'clears the report of a failed ingest for those who may publish; the bytes were never changed',
    as: 'curator',
    given: async (world) => {
      undone = await withFailure(world);
      return { path: [undone.file] };
    },
    status: 200,
    holds: async (answer, { callers: { curator, owner } }) => {
      expect(answer.record('data')).toEqual({ message: `Datafile ${undone.file} uningested.` });
      expect((await owner.rest.get(`/api/access/datafile/${undone.file}`)).body).toBe(PETS.csv);
      const again = await curator.rest.post(`/api/files/${undone.file}/uningest`);
      expect([again.status, again.errorCode]).toEqual([400, 'FILE_NOT_INGESTED']);
    },
  },
  {
    row: UNINGEST,
    shows: 'needs PublishDataset to clear the report of a failed ingest',
    as: 'contributor',
    given: async (world) => ({ path: [(await withFailure(world)).file] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: UNINGEST,
    shows: 'does not clear the report of a failed ingest for guests',
    given: async (world) => ({ path: [(await withFailure(world)).file] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: UNINGEST,
    shows: 'is for superusers where the file is a table',
    as: 'owner',
    given: async (world) => ({ path: [(await withTable(world)).file] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: UNINGEST,
    shows: 'is not for guests where the file is a table',
    given: async (world) => ({ path: [(await withTable(world)).file] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  ...(['guest', 'stranger', 'superuser'] as const).map((as): ContractCase => ({
    row: UNINGEST,
    shows: `tells the caller ${as} that nothing is to be undone of a file that is no table`,
    as,
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 400,
    errorCode: 'FILE_NOT_INGESTED',
  })),
  {
    row: UNINGEST,
    shows: 'has nothing to restore of a table that another installation has made',
    as: 'superuser',
    given: async (world) => {
      const { file } = await withTable(world);
      await world.server.application.connection.sql`update data_file set bytes_tag = null where id = ${file}`;
      return { path: [file] };
    },
    status: 400,
    errorCode: 'FILE_NOT_INGESTED',
  },
  {
    row: UNINGEST,
    shows: 'is refused under a lock that refuses edits',
    as: 'superuser',
    given: async (world) => {
      const { dataset, file } = await withTable(world);
      await world.lock(dataset, 'finalizePublication');
      return { path: [file] };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: UNINGEST,
    shows: 'finds no file of an unknown number',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: UNINGEST,
    shows: 'refuses a bad file id',
    as: 'superuser',
    given: () => ({ path: ['abc'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];

const unlimited = async ({ callers: { superuser } }: ContractWorld): Promise<void> => putSetting(superuser, LIMIT, '-1');
/** As the other cases need it. */
const off = async ({ callers: { superuser } }: ContractWorld): Promise<void> => putSetting(superuser, LIMIT, '0');

let queued: DatasetWithPets;

const reingest: readonly ContractCase[] = [
  {
    row: REINGEST,
    shows: 'has a file ingested, under the lock of an ingest',
    as: 'superuser',
    given: async (world) => {
      // For whom it was asked before, it is unlimited now.
      await off(world);
      queued = await withUpload(world);
      await unlimited(world);
      return { path: [queued.file] };
    },
    status: 200,
    holds: async (answer, { callers: { superuser } }) => {
      expect(answer.record('data')).toEqual({ message: `Datafile ${queued.file} queued for ingest` });
      const locks = await superuser.rest.get(`/api/datasets/${queued.dataset.id}/locks`);
      expect(locks.at('data')).toMatchObject([{ lockType: 'Ingest', message: 'Ingest of 1 tabular data file(s) is in progress.' }]);
      const again = await superuser.rest.post(`/api/files/${queued.file}/reingest`);
      expect([again.status, again.errorCode]).toEqual([403, 'DATASET_LOCKED']);
    },
    restore: off,
  },
  {
    row: REINGEST,
    shows: 'tries a file again that could not be ingested, and forgets the report',
    as: 'superuser',
    given: async (world) => {
      queued = await withFailure(world);
      await unlimited(world);
      return { path: [queued.file] };
    },
    status: 200,
    holds: async (_answer, { server }) =>
      expect(
        await server.application.connection.sql`select state, attempts, report from ingest_request where data_file_id = ${queued.file}`,
      ).toEqual([{ state: 'SCHEDULED', attempts: 0, report: null }]),
    restore: off,
  },
  {
    row: REINGEST,
    shows: 'skips a file over the size limit, naming it and the limit, and changes nothing',
    as: 'superuser',
    given: async (world) => {
      queued = await withFailure(world);
      await putSetting(world.callers.superuser, LIMIT, String(PETS.csv.length));
      return { path: [queued.file] };
    },
    status: 200,
    holds: async (answer, { server, callers: { superuser } }) => {
      expect(answer.text('data.message')).toMatch(new RegExp(`pets\\.csv.*${PETS.csv.length} bytes`));
      expect((await superuser.rest.get(`/api/datasets/${queued.dataset.id}/locks`)).at('data')).toEqual([]);
      const { sql } = server.application.connection;
      expect(await sql`select state from ingest_request where data_file_id = ${queued.file}`).toEqual([{ state: 'FAILED' }]);
    },
    restore: off,
  },
  {
    row: REINGEST,
    shows: 'refuses a table',
    as: 'superuser',
    given: async (world) => ({ path: [(await withTable(world)).file] }),
    status: 400,
    errorCode: 'FILE_IS_TABULAR',
  },
  {
    row: REINGEST,
    shows: 'refuses a type that is not ingested, naming file and type',
    as: 'superuser',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 400,
    errorCode: 'FILE_TYPE_NOT_INGESTED',
    message: /id: \d+, type: text\/plain/,
  },
  {
    row: REINGEST,
    shows: 'is refused while the dataset has the lock of an ingest',
    as: 'superuser',
    given: async (world) => {
      const { dataset, file } = await withUpload(world);
      await world.lock(dataset, 'Ingest');
      return { path: [file] };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: REINGEST,
    shows: 'finds no file of an unknown number',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: REINGEST,
    shows: 'is for superusers, before it is known whether there is such a file',
    as: 'owner',
    given: () => ({ path: [987_654] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  { row: REINGEST, shows: 'is not for guests', given: () => ({ path: [987_654] }), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  {
    row: REINGEST,
    shows: 'refuses a bad file id',
    as: 'superuser',
    given: () => ({ path: ['abc'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];

const progress: readonly ContractCase[] = [
  {
    row: INGEST,
    shows: 'tells an editor why it failed, with the row, and nothing that is not known',
    as: 'owner',
    given: async (world) => ({ path: [(await withFailure(world)).file] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toMatchObject({ state: 'FAILED', report: { message: 'Row 2 has one value.', row: 2 } }),
  },
  {
    row: INGEST,
    shows: 'tells an editor that a file waits for its turn',
    as: 'owner',
    given: async (world) => {
      await unlimited(world);
      return { path: [(await withUpload(world)).file] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toMatchObject({ state: 'SCHEDULED', rowsDone: 0 }),
    restore: off,
  },
  {
    row: INGEST,
    shows: 'has nothing to tell of a table, and nothing to guests',
    given: async (world) => ({ path: [(await withTable(world, true)).file] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ state: 'NONE' }),
  },
  {
    row: INGEST,
    shows: 'is not told of a file that the caller may not see',
    given: async (world) => ({ path: [(await withFailure(world)).file] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: INGEST,
    shows: 'finds no file of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  { row: INGEST, shows: 'refuses a bad file id', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
];

/** Cases of the ingest that is under way, of undoing one and of ingesting again. Source: files.md 8.1, 8.2, 19.3. */
export const ingestCases: readonly ContractCase[] = [...uningest, ...reingest, ...progress];
