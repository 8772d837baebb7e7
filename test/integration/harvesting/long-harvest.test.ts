// Harvests of many records, which change meanwhile, and over a restart.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { copyDatasets } from '../../support/copy-datasets.ts';
import { askOai, harvest, headsOf, type OaiAsked, texts, tokenOf } from '../../support/oai-client.ts';
import {
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

const RECORDS = 5_000;
/** Servers of one database open what the others sealed. */
const SECRET_KEYS = randomBytes(32).toString('base64');

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let sql: postgres.Sql;
let copies: number[];

beforeAll(async () => {
  server = await startTestServer({ SECRET_KEYS });
  admin = superuser(server);
  sql = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined });
  succeeded(await admin.rest.send('/api/admin/settings/:OAIServerEnabled', { method: 'PUT', raw: 'true' }));
  collection = await createCollection(admin);
  const template = await createDataset(admin, collection);
  await publishDataset(admin, template);
  copies = await copyDatasets(sql, template.id, RECORDS - 1);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** What a harvester knows: whether each record is deleted. @throws Error when one comes twice in a list */
async function harvestInto(known: Map<string, boolean>, asked: OaiAsked): Promise<string> {
  const seen = new Set<string>();
  let began: string | undefined;
  for await (const answer of harvest(server.url, asked)) {
    began ??= texts(answer.root, 'responseDate')[0];
    for (const { identifier, deleted } of headsOf(answer)) {
      if (seen.has(identifier)) throw new Error(`${identifier} came twice.`);
      seen.add(identifier);
      known.set(identifier, deleted);
    }
  }
  return began ?? '';
}

/** One change after the other until it is told to end: at the beginning of the list, in its middle, at its end, and beyond. */
async function changeUntil(ended: () => boolean): Promise<number> {
  let round = 0;
  for (; !ended() || round < 8; round += 1) {
    const place = (round * 613) % copies.length;
    const id = copies[place];
    copies.splice(place, 1);
    if (round % 4 === 0) await publishDataset(admin, await createDataset(admin, collection));
    else if (round % 4 === 1) succeeded(await admin.rest.delete(`/api/datasets/${id}/destroy`));
    else if (round % 4 === 2) {
      succeeded(await admin.rest.post(`/api/datasets/${id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong' }));
    } else {
      const { metadataBlocks } = succeeded(await admin.rest.get(`/api/datasets/${id}/versions/:latest`)).record('data');
      succeeded(await admin.rest.put(`/api/datasets/${id}/versions/:draft`, { metadataBlocks }));
      succeeded(await admin.rest.post(`/api/datasets/${id}/actions/:publish?type=updatecurrent`, {}));
    }
  }
  return round;
}

it('brings every record once and misses none, while datasets are published, changed, withdrawn and destroyed', async () => {
  const known = new Map<string, boolean>();
  let isOver = false;
  const changes = changeUntil(() => isOver);
  const began = await harvestInto(known, { verb: 'ListIdentifiers', metadataPrefix: 'oai_dc' });
  isOver = true;
  expect(await changes).toBeGreaterThan(7);
  await harvestInto(known, { verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', from: began });
  const rows = await sql<{ identifier: string; deleted: boolean }[]>`select identifier, deleted from oai_record order by identifier`;
  expect(rows.length).toBeGreaterThan(RECORDS);
  expect([...known].toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual(
    rows.map(({ identifier, deleted }) => [identifier, deleted]).toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );
});

it('is continued by a server that was started since', async () => {
  const first = await askOai(server.url, { verb: 'ListRecords', metadataPrefix: 'oai_dc' });
  const resumptionToken = tokenOf(first);
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-harvest-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const later = await startServerProcess({
    dataDir,
    env: { DATABASE_URL: server.databaseUrl, SECRET_KEYS, SUPERUSER_API_TOKEN: SUPERUSER_TOKEN },
  });
  const here = await askOai(server.url, { verb: 'ListRecords', resumptionToken });
  const there = await askOai(later.url, { verb: 'ListRecords', resumptionToken });
  expect(headsOf(there)).toHaveLength(headsOf(first).length);
  expect(headsOf(there)).toEqual(headsOf(here));
});
