// What was edited of the variables of a file that is replaced: files.md 5, 9.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doJobs } from '../../support/do-jobs.ts';
import { PETS } from '../../support/ingested-files.ts';
import type { JsonReader } from '../../support/json-reader.ts';
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

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({ INGEST_MINUTES: '5' });
  admin = superuser(server);
});
afterAll(() => server.stop());

/** The same table: quoted, with other ends of lines. */
const EQUAL = PETS.csv.replaceAll('dog', '"dog"').replaceAll('\n', '\r\n');

async function replace(file: number, bytes: string): Promise<number> {
  const answer = succeeded(await admin.rest.upload(`/api/files/${file}/replace`, { name: 'pets.csv', bytes, type: 'text/csv' }));
  return answer.number('data.files.0.dataFile.id');
}

async function tableOf(file: number): Promise<JsonReader> {
  return succeeded(await admin.rest.get(`/api/files/${file}/dataTables`));
}

/** A table of which a label, a question, a weight and a group were edited. */
async function edited(published: boolean): Promise<{ readonly dataset: SeededDataset; readonly file: number }> {
  const dataset = await createDataset(admin, await createCollection(admin));
  const file = await addFile(admin, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
  await doJobs(server);
  const table = await tableOf(file);
  const [name, pounds, species] = [0, 1, 2].map((place) => table.number(`data.0.dataVariables.${place}.id`));
  const raw = `<codeBook><dataDscr><varGrp ID="VG1" var="v${name} v${species}"><labl>Who</labl></varGrp>
    <var ID="v${name}" wgt-var="v${pounds}"><labl level="variable">Name of the pet</labl><qstn><qstnLit>What is it called?</qstnLit></qstn></var>
    <var ID="v${pounds}" wgt="wgt"><labl level="variable">Weight</labl></var></dataDscr></codeBook>`;
  succeeded(await admin.rest.send(`/api/edit/${file}`, { method: 'PUT', raw, headers: { 'Content-Type': 'application/xml' } }));
  if (published) await publishDataset(admin, dataset);
  return { dataset, file };
}

async function expectEdits(file: number): Promise<void> {
  const table = await tableOf(file);
  const [name, pounds, species] = [0, 1, 2].map((place) => table.number(`data.0.dataVariables.${place}.id`));
  expect(table.at('data.0.dataVariables.0.variableMetadata')).toMatchObject([
    { label: 'Name of the pet', literalQuestion: 'What is it called?', isWeighted: true, weightVariableId: pounds },
  ]);
  expect(table.at('data.0.dataVariables.1.variableMetadata')).toMatchObject([{ label: 'Weight', isWeightVar: true }]);
  expect(table.at('data.0.dataVariables.2.variableMetadata')).toEqual([]);
  const ddi = (await admin.rest.get(`/api/access/datafile/${file}/metadata/ddi`)).body;
  expect(ddi).toMatch(new RegExp(`<varGrp ID="VG\\d+" var="v${name} v${species}"><labl>Who</labl></varGrp>`));
}

async function expectNone(file: number): Promise<void> {
  const table = await tableOf(file);
  for (const place of [0, 1, 2]) expect(table.at(`data.0.dataVariables.${place}.variableMetadata`)).toEqual([]);
  expect((await admin.rest.get(`/api/access/datafile/${file}/metadata/ddi`)).body).not.toContain('<varGrp');
}

describe.each([true, false])('of a file that is published: %s', (published) => {
  test('it is kept when an equal table replaces it', async () => {
    const { dataset, file } = await edited(published);
    const next = await replace(file, EQUAL);
    await doJobs(server);
    expect((await tableOf(next)).text('data.0.UNF')).toBe(PETS.unf);
    await expectEdits(next);
    if (!published) return;
    await publishDataset(admin, dataset);
    await expectEdits(next);
    // The published version keeps its own.
    await expectEdits(file);
  });

  test('it is not kept when another table replaces it', async () => {
    const { file } = await edited(published);
    const other = await replace(file, PETS.csv.replace('40', '41'));
    await doJobs(server);
    await expectNone(other);
  });

  test('it is kept over a file that is replaced before it was read', async () => {
    const { file } = await edited(published);
    const { sql } = server.application.connection;
    const broken = await replace(file, 'name,pounds,species\nMarshall\n');
    await doJobs(server);
    expect((await admin.rest.get(`/api/files/${broken}/ingest`)).at('data.state')).toBe('FAILED');
    const next = await replace(broken, EQUAL);
    await doJobs(server);
    await expectEdits(next);
    expect(await sql`select 1 from former_variable_edits`).toEqual([]);
  });
});
