import { expect } from 'vitest';
import { readZip } from '../../support/read-zip.ts';
import { succeeded } from '../../support/seed.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withTable } from './data-tables.ts';
import { withDraft } from './variable-descriptions.ts';

const ROW = 'access.datafile.bundle';
const DESCRIPTION = 'pets-ddi.xml';

/** The texts of a bundle by their names. */
async function entriesOf({ bytes }: RestAnswer): Promise<Map<string, string>> {
  return new Map((await readZip(bytes)).map(({ path, text }) => [path, text]));
}

/** The table that a case is about, for its assertions. */
let file = 0;
async function remembered(made: Promise<number>): Promise<{ path: [number] }> {
  file = await made;
  return { path: [file] };
}

/** The record that the published version has of a file. */
async function publishedRecord({ server }: ContractWorld, id: number): Promise<number> {
  const { sql } = server.application.connection;
  const [row] = await sql<{ id: number }[]>`select id from file_metadata where data_file_id = ${id} order by valid_from limit 1`;
  return row?.id ?? 0;
}

/** Cases of tables with all that belongs to them, as an archive. Source: files.md 22.3. */
export const fileBundleCases: readonly ContractCase[] = [
  ...([ROW, `${ROW}.respond`] as const).map((row): ContractCase => ({
    row,
    shows: 'packs a table with its original, its form for R, its variables and its citations',
    as: 'stranger',
    given: async (world) => ({ ...(await remembered(withTable(world, true))), ...(row === ROW ? {} : { json: {} }) }),
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="pets-bundle.zip"');
      const entries = await entriesOf(answer);
      const table = await callers.stranger.rest.get(`/api/access/datafile/${file}`);
      const original = await callers.stranger.rest.get(`/api/access/datafile/${file}?format=original`);
      const forR = await callers.stranger.rest.get(`/api/access/datafile/${file}?format=RData`);
      const described = await callers.stranger.rest.get(`/api/access/datafile/${file}/metadata/ddi`);
      expect([...entries]).toEqual([
        ['pets.tab', table.body],
        ['pets.csv', original.body],
        ['pets.RData', forR.bytes.toString()],
        [DESCRIPTION, described.body],
        [
          'petscitation-endnote.xml',
          expect.stringMatching(/<custom1>pets\.tab<\/custom1><custom2>UNF:6:pZmxR\+HCyezWT94Tp3MPxA==<\/custom2>/),
        ],
        [
          'petscitation-ris.ris',
          expect.stringMatching(/\r\nC1 {2}- pets\.tab\r\nC2 {2}- UNF:6:pZmxR\+HCyezWT94Tp3MPxA==\r\nER {2}- \r\n$/),
        ],
        ['petscitation-bib.bib', expect.stringContaining('UNF = {UNF:6:pZmxR+HCyezWT94Tp3MPxA==},\r\n')],
      ]);
      expect(described.body).toMatch(/<\/codeBook>$/);
    },
  })),
  {
    row: ROW,
    shows: 'sends any part of what it packs',
    as: 'stranger',
    given: async (world) => ({ ...(await remembered(withTable(world, true))), headers: { Range: 'bytes=100-' } }),
    status: 206,
    holds: async (answer, { callers }) => {
      const whole = await callers.stranger.rest.get(`/api/access/datafile/bundle/${file}`);
      expect(answer.bytes.equals(whole.bytes.subarray(100))).toBe(true);
      expect(answer.headers.get('etag')).toBe(whole.headers.get('etag'));
    },
  },
  {
    row: ROW,
    shows: 'describes and cites the newest version that the caller may see',
    as: 'owner',
    given: async (world) => remembered(withDraft(world).then((made) => made.file)),
    status: 200,
    holds: async (answer, { callers }) => {
      const entries = await entriesOf(answer);
      expect(entries.get('renamed-ddi.xml')).toContain('DRAFT VERSION');
      expect(entries.get('renamedcitation-bib.bib')).toContain('version = {DRAFT VERSION}');
      const forOthers = await entriesOf(await callers.stranger.rest.get(`/api/access/datafile/bundle/${file}`));
      expect([...forOthers.values()].join('')).not.toContain('DRAFT VERSION');
    },
  },
  {
    row: ROW,
    shows: 'describes and cites the version of a record',
    as: 'owner',
    given: async (world) => {
      const { path } = await remembered(withDraft(world).then((made) => made.file));
      return { path, query: { fileMetadataId: String(await publishedRecord(world, file)) } };
    },
    status: 200,
    holds: async (answer) => {
      const entries = await entriesOf(answer);
      expect(entries.get(DESCRIPTION)).toContain('<fileName>pets.tab</fileName>');
      expect(entries.get('petscitation-bib.bib')).toContain('version = {V1}');
    },
  },
  {
    row: ROW,
    shows: 'has what was edited of the variables, in the version that says it, and keeps but a few descriptions',
    as: 'owner',
    given: async (world) => {
      const { owner } = world.callers;
      const { path } = await remembered(withTable(world, true));
      const variables = succeeded(await owner.rest.get(`/api/files/${file}/dataTables`));
      for (let edit = 1; edit <= 10; edit += 1) {
        const raw = `<codeBook><dataDscr><var ID="v${variables.number('data.0.dataVariables.1.id')}"><labl level="variable">Label ${edit}</labl></var></dataDscr></codeBook>`;
        succeeded(await owner.rest.send(`/api/edit/${file}`, { method: 'PUT', raw, headers: { 'Content-Type': 'application/xml' } }));
        const bundle = await entriesOf(await owner.rest.get(`/api/access/datafile/bundle/${file}`));
        expect(bundle.get(DESCRIPTION)).toContain(`<labl level="variable">Label ${edit}</labl>`);
      }
      return { path };
    },
    status: 200,
    holds: async (answer, { callers, server }) => {
      expect((await entriesOf(answer)).get(DESCRIPTION)).toContain('Label 10');
      const published = await entriesOf(await callers.stranger.rest.get(`/api/access/datafile/bundle/${file}`));
      expect(published.get(DESCRIPTION)).toContain('<labl level="variable">pounds</labl>');
      const { sql } = server.application.connection;
      const kept = await sql`select form from table_form where data_file_id = ${file} and form like 'ddi-%'`;
      expect(kept).toHaveLength(8);
    },
  },
  {
    row: ROW,
    shows: 'refuses a record that is no number',
    as: 'stranger',
    given: async (world) => ({ path: [await withTable(world, true)], query: { fileMetadataId: 'first' } }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'knows no record of the draft for those who may not see it',
    as: 'stranger',
    given: async (world) => {
      const { file: renamed, record } = await withDraft(world);
      return { path: [renamed], query: { fileMetadataId: String(record) } };
    },
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'finds no file of an unknown number',
    as: 'stranger',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'refuses those who may not download a restricted table',
    as: 'stranger',
    given: async (world) => {
      const restricted = await withTable(world, true);
      await world.server.application.connection.sql`update data_file set restricted = true where id = ${restricted}`;
      return { path: [restricted] };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
];
