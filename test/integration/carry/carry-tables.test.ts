// Tables out of one installation and into another, with their variables and what was edited of these. Source: exports.md 17.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CarryClient, createCarryClient } from '../../../src/carry/carry-client.ts';
import { readDatasets } from '../../../src/carry/carried-folder.ts';
import { exportCollection } from '../../../src/carry/export-collection.ts';
import { importCollection } from '../../../src/carry/import-collection.ts';
import { startJobs } from '../../../src/jobs/start-jobs.ts';
import { gather } from '../../support/gather.ts';
import { makeIngestedPets, PETS } from '../../support/ingested-files.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

const LABEL = 'Weight <in pounds> & "ounces" \u202e 🦆';

let there: TestServer;
let here: TestServer;
let admin: Caller;
let top: SeededCollection;
let dataset: SeededDataset;
let file: number;
let folder: string;
const lines: string[] = [];
const report = { line: (text: string) => lines.push(text), progress: () => undefined };

const clientOf = ({ url }: TestServer): CarryClient => createCarryClient(url, SUPERUSER_TOKEN);
const carryOut = (to = folder, withFiles = true) =>
  exportCollection(clientOf(there), { collection: top.alias, folder: to, withFiles }, report);
const carryIn = (from = folder) =>
  importCollection(clientOf(here), here.application.services.storage, { folder: from, into: 'root' }, report);

async function withFolder(use: (other: string) => Promise<void>): Promise<void> {
  const other = await mkdtemp(join(tmpdir(), 'archivolt-carry-'));
  try {
    await use(other);
  } finally {
    await rm(other, { recursive: true, force: true });
  }
}

/** Has the waiting files ingested. */
async function ingest(): Promise<void> {
  const { jobsDb: db, services, connection } = there.application;
  const log = pino({ level: 'silent' });
  const jobs = await startJobs({ connectionString: there.databaseUrl, db, services, commandServices: services, log });
  await vi.waitFor(async () => expect(await connection.sql`select 1 from outbox_event where state <> 'DELIVERED'`).toEqual([]), {
    timeout: 150_000,
    interval: 50,
  });
  await jobs.stop();
}

async function variableIds(): Promise<readonly number[]> {
  const rows = await there.application.connection.sql<{ id: number }[]>`
    select id from data_variable where data_file_id = ${file} order by file_order`;
  return rows.map(({ id }) => id);
}

async function edit(content: string): Promise<void> {
  const raw = `<codeBook xmlns="ddi:codebook:2_5"><dataDscr>${content}</dataDscr></codeBook>`;
  succeeded(await admin.rest.send(`/api/edit/${file}`, { method: 'PUT', raw, headers: { 'content-type': 'application/xml' } }));
}

/** Where the bytes of a file lie in the folder of an export. */
async function pathIn(other: string, id: number): Promise<string> {
  for await (const { dataset: record, files } of readDatasets(other)) {
    const found = files.find(({ dataFile }) => dataFile.id === id);
    if (found !== undefined) return join(other, 'files', String(record.id), found.dataFile.storageIdentifier.replace(/^.*\//, ''));
  }
  throw new Error(`The export has no file ${id}.`);
}

/** The file here that came from one there. */
async function fileHere(id: number): Promise<number> {
  const rows = (await readFile(join(folder, 'ids.jsonl'), 'utf8')).trim().split('\n');
  const pairs = rows.map((row) => JSON.parse(row) as { readonly kind: string; readonly from: number; readonly to: number });
  return pairs.find(({ kind, from }) => kind === 'FILE' && from === id)?.to ?? 0;
}

beforeAll(async () => {
  [there, here] = await Promise.all([startTestServer({ INGEST_MINUTES: '5' }), startTestServer()]);
  admin = superuser(there);
  folder = await mkdtemp(join(tmpdir(), 'archivolt-carry-'));
  top = await createCollection(admin);
  dataset = await createDataset(admin, top);
  file = await addFile(admin, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
  await ingest();
  await publishDataset(admin, dataset);
  const [name, pounds, species] = await variableIds();
  await edit(
    `<varGrp ID="VG1" var="v${species} v${name}"><labl>Who</labl></varGrp><var ID="v${pounds}" wgt="wgt" wgt-var="v${name}">` +
      `<labl level="variable">${LABEL.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</labl><qstn><qstnLit>How heavy?</qstnLit></qstn></var>`,
  );
  await publishDataset(admin, dataset);
  await edit(`<var ID="v${species}"><notes>Of the household</notes></var>`);
});

afterAll(async () => {
  await Promise.all([there.stop(), here.stop()]);
  await rm(folder, { recursive: true, force: true });
});

describe('a table that is carried to another installation', () => {
  it('goes round with its variables and all edits of them, and is equal there', async () => {
    expect(await carryOut()).toBe(true);
    const whole = await carryIn();
    expect(await readFile(join(folder, 'differences.jsonl'), 'utf8')).toBe('');
    expect(whole).toBe(true);
    expect(lines.at(-1)).toBe('1 datasets taken over, 0 here before, 0 refused; 0 differences.');
  });

  it('is given out there as a table, and as it was uploaded', async () => {
    const id = await fileHere(file);
    const reader = superuser(here);
    expect((await reader.rest.get(`/api/access/datafile/${id}`)).body).toBe(PETS.header + PETS.tab);
    expect((await reader.rest.get(`/api/access/datafile/${id}?noVarHeader=true`)).body).toBe(PETS.tab);
    expect((await reader.rest.get(`/api/access/datafile/${id}?format=original`)).body).toBe(PETS.csv);
    const described = succeeded(await reader.rest.get(`/api/access/datafile/${id}/metadata`)).body;
    expect(described).toContain('How heavy?');
    expect(described).toContain('🦆');
    const { sql } = here.application.connection;
    const versions =
      await sql`select ordinal, unf from dataset_version v join data_file f on f.dataset_id = v.dataset_id where f.id = ${id} order by 1`;
    expect(versions.map(({ unf }) => unf as unknown)).toEqual([PETS.unf, PETS.unf, PETS.unf]);
    const edits = await sql`select distinct variable_edits_id from file_metadata where data_file_id = ${id}`;
    expect(edits).toHaveLength(3);
  });

  it('is left as it is by another import, which tells what of its variables has changed since', async () => {
    expect(await carryIn()).toBe(true);
    const id = await fileHere(file);
    await here.application.connection.sql`update data_variable set label = 'Other' where data_file_id = ${id} and file_order = 1`;
    expect(await carryIn()).toBe(false);
    const [difference] = (await readFile(join(folder, 'differences.jsonl'), 'utf8')).trim().split('\n');
    expect(JSON.parse(difference ?? '')).toMatchObject({ pointer: expect.stringMatching(/\/parts\/1\/variable\/label$/), here: 'Other' });
  });

  it('that was ingested before sizes and checksums of texts were recorded is carried as well', async () => {
    const older = await createDataset(admin, top);
    const pets = await addFile(admin, older, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
    await makeIngestedPets(there, pets);
    await withFolder(async (other) => {
      await carryOut(other);
      lines.length = 0;
      await carryIn(other);
      expect(lines.filter((line) => line.includes(older.persistentId))).toEqual([]);
      expect(await readFile(`${await pathIn(other, pets)}.tab`, 'utf8')).toBe(PETS.tab);
      const found = superuser(here).rest.get(`/api/datasets/:persistentId?persistentId=${older.persistentId}`);
      expect(succeeded(await found).at('data.latestVersion.files.0.dataFile')).toMatchObject({ tabularData: true, UNF: PETS.unf });
    });
  });

  it('is refused where its text is not that of its checksum', async () => {
    const damaged = await createDataset(admin, top);
    const pets = await addFile(admin, damaged, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
    await ingest();
    await withFolder(async (other) => {
      await carryOut(other);
      const path = `${await pathIn(other, pets)}.tab`;
      await writeFile(path, (await readFile(path, 'utf8')).replace('Tiger', 'Tyger'));
      lines.length = 0;
      expect(await carryIn(other)).toBe(false);
      expect(lines.join('\n')).toContain('SHA-256');
      const found = await superuser(here).rest.get(`/api/datasets/:persistentId?persistentId=${damaged.persistentId}`);
      expect(found.status).toBe(404);
    });
  });

  it('is there whole after an export that broke off among its parts', async () => {
    await withFolder(async (other) => {
      await carryOut(other);
      const whole = await gather(readDatasets(other));
      const path = await pathIn(other, file);
      const parts = await readFile(`${path}.variables.jsonl`, 'utf8');
      await rm(`${path}.tab`);
      await writeFile(`${path}.tab.part`, 'half');
      await writeFile(`${path}.variables.jsonl`, parts.slice(0, 100));
      await writeFile(join(other, 'datasets.jsonl'), '');
      const facts = { format: 'archivolt-collection', version: 1, collection: top.alias, complete: false };
      await writeFile(join(other, 'export.json'), JSON.stringify(facts));
      expect(await carryOut(other)).toBe(true);
      expect(await gather(readDatasets(other))).toEqual(whole);
      expect(await readFile(`${path}.variables.jsonl`, 'utf8')).toBe(parts);
      expect(await readFile(`${path}.tab`, 'utf8')).toBe(PETS.header + PETS.tab);
    });
  });

  it('has its variables in an export without files too', async () => {
    await withFolder(async (other) => {
      await carryOut(other, false);
      const path = await pathIn(other, file);
      expect((await readFile(`${path}.variables.jsonl`, 'utf8')).trim().split('\n').length).toBeGreaterThan(3);
      await expect(readFile(`${path}.tab`)).rejects.toThrow('ENOENT');
    });
  });
});
