import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKeptExports } from '../../../src/db/queries/exports/kept-exports.ts';
import { findOaiRecord, findOldestOaiStamp, listOaiRecords, type OaiListing } from '../../../src/db/queries/harvesting/oai-records.ts';
import { listOaiPage } from '../../../src/db/queries/harvesting/oai-pages.ts';
import { stampChanges } from '../../../src/domain/harvesting/stamp-changes.ts';
import { type ExplainingDatabase, explainingDatabase } from '../../support/explained.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const RECORDS = 100_000;
const PAGE = 100;
/** Microseconds between two stamps, of which every tenth is that of the record before. */
const APART = 1_000_000;

let database: TestDatabase;
let explaining: ExplainingDatabase;
const giveStamps = (): Promise<void> => stampChanges(explaining.db);

beforeAll(async () => {
  database = await createTestDatabase();
  explaining = explainingDatabase(database.url);
  const { sql } = explaining;
  await sql`insert into oai_record (dataset_id, identifier, deleted, stamp_micros)
    select id, 'doi:10.5072/FK2/R' || id, false, (id - (id % 10 = 0)::int)::bigint * ${APART} from generate_series(1, ${RECORDS}) id`;
  await sql`insert into oai_set (spec, description, reviewed) select spec, '', true from unnest(array['tenth', 'all', 'none']) spec`;
  await sql`insert into oai_set_record (set_id, dataset_id, member, stamp_micros)
    select s.id, r.dataset_id, true, r.stamp_micros from oai_record r join oai_set s on s.spec = 'all' or (s.spec = 'tenth' and r.dataset_id % 10 = 0)`;
});
afterAll(async () => {
  await explaining.sql.end();
  await database.drop();
});

const listing = (more: Partial<OaiListing> = {}): OaiListing => ({
  set: null,
  fromMicros: null,
  beforeMicros: null,
  after: null,
  limit: PAGE,
  ...more,
});

test('a part of a list of 100,000 records is one statement, and costs the same wherever it is, before and after the table was analyzed', async () => {
  const bound = RECORDS * APART;
  const parts = [
    listing(),
    listing({ fromMicros: 50_000 * APART }),
    listing({ fromMicros: 50_000 * APART, beforeMicros: 50_050 * APART }),
    listing({ after: { stampMicros: 90_000 * APART, datasetId: 90_000, boundMicros: bound } }),
    listing({ beforeMicros: 1 }),
    listing({ set: 'tenth' }),
    listing({ set: 'tenth', fromMicros: 50_000 * APART }),
    listing({ set: 'tenth', after: { stampMicros: 90_000 * APART, datasetId: 90_000, boundMicros: bound } }),
    listing({ set: 'nosuch' }),
  ];
  for (const analyzed of [false, true]) {
    if (analyzed) await explaining.sql`analyze oai_record, oai_set, oai_set_record`;
    for (const part of parts) {
      const cost = await explaining.costOf(() => listOaiRecords(explaining.db, part, giveStamps));
      expect({ ...cost, blocks: cost.blocks < PAGE * 15 }).toEqual({ statements: 1, blocks: true, readWhole: [] });
    }
  }
});

test('a list holds each record once, also those with one stamp, and none that changes meanwhile', async () => {
  const seen: number[] = [];
  let after: OaiListing['after'] = null;
  for (let part = 0; part < 4; part += 1) {
    const { rows, boundMicros } = await listOaiRecords(explaining.db, listing({ after, limit: 15 }), giveStamps);
    seen.push(...rows.map(({ datasetId }) => datasetId));
    const last = rows.at(-1);
    after = last === undefined ? null : { stampMicros: last.stampMicros, datasetId: last.datasetId, boundMicros };
    await explaining.sql`update oai_record set stamp_micros = null where dataset_id = ${50 + part}`;
  }
  // 50 was changed before the list came there, 53 after it.
  const expected = Array.from({ length: 63 }, (_, index) => index + 1).filter((id) => ![50, 51, 52].includes(id));
  expect(seen.toSorted((a, b) => a - b)).toEqual(expected.slice(0, 60));
});

test('one record, and the oldest change, are found by an index', async () => {
  await giveStamps();
  const one = await explaining.costOf(() => findOaiRecord(explaining.db, 'DOI:10.5072/fk2/r77777', giveStamps));
  const oldest = await explaining.costOf(() => findOldestOaiStamp(explaining.db));
  expect(one.blocks).toBeLessThan(50);
  expect(oldest.blocks).toBeLessThan(20);
});

test('the exports of a part are one statement', async () => {
  const asked = { exporter: 'oai_dc', installation: '', mostBytes: 1_000_000 };
  const ids = Array.from({ length: PAGE }, (_, index) => index + 1);
  const { statements, readWhole } = await explaining.costOf(() => listKeptExports(explaining.db, ids, asked));
  expect({ statements, readWhole: readWhole.filter((table) => table !== 'node') }).toEqual({ statements: 1, readWhole: [] });
});

test('a part with its exports is one statement, which finds them by indexes, of a set too', async () => {
  const asked = { exporter: 'oai_dc', installation: '', mostBytes: 1_000_000 };
  for (const part of [listing({ fromMicros: 50_000 * APART }), listing({ set: 'tenth', fromMicros: 50_000 * APART })]) {
    const cost = await explaining.costOf(() => listOaiPage(explaining.db, part, asked, giveStamps));
    const { statements, readWhole } = cost;
    // Tables of a few rows are read whole, and one that is empty.
    const whole = readWhole.filter(
      (table) => !['oai_set', 'metadata_export', 'license', 'collection', 'metadata_export_run'].includes(table),
    );
    expect({ statements, whole, blocks: cost.blocks < PAGE * 20 }).toEqual({ statements: 1, whole: [], blocks: true });
  }
});
