import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeIngestedPets, PETS } from '../../support/ingested-files.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let reader: Caller;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  reader = guest(server);
  collection = await createCollection(admin);
});
afterAll(async () => server.stop());

interface Seeded {
  readonly dataset: SeededDataset;
  readonly files: readonly number[];
}

/** A dataset with so many tables. */
async function withTables(count: number): Promise<Seeded> {
  const dataset = await createDataset(admin, collection);
  const files: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const file = await addFile(admin, dataset, { name: `pets-${place}.csv`, bytes: PETS.csv.replace('40', `4${place}`), type: 'text/csv' });
    await makeIngestedPets(server, file);
    await server.application.db.execute(sql`update file_metadata set label = ${`pets-${place}.tab`} where data_file_id = ${file}`);
    files.push(file);
  }
  return { dataset, files };
}

async function exported({ dataset }: Seeded, exporter: string): Promise<string> {
  return succeeded(await reader.rest.get(`/api/datasets/export?exporter=${exporter}&persistentId=${dataset.persistentId}`)).body;
}

/** Names of the variables in an export, by the files that have them. */
function variablesIn(ddi: string): readonly (readonly [file: number, name: string])[] {
  return [...ddi.matchAll(/<var [^>]*name="([^"]*)"[^>]*><location fileid="f(\d+)"/g)].map(
    ([, name = '', file]) => [Number(file), name] as const,
  );
}

async function change(file: number, set: ReturnType<typeof sql>): Promise<void> {
  await server.application.db.execute(sql`update data_file set ${set} where id = ${file}`);
}

describe('variables in exports', () => {
  it('are those of the tables that are open to all', async () => {
    const seeded = await withTables(4);
    const [open = 0, restricted = 0, embargoed = 0, over = 0] = seeded.files;
    const { db } = server.application;
    await db.execute(sql`update file_metadata set restricted = true where data_file_id = ${restricted}`);
    await change(embargoed, sql`embargo_date_available = (now() at time zone 'UTC')::date + 1`);
    await change(over, sql`retention_date_unavailable = (now() at time zone 'UTC')::date - 1`);
    await publishDataset(admin, seeded.dataset);
    const ddi = await exported(seeded, 'ddi');
    expect(variablesIn(ddi)).toEqual(['name', 'pounds', 'species'].map((name) => [open, name]));
    expect(ddi.match(/<fileDscr /g)).toHaveLength(4);
    expect(ddi.match(/<varQnty>3<\/varQnty>/g)).toHaveLength(4);
    const { recordSet } = JSON.parse(await exported(seeded, 'croissant')) as { recordSet: readonly { '@id': string }[] };
    expect(recordSet.map((one) => one['@id'])).toEqual([`t${open}`]);
    expect((await exported(seeded, 'html')).match(/<th scope="row" dir="auto">species<\/th>/g)).toHaveLength(1);
  });

  it('appear on the day on which the embargo ends, and leave on that on which the retention period is over', async () => {
    const seeded = await withTables(2);
    const [embargoed = 0, kept = 0] = seeded.files;
    const { db } = server.application;
    await change(embargoed, sql`embargo_date_available = (now() at time zone 'UTC')::date + 3`);
    await change(kept, sql`retention_date_unavailable = (now() at time zone 'UTC')::date + 1`);
    await publishDataset(admin, seeded.dataset);
    const before = await exported(seeded, 'ddi');
    expect(new Set(variablesIn(before).map(([file]) => file))).toEqual(new Set([kept]));
    const staleOn = sql`select stale_on - (now() at time zone 'UTC')::date as days from metadata_export where dataset_id = ${seeded.dataset.id}`;
    expect(await db.execute(staleOn)).toEqual([{ days: 2 }]);
    // Both days have come.
    await change(embargoed, sql`embargo_date_available = (now() at time zone 'UTC')::date`);
    await change(kept, sql`retention_date_unavailable = (now() at time zone 'UTC')::date - 1`);
    await db.execute(sql`update metadata_export set stale_on = (now() at time zone 'UTC')::date where dataset_id = ${seeded.dataset.id}`);
    expect(new Set(variablesIn(await exported(seeded, 'ddi')).map(([file]) => file))).toEqual(new Set([embargoed]));
    expect(await db.execute(sql`select stale_on from metadata_export where dataset_id = ${seeded.dataset.id}`)).toEqual([
      { stale_on: null },
    ]);
  });

  it('are all there and in their order, also of a table with more of them than a statement reads', async () => {
    const seeded = await withTables(3);
    const [first = 0, wide = 0, last = 0] = seeded.files;
    const { db } = server.application;
    await db.execute(sql`insert into data_variable (data_file_id, file_order, name, interval_type, format_type, unf)
      select ${wide}::int, place, 'x' || place, 'discrete', 'CHARACTER', 'UNF:6:x' from generate_series(3, 1200) place`);
    await db.execute(sql`update data_table set variable_quantity = 1201 where data_file_id = ${wide}`);
    await publishDataset(admin, seeded.dataset);
    const own = ['name', 'pounds', 'species'];
    const many = [...own, ...Array.from({ length: 1198 }, (_, place) => `x${place + 3}`)];
    expect(variablesIn(await exported(seeded, 'ddi'))).toEqual([
      ...own.map((name) => [first, name]),
      ...many.map((name) => [wide, name]),
      ...own.map((name) => [last, name]),
    ]);
  });
});
