// What the doctor finds in an index that was spoiled behind its triggers, and what it leaves.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineIndex, type IndexFault } from '../../../src/domain/search/examine-index.ts';
import { faultsOfSearchIndex } from '../../support/search-index.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

let world: DomainWorld;
let collection: number;
let dataset: number;
let file: number;
beforeAll(async () => {
  world = await startDomainWorld();
  collection = await world.createCollection('herons', { published: true });
  dataset = await world.createDataset(collection, 'Grey herons');
  file = await world.addFile(dataset, 'nests.txt');
});
afterAll(() => world.stop());

async function examined(mend: boolean): Promise<{ readonly faults: IndexFault[]; readonly seen: string[] }> {
  const faults: IndexFault[] = [];
  const seen = new Set<string>();
  const onProgress = ({ kind }: { readonly kind: string }) => void seen.add(kind);
  for await (const fault of examineIndex(world.server.application.db, { mend, onProgress })) faults.push(fault);
  return { faults, seen: [...seen] };
}

async function spoil(): Promise<void> {
  await world.sql`update search_document set words = '' where kind = 'COLLECTION' and row_id = ${collection}`;
  await world.sql`update search_document set facets = '{}' where kind = 'DATASET' and node_id = ${dataset}`;
  await world.sql`delete from search_document where kind = 'DATAFILE' and node_id = ${file}`;
  await world.sql`update search_dataset set draft_ordinal = null where dataset_id = ${dataset}`;
  await world.sql`insert into search_document (kind, row_id, node_id, public, name, facets, words, digest)
    values ('COLLECTION', 999999, 999999, true, 'left over', '{}', '', ''), ('DATASET', 999999, 999999, true, 'left over', '{}', '', '')`;
}

const spoiled = [
  expect.objectContaining({ fault: 'STALE', kind: 'COLLECTION', rowId: expect.any(Number) }),
  expect.objectContaining({ fault: 'LEFT_OVER', kind: 'COLLECTION', rowId: 999_999 }),
  expect.objectContaining({ fault: 'STALE', kind: 'DATASET' }),
  expect.objectContaining({ fault: 'STALE', kind: 'DATASET' }),
  expect.objectContaining({ fault: 'LEFT_OVER', kind: 'DATASET', rowId: 999_999 }),
  expect.objectContaining({ fault: 'MISSING', kind: 'DATAFILE', nodeId: expect.any(Number) }),
];

test('nothing is found in an index that triggers keep', async () => {
  expect(await examined(false)).toEqual({ faults: [], seen: ['COLLECTION', 'DATASET', 'DATAFILE'] });
});

test('each fault is found and left as it is, until it is mended', async () => {
  await spoil();
  expect((await examined(false)).faults).toEqual(spoiled);
  expect((await examined(false)).faults).toHaveLength(spoiled.length);
  expect((await examined(true)).faults).toEqual(spoiled);
  expect((await examined(false)).faults).toEqual([]);
  expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
});

test('names that completion does not have, and those that it has of something else, are found and mended', async () => {
  await world.sql`delete from search_name where kind = 'DATASET'`;
  await world.sql`insert into search_name values ('egrets', 'DATAFILE', (select row_id from search_document where kind = 'DATAFILE' and node_id = ${file}))`;
  const faults = [
    expect.objectContaining({ fault: 'STALE', kind: 'DATASET', nodeId: dataset }),
    expect.objectContaining({ fault: 'LEFT_OVER', kind: 'DATAFILE' }),
  ];
  expect((await examined(false)).faults).toEqual(faults);
  expect((await examined(true)).faults).toEqual(faults);
  expect((await examined(false)).faults).toEqual([]);
  expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
});

test('what was described by other facets is described anew', async () => {
  await world.sql`update metadata_field set facetable = not facetable where name = 'title'`;
  const { faults } = await examined(true);
  expect(faults).toEqual([expect.objectContaining({ fault: 'STALE', kind: 'DATASET', nodeId: dataset })]);
  await world.sql`update metadata_field set facetable = not facetable where name = 'title'`;
  expect((await examined(true)).faults).toHaveLength(1);
});
