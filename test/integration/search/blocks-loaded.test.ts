// A block that is loaded again says other things of fields: the index follows, by a job.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatasetsAgain, examineIndex } from '../../../src/domain/search/examine-index.ts';
import { doJobs } from '../../support/do-jobs.ts';
import { gather } from '../../support/gather.ts';
import { type Caller, createCollection, type SeededCollection, succeeded, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { blockTable } from '../../unit/metadata/block-tables.ts';
import { sendDataset, sendTable } from '../metadata/load-world.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let dataset: number;

const own = (facetable: boolean): string =>
  blockTable({ blocks: [['own', '', 'Own block']], fields: [{ name: 'plumage', block: 'own', facetable }] });

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  succeeded(await sendTable(admin, own(false)));
  collection = await createCollection(admin);
  succeeded(await admin.rest.post(`/api/collections/${collection.alias}/metadatablocks`, ['citation', 'own']));
  const plumage = { typeName: 'plumage', multiple: false, typeClass: 'primitive', value: 'grey' };
  dataset = succeeded(await sendDataset(admin, collection, plumage)).number('data.id');
});
afterAll(() => server.stop());

const facetsOf = async (): Promise<unknown> => {
  const [row] = await server.application.connection.sql`select facets from search_document where kind = 'DATASET' and node_id = ${dataset}`;
  return row?.['facets'];
};

test('a field that becomes a facet is one of the datasets that are there', async () => {
  expect(await facetsOf()).not.toContain('plumage=grey');
  succeeded(await sendTable(admin, own(true)));
  await doJobs(server);
  expect(await facetsOf()).toContain('plumage=grey');
  expect(await gather(examineIndex(server.application.db, { mend: false, onProgress: () => undefined }))).toEqual([]);
});

test('what is described anew begins after an id', async () => {
  const { sql } = server.application.connection;
  const spoil = () => sql`update search_document set facets = '{}' where kind = 'DATASET' and node_id = ${dataset}`;
  await spoil();
  await describeDatasetsAgain(server.application.db, dataset);
  expect(await facetsOf()).toEqual([]);
  await describeDatasetsAgain(server.application.db, dataset - 1);
  expect(await facetsOf()).toContain('plumage=grey');
});
