import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../../../src/db/client.ts';
import { listCollectionSubjects } from '../../../src/db/queries/collections/collection-subjects.ts';
import { listCollectionsByIds, listInheritedRules } from '../../../src/db/queries/collections/collections.ts';
import { findDatasetWithLatest } from '../../../src/db/queries/datasets/dataset-with-latest.ts';
import { findCollectionWithContents } from '../../../src/db/queries/collection-with-contents.ts';
import { countContentsOf, listContents, listFirstContents } from '../../../src/db/queries/collections/contents.ts';
import { type DatasetAside, listAsides } from '../../../src/db/queries/datasets/dataset-asides.ts';
import { listDatasetsByIds } from '../../../src/db/queries/datasets/datasets.ts';
import { hasOpenFile } from '../../../src/db/queries/datasets/dataset-facts.ts';
import { listFilesByIds } from '../../../src/db/queries/files/file-access.ts';
import { findFileRecord } from '../../../src/db/queries/files/file-records.ts';
import { listNodeGrants } from '../../../src/db/queries/gate/nodes.ts';
import { countVersionsOf, listFirstFiles, listFirstVersions } from '../../../src/db/queries/versions/first-pages.ts';
import {
  findVersion,
  findVersionByOrdinal,
  listLatestVersions,
  listVersionMetadata,
  listVersionsByIds,
} from '../../../src/db/queries/versions/versions.ts';
import { COLLECTION, FIRST_DATASET, seedManyDatasets } from '../../support/many-datasets.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { withoutSearchIndex } from '../../support/without-search-index.ts';

/** PostgreSQL plans a statement this often before it decides whether to keep a plan. */
const TRIALS = 5;
const LATER = 4;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql, close } = connectDatabase(database.url, { poolSize: 1 });
  await withoutSearchIndex(sql, async () => seedManyDatasets(sql));
  await close();
}, 180_000);
afterAll(() => database.drop());

const nobody = { identities: [':guest', ':AllUsers'], superuser: false };

const asidesOf = (ids: readonly number[], parts: readonly DatasetAside[]) =>
  ids.flatMap((datasetId) => parts.map((part) => ({ datasetId, part })));

type Batch = (db: Database, datasetIds: number[]) => Promise<unknown>;

/** Each is given one id and then two; versions and files are numbered in the order of their datasets. */
const batches: Readonly<Record<string, Batch>> = {
  'first files of versions': (db, ids) => listFirstFiles(db, ids, 11),
  'first versions of datasets': (db, ids) =>
    listFirstVersions(
      db,
      ids.map((datasetId) => ({ datasetId, states: ['RELEASED'] })),
      { limit: 11, withMetadata: false },
    ),
  'number of versions of datasets': (db, ids) =>
    countVersionsOf(
      db,
      ids.map((datasetId) => ({ datasetId, states: ['RELEASED'] })),
    ),
  'newest versions of datasets': (db, ids) => listLatestVersions(db, ids, nobody, true),
  'newest version of a dataset': (db, [id = 0]) => findVersion(db, id, { states: ['DRAFT', 'RELEASED'] }),
  'metadata of versions': (db, ids) => listVersionMetadata(db, ids),
  'versions by id': (db, ids) => listVersionsByIds(db, ids),
  'datasets by id': (db, ids) => listDatasetsByIds(db, ids, nobody.identities),
  'collections by id': (db) => listCollectionsByIds(db, [COLLECTION], nobody.identities),
  'rules that collections inherit': (db) => listInheritedRules(db, [COLLECTION]),
  'subjects of collections': (db) => listCollectionSubjects(db, [COLLECTION]),
  'page of contents': (db) => listContents(db, COLLECTION, nobody, { limit: 21 }),
  'first contents of collections': (db) => listFirstContents(db, [COLLECTION], nobody, 11),
  'collection with its first page, newest versions and files': (db) =>
    findCollectionWithContents(db, { id: 1 }, nobody, { limit: 11, newest: true, firstFiles: 6 }),
  'the same without what a plain list does not show': (db) =>
    findCollectionWithContents(db, { id: 1 }, nobody, { limit: 11, newest: true, firstFiles: 6, brief: true }),
  'dataset with its newest version and first files, as a plain list shows them': (db, [id = 0]) =>
    // Every third dataset is a draft, for which the statement with permissions would follow.
    findDatasetWithLatest(db, { id: id % 3 === 0 ? id + 1 : id }, nobody, { files: 11, metadata: false, granted: false, brief: true }),
  'number of contents of collections': (db, ids) => countContentsOf(db, ids, nobody),
  'what is held on nodes': (db, ids) => listNodeGrants(db, ids, nobody.identities),
  'what stands beside datasets': (db, ids) => listAsides(db, asidesOf(ids, ['locks', 'citations', 'releasedCategories', 'downloads'])),
  'one thing beside datasets': (db, ids) => listAsides(db, asidesOf(ids, ['locks'])),
  'whether a file is open': (db, [datasetId = 0]) =>
    hasOpenFile(db, { datasetId, ordinal: 1, identities: nobody.identities, viewsUnpublished: false, downloadsRestricted: false }),
  'record of a file in a version': (db, [id = 0]) => findFileRecord(db, id, 1),
  'version of a dataset by its ordinal': (db, [id = 0]) => findVersionByOrdinal(db, id, 1),
  'files by id': (db, ids) => listFilesByIds(db, ids, nobody.identities),
};

test.each(Object.entries(batches))('the plan is kept: %s', async (_name, batch) => {
  // One connection, so that every execution counts for the same plan.
  const { db, sql, close } = connectDatabase(database.url, { poolSize: 1 });
  for (let time = 0; time < TRIALS + LATER; time += 1) {
    await batch(
      db,
      Array.from({ length: 1 + (time % 2) }, (_, place) => FIRST_DATASET + 3_000 + time * 10 + place),
    );
  }
  // Those of the driver have no parameters.
  const plans = await sql`select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
    where statement like '%$1%' and statement not like '%pg_prepared_statements%'`;
  await close();
  expect([...plans]).toEqual([{ custom: TRIALS, generic: LATER }]);
});
