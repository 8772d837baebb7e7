import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaseWebhooks, listDueDeliveries } from '../../../src/db/queries/events/webhook-deliveries.ts';
import { type ExplainingDatabase, explainingDatabase } from '../../support/explained.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const PENDING = 20_000;
const LANES = 500;
const BATCH = 256;
const reader = { superuser: true, identities: [], ceiling: 0 };

let database: TestDatabase;
let explaining: ExplainingDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  explaining = explainingDatabase(database.url);
  const { sql } = explaining;
  // Without the account and the datasets that the rows are about.
  await sql`set session_replication_role = replica`;
  await sql`insert into webhook (owner_id, collection_id, url, kinds, secret, position) values (1, 1, 'https://a.example/', '{}', '', 0)`;
  await sql`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload, position)
    select 'DATASET_UPDATED', 1000 + n % ${LANES}, 'doi:10.5072/A', 1000 + n % ${LANES}, '{1}', 0, '{}', n from generate_series(1, ${PENDING}) n`;
  await sql`insert into webhook_delivery (webhook_id, event_id, lane) select 1, id, home_id from feed_event order by position`;
});
afterAll(async () => {
  await explaining.sql.end();
  await database.drop();
});

const due = () => listDueDeliveries(explaining.db, { webhookId: 1, reader, limit: BATCH });

test('a batch of deliveries costs what it holds, however many wait, before and after the tables were analyzed', async () => {
  for (const analyzed of [false, true]) {
    if (analyzed) await explaining.sql`analyze webhook_delivery, feed_event`;
    expect(await due()).toHaveLength(BATCH);
    expect((await explaining.costOf(due)).blocks).toBeLessThan(BATCH * 5);
    const lease = () => leaseWebhooks(explaining.db, { worker: 'a', seconds: 0, limit: 4 });
    expect(await lease()).toHaveLength(1);
    expect((await explaining.costOf(lease)).blocks).toBeLessThan(100);
  }
});

test('nothing is due in a lane where a delivery waits for its next try', async () => {
  const [first] = await due();
  await explaining.sql`update webhook_delivery set next_attempt_at = now() + interval '1 hour' where id = ${first?.id ?? 0}`;
  const lanes = (await due()).map(({ lane }) => lane);
  expect(lanes).toHaveLength(BATCH);
  expect(lanes).not.toContain(first?.lane);
});
