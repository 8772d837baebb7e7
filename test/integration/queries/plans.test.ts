import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../../src/db/client.ts';
import { findCollectionWithContents } from '../../../src/db/queries/collection-with-contents.ts';
import { findCollection } from '../../../src/db/queries/collections/collections.ts';
import { listFirstFiles, listFirstVersions } from '../../../src/db/queries/versions/first-pages.ts';
import { countContentsOf, listContents, listFirstContents } from '../../../src/db/queries/collections/contents.ts';
import { findDataset, isPersistentIdTaken, listDatasetsByIds } from '../../../src/db/queries/datasets/datasets.ts';
import { findFile } from '../../../src/db/queries/files/file-access.ts';
import { findLatestEmbargoEnd } from '../../../src/db/queries/files/file-dates.ts';
import { sumTakenBytes } from '../../../src/db/queries/files/storage-quotas.ts';
import {
  countDataFilesOf,
  countFilesOfVersions,
  findDuplicate,
  findFileRecord,
  listLabels,
} from '../../../src/db/queries/files/file-records.ts';
import { listTakenPaths } from '../../../src/db/queries/files/file-edits.ts';
import { listChainRecords } from '../../../src/db/queries/files/file-history.ts';
import { listOriginalNames } from '../../../src/db/queries/files/file-lineage.ts';
import { holdsPackage } from '../../../src/db/queries/files/file-packages.ts';
import { readEngineDocuments } from '../../../src/db/queries/search/engine-documents.ts';
import { countMatchingFiles, searchFiles } from '../../../src/db/queries/files/file-search.ts';
import {
  copyFilesToDraft,
  fileSetDiffers,
  foldDraftFiles,
  foldedPathsMeet,
  hasRestrictedFiles,
  publishFiles,
} from '../../../src/db/queries/files/file-versions.ts';
import { listLocks } from '../../../src/db/queries/gate/locks.ts';
import { countChildren } from '../../../src/db/queries/gate/nodes.ts';
import { listContributors, listFileDifferences } from '../../../src/db/queries/versions/version-differences.ts';
import {
  findVersion,
  findVersionAsOf,
  listLatestVersions,
  listVersions,
  listVersionsByIds,
} from '../../../src/db/queries/versions/versions.ts';
import { findDatasetWithLatest } from '../../../src/db/queries/datasets/dataset-with-latest.ts';
import { COLLECTION, FIRST_DATASET, LARGE_DATASET, seedManyDatasets, VERSIONS } from '../../support/many-datasets.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { withoutSearchIndex } from '../../support/without-search-index.ts';

/** Tables that grow with the holdings: reading one of them from end to end is what no hot statement may do. */
const LARGE_TABLES = new Set(['node', 'dataset', 'dataset_version', 'file_metadata', 'data_file', 'role_assignment']);

const LARGE_VERSION = { datasetId: LARGE_DATASET, ordinal: VERSIONS };

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}
const planNode: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
const explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planNode })) }));

function scannedWhole(plan: PlanNode): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && LARGE_TABLES.has(plan['Relation Name'] ?? '') ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedWhole)];
}

interface SentStatement {
  readonly text: string;
  readonly parameters: unknown[];
}

describe('plans of hot statements over many datasets, files and versions', () => {
  let database: TestDatabase;
  let sql: postgres.Sql;
  let db: Database;
  let sent: SentStatement[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = postgres(database.url, {
      max: 1,
      onnotice: () => undefined,
      debug: (_connection, text, parameters) => sent.push({ text, parameters: [...parameters] }),
    });
    db = drizzle(sql);
    await withoutSearchIndex(sql, async () => seedManyDatasets(sql));
  }, 180_000);
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  /** Runs a query, then lets PostgreSQL explain each statement it sent; tables that any of them reads whole. */
  async function tablesReadWhole(query: () => Promise<unknown>): Promise<string[]> {
    sent = [];
    await query();
    const statements = sent.filter(({ text }) => /^\s*(select|update|delete|insert|with)/i.test(text));
    expect(statements.length).toBeGreaterThan(0);
    const whole: string[] = [];
    for (const { text, parameters } of statements) {
      const rows = await sql.unsafe(`explain (format json) ${text}`, parameters as never[]);
      for (const row of explained.parse([...rows])) for (const { Plan } of row['QUERY PLAN']) whole.push(...scannedWhole(Plan));
    }
    return whole;
  }

  const anna = { identities: ['@anna', ':authenticated-users', ':AllUsers'], superuser: false };
  const nobody = { identities: [':guest', ':AllUsers'], superuser: false };
  const superuser = { identities: ['@root', ':authenticated-users', ':AllUsers'], superuser: true };
  const someIds = Array.from({ length: 50 }, (_, position) => FIRST_DATASET + 9_000 + position);

  const queries: Readonly<Record<string, () => Promise<unknown>>> = {
    'a dataset by id': () => findDataset(db, { id: FIRST_DATASET + 10_000 }, anna.identities),
    'a dataset by persistent identifier': () =>
      findDataset(db, { persistentId: `DOI:10.5072/FK2/d${FIRST_DATASET + 10_000}` }, anna.identities),
    'whether a persistent identifier is taken': () => isPersistentIdTaken(db, 'doi:10.5072/FK2/NONE'),
    'several datasets by id': () => listDatasetsByIds(db, someIds, anna.identities),
    'a dataset with its newest version, by id': () =>
      findDatasetWithLatest(db, { id: FIRST_DATASET + 5 }, anna, { files: null, metadata: true, granted: false }),
    'a dataset with its newest version and files, by id': () =>
      findDatasetWithLatest(db, { id: FIRST_DATASET + 5 }, nobody, { files: 100, metadata: true, granted: false }),
    'a dataset with its newest version, by persistent identifier': () =>
      findDatasetWithLatest(db, { persistentId: `doi:10.5072/FK2/D${FIRST_DATASET + 5}` }, anna, {
        files: 100,
        metadata: true,
        granted: false,
      }),
    'a dataset with its newest version and what is held': () =>
      findDatasetWithLatest(db, { id: FIRST_DATASET + 5 }, anna, { files: 100, metadata: true, granted: true }),
    'the large dataset with its newest version': () =>
      findDatasetWithLatest(db, { id: LARGE_DATASET }, nobody, { files: null, metadata: true, granted: false }),
    'the large dataset with its newest version and first files': () =>
      findDatasetWithLatest(db, { id: LARGE_DATASET }, nobody, { files: 11, metadata: false, granted: false }),
    'a collection with its first page, newest versions and files, as anybody': () =>
      findCollectionWithContents(db, { id: COLLECTION }, nobody, { limit: 11, newest: true, firstFiles: 6 }),
    'a collection with its first page, newest versions and files, as a member': () =>
      findCollectionWithContents(db, { alias: 'Large' }, anna, { limit: 11, newest: true, firstFiles: 6 }),
    'the large dataset with its newest version and first files, briefly': () =>
      findDatasetWithLatest(db, { id: LARGE_DATASET }, nobody, { files: 11, metadata: false, granted: false, brief: true }),
    'a dataset with its newest version, by persistent identifier, briefly': () =>
      findDatasetWithLatest(db, { persistentId: `doi:10.5072/FK2/D${FIRST_DATASET + 5}` }, anna, {
        files: 100,
        metadata: false,
        granted: false,
        brief: true,
      }),
    'a collection with its first page, newest versions and files, briefly': () =>
      findCollectionWithContents(db, { id: COLLECTION }, nobody, { limit: 11, newest: true, firstFiles: 6, brief: true }),
    'a collection by id': () => findCollection(db, { id: COLLECTION }, anna.identities),
    'a collection by alias': () => findCollection(db, { alias: 'Large' }, anna.identities),
    'the first page of contents, as anybody': () => listContents(db, COLLECTION, nobody, { limit: 100 }),
    'the first page of contents, as a member': () => listContents(db, COLLECTION, anna, { limit: 100 }),
    'a middle page of contents, as anybody': () =>
      listContents(db, COLLECTION, nobody, { after: { kind: 'DATASET', id: FIRST_DATASET + 10_000 }, limit: 100 }),
    'a middle page of contents, as a member': () =>
      listContents(db, COLLECTION, anna, { after: { kind: 'DATASET', id: FIRST_DATASET + 10_000 }, limit: 100 }),
    'a middle page of contents, as a superuser': () =>
      listContents(db, COLLECTION, superuser, { after: { kind: 'DATASET', id: FIRST_DATASET + 10_000 }, limit: 100 }),
    'the latest versions of a page, as anybody': () => listLatestVersions(db, someIds, nobody, true),
    'the latest versions of a page, as a member': () => listLatestVersions(db, someIds, anna, true),
    'the newest version of a dataset': () => findVersion(db, LARGE_DATASET, { states: ['DRAFT', 'RELEASED'] }),
    'a version by its number': () => findVersion(db, LARGE_DATASET, { versionNumber: 7, versionMinorNumber: 0 }),
    'the versions of a dataset': () => listVersions(db, LARGE_DATASET, ['RELEASED'], { limit: null }),
    'versions by id': () => listVersionsByIds(db, [5, 6, 7]),
    'the first page of files': () => searchFiles(db, LARGE_VERSION, { filter: {}, order: 'NAME_ASC', offset: 0, limit: 100 }),
    'a middle page of files': () =>
      searchFiles(db, { ...LARGE_VERSION, ordinal: 7 }, { filter: {}, order: 'NAME_ASC', after: ['file-2500', 0], offset: 0, limit: 100 }),
    'files by search': () => searchFiles(db, LARGE_VERSION, { filter: { searchText: 'file-49' }, order: 'NAME_ASC', offset: 0, limit: 20 }),
    'the files before one': () =>
      searchFiles(db, LARGE_VERSION, {
        filter: {},
        order: 'NAME_DESC',
        after: ['file-2500', 0],
        before: ['file-0100', 0],
        offset: 0,
        limit: 100,
      }),
    'the oldest versions of a dataset': () => listVersions(db, LARGE_DATASET, ['RELEASED'], { limit: 5, fromEnd: true }),
    'the largest files': () => searchFiles(db, LARGE_VERSION, { filter: {}, order: 'SIZE_ASC', offset: 100, limit: 20 }),
    'the newest files': () => searchFiles(db, LARGE_VERSION, { filter: {}, order: 'DATE_DESC', offset: 0, limit: 20 }),
    'a middle page of files by size': () =>
      searchFiles(db, LARGE_VERSION, { filter: {}, order: 'SIZE_ASC', after: [43_000, 43_000], offset: 0, limit: 20 }),
    'a page of files far down the list': () => searchFiles(db, LARGE_VERSION, { filter: {}, order: 'NAME_DESC', offset: 3_000, limit: 20 }),
    'files with a tag': () => searchFiles(db, LARGE_VERSION, { filter: { categoryName: 'Rare' }, order: 'NAME_ASC', offset: 0, limit: 20 }),
    'restricted files': () =>
      searchFiles(db, LARGE_VERSION, { filter: { accessStatus: 'Restricted' }, order: 'NAME_ASC', offset: 0, limit: 20 }),
    'public files': () => searchFiles(db, LARGE_VERSION, { filter: { accessStatus: 'Public' }, order: 'NAME_ASC', offset: 0, limit: 20 }),
    'files under an embargo': () =>
      searchFiles(db, LARGE_VERSION, { filter: { accessStatus: 'EmbargoedThenPublic' }, order: 'NAME_ASC', offset: 0, limit: 20 }),
    'the latest end of an embargo': () => findLatestEmbargoEnd(db, LARGE_VERSION),
    'what a dataset takes of its quota': () => sumTakenBytes(db, FIRST_DATASET + 5, null),
    'the number of files of a media type': () => countMatchingFiles(db, LARGE_VERSION, { contentType: 'text/csv' }),
    'the first files of several versions': () => listFirstFiles(db, [5_000, 5_001, 5_002], 11),
    'the first versions of several datasets': () =>
      listFirstVersions(
        db,
        [FIRST_DATASET, FIRST_DATASET + 1].map((datasetId) => ({ datasetId, states: ['RELEASED'] })),
        { limit: 11, withMetadata: true },
      ),
    'the first contents of a collection among several': () => listFirstContents(db, [COLLECTION], anna, 11),
    'the number of files of a page of versions': () => countFilesOfVersions(db, [5_000, 5_001, 5_002]),
    'the number of files of a dataset': () => countDataFilesOf(db, [LARGE_DATASET + 3]),
    'who may read a file': () => findFile(db, { id: 40_000 }, anna.identities),
    'a record of a file in a version': () => findFileRecord(db, 40_000, 7),
    'a duplicate of a file': () => findDuplicate(db, LARGE_VERSION, { algorithm: 'MD5', value: 'none' }),
    'labels that a new name could meet': () => listLabels(db, LARGE_DATASET, null, 'file-1'),
    'names of originals that a new name could meet': () =>
      listOriginalNames(
        db,
        { datasetId: LARGE_DATASET, directoryLabel: null },
        { ingestedType: 'text/tab-separated-values', beginning: 'file-1' },
      ),
    'whether a dataset is a package': () => holdsPackage(db, LARGE_DATASET),
    'the chain of a file': () => listChainRecords(db, { id: 40_000, datasetId: LARGE_DATASET, rootDataFileId: null }),
    'places that others hold': () => listTakenPaths(db, LARGE_VERSION, [{ label: 'none.txt', directoryLabel: null }], [40_000]),
    'whether files are restricted': () => hasRestrictedFiles(db, FIRST_DATASET + 5, 1),
    'whether files of a large dataset are restricted': () => hasRestrictedFiles(db, LARGE_DATASET, VERSIONS),
    'the version that was the current one at a moment': () => findVersionAsOf(db, LARGE_DATASET, ['RELEASED'], new Date()),
    'what changed between two versions': () => listFileDifferences(db, LARGE_DATASET, [{ from: 7, to: 8 }]),
    'locks of a dataset': () => listLocks(db, LARGE_DATASET),
    'documents for an engine of search': () =>
      readEngineDocuments(db, [
        { kind: 'DATASET', rowId: 9_000 },
        { kind: 'DATAFILE', rowId: 9_000 },
      ]),
    'the number of children': () => countChildren(db, [FIRST_DATASET + 3]),
  };

  test.each(Object.entries(queries))('%s', async (_name, query) => {
    expect(await tablesReadWhole(query)).toEqual([]);
  });

  test('files of the large dataset, and the comparison of its versions, read no other dataset', async () => {
    expect(await tablesReadWhole(() => searchFiles(db, LARGE_VERSION, { filter: {}, order: 'NAME_ASC', offset: 0, limit: 100 }))).toEqual(
      [],
    );
    expect(
      await tablesReadWhole(() => findDatasetWithLatest(db, { id: LARGE_DATASET }, nobody, { files: 100, metadata: true, granted: false })),
    ).toEqual([]);
    expect(await tablesReadWhole(() => fileSetDiffers(db, LARGE_DATASET, VERSIONS - 1, VERSIONS))).toEqual([]);
    expect(await tablesReadWhole(() => countContentsOf(db, [LARGE_DATASET], nobody))).toEqual([]);
    const pairs = Array.from({ length: VERSIONS - 1 }, (_, index) => ({ from: index + 1, to: index + 2 }));
    expect(await tablesReadWhole(() => listFileDifferences(db, LARGE_DATASET, pairs))).toEqual([]);
    expect(await tablesReadWhole(() => listContributors(db, [5, 6, 7], ['updateDatasetDraft']))).toEqual([]);
  });

  test('whether a version restricts files is asked of restricted files alone, however many others there are', async () => {
    sent = [];
    await hasRestrictedFiles(db, LARGE_DATASET, VERSIONS);
    const [statement] = sent.filter(({ text }) => text.includes('file_metadata'));
    const plan = await sql.unsafe(`explain ${statement?.text}`, statement?.parameters as never[]);
    expect(JSON.stringify(plan)).toContain('file_metadata_restricted_idx');
  });

  test('a page is found by the order of an index, without sorting what it passes over', async () => {
    const used: Readonly<Record<string, () => Promise<unknown>>> = {
      file_metadata_dataset_label_idx: () => searchFiles(db, LARGE_VERSION, { filter: {}, order: 'NAME_ASC', offset: 0, limit: 20 }),
      data_file_dataset_size_idx: () => searchFiles(db, LARGE_VERSION, { filter: {}, order: 'SIZE_ASC', offset: 0, limit: 20 }),
      node_file_date_idx: () => searchFiles(db, LARGE_VERSION, { filter: {}, order: 'DATE_ASC', offset: 0, limit: 20 }),
      file_metadata_categories_idx: () =>
        searchFiles(db, LARGE_VERSION, { filter: { categoryName: 'Rare' }, order: 'NAME_ASC', offset: 0, limit: 20 }),
    };
    for (const [index, query] of Object.entries(used)) {
      sent = [];
      await query();
      const [statement] = sent.filter(({ text }) => text.includes('file_metadata'));
      const plan = await sql.unsafe(`explain ${statement?.text}`, statement?.parameters as never[]);
      expect(JSON.stringify(plan)).toContain(index);
    }
  });

  test('a draft made from an older version reads no other dataset', async () => {
    expect(await tablesReadWhole(() => copyFilesToDraft(db, LARGE_DATASET, { source: VERSIONS - 1, draft: VERSIONS + 1 }))).toEqual([]);
  });

  test('publishing and folding the files of a version read no other dataset', async () => {
    const nextOrdinal = VERSIONS + 1;
    expect(await tablesReadWhole(() => publishFiles(db, LARGE_DATASET, nextOrdinal, new Date()))).toEqual([]);
    expect(await tablesReadWhole(() => foldedPathsMeet(db, LARGE_DATASET, nextOrdinal))).toEqual([]);
    expect(await tablesReadWhole(() => foldDraftFiles(db, LARGE_DATASET, { released: VERSIONS, draft: nextOrdinal }))).toEqual([]);
  });
});
