/** The rows beside PostGraphile: the same values from the same tables, which it reads as they are, without permissions or rules. */
import { z } from 'zod';
import { isChosen } from './options.ts';
import { get, graphql, randomNumbers, type Scenario, withStoredClasses } from './scenarios.ts';
import type { IdRange } from './seed.ts';
import type { SeededFilled } from './seed-filled.ts';

const OURS = {
  firstFiles: `query ($id: Int!) {
    dataset(reference: { databaseId: $id }) {
      databaseId protocol authority separator identifier
      latestVersion {
        versionNumber versionMinorNumber title
        files(first: 10) { nodes { label description dataFile { databaseId contentType sizeBytes checksum { type value } } } }
      }
    }
  }`,
  nested: `query ($id: Int!) {
    collection(reference: { databaseId: $id }) {
      alias
      contents(first: 10) {
        nodes {
          ... on Dataset {
            databaseId identifier
            latestVersion { versionNumber versionMinorNumber title files(first: 5) { nodes { label dataFile { checksum { value } } } } }
          }
        }
      }
    }
  }`,
  list: (fields: string) => `query ($id: Int!) {
    collection(reference: { databaseId: $id }) {
      alias
      contents(first: 20) {
        nodes { ... on Dataset { databaseId identifier latestVersion { versionNumber versionMinorNumber title ${fields} } } }
      }
    }
  }`,
} as const;

const newestVersion = (fields: string): string => `datasetVersionsByDatasetId(first: 1, orderBy: [ORDINAL_DESC]) { nodes { ${fields} } }`;
const files = (page: string, fields: string): string =>
  `fileMetadataByDatasetId(${page} orderBy: [LABEL_ASC], condition: { validTo: null }) { nodes { ${fields} } }`;
const children = (page: string, fields: string): string =>
  `treeNodesByOwnerId(${page} orderBy: [ROW_ID_ASC], condition: { kind: DATASET }) { nodes { ${fields} } }`;
const listOf = (page: string, fields: string): string => `query ($id: Int!) {
  collectionByRowId(rowId: $id) { alias treeNodeByRowId { ${children(page, `datasetByRowId { rowId identifier ${fields} }`)} } }
}`;

const THEIRS = {
  firstFiles: `query ($id: Int!) {
    datasetByRowId(rowId: $id) {
      rowId protocol authority separator identifier
      ${newestVersion('versionNumber versionMinorNumber title')}
      ${files('first: 10', 'label description dataFileByDataFileId { rowId contentType sizeBytes checksumAlgorithm checksumValue }')}
    }
  }`,
  nested: listOf(
    'first: 10',
    `${newestVersion('versionNumber versionMinorNumber title')} ${files('first: 5', 'label dataFileByDataFileId { checksumValue }')}`,
  ),
  list: (fields: string) => listOf('first: 20', newestVersion(`versionNumber versionMinorNumber title ${fields}`)),
  restDataset: `query ($id: Int!) {
    datasetByRowId(rowId: $id) {
      rowId protocol authority separator identifier datasetType treeNodeByRowId { publishedAt }
      ${newestVersion('rowId state versionNumber versionMinorNumber internalVersionNumber createdAt updatedAt releasedAt licenseByLicenseId { name uri iconUri } metadata')}
      ${files(
        '',
        `label directoryLabel description restricted categories
         dataFileByDataFileId { rowId contentType sizeBytes checksumAlgorithm checksumValue treeNodeByRowId { createdAt publishedAt } }`,
      )}
    }
  }`,
  restContents: `query ($id: Int!) {
    treeNodeByRowId(rowId: $id) {
      ${children('', 'publishedAt datasetByRowId { rowId protocol authority separator identifier storageDriver datasetType }')}
    }
  }`,
} as const;

type Leaf = string | null;

/** The single values of an answer in their order, so that two answers can be compared whose objects nest otherwise. */
function leavesOf(value: unknown): Leaf[] {
  if (value === null || value === undefined) return [null];
  if (typeof value === 'object') return Object.values(value).flatMap(leavesOf);
  // Large numbers come as texts there, and moments in another notation.
  const leaf = typeof value === 'string' ? value : JSON.stringify(value);
  return [/^\d{4}-\d\d-\d\dT/.test(leaf) ? leaf.slice(0, 10) : leaf];
}

const text = z.string();
const optional = z.string().nullable().default(null);

/** What of the REST answers the other side gives too, in its order. */
const restDataset = z.object({
  data: z.object({
    id: z.int(),
    protocol: text,
    authority: text,
    separator: text,
    identifier: text,
    datasetType: text,
    publicationDate: text,
    latestVersion: z.object({
      id: z.int(),
      versionState: text,
      versionNumber: z.int(),
      versionMinorNumber: z.int(),
      internalVersionNumber: z.int(),
      createTime: text,
      lastUpdateTime: text,
      releaseTime: text,
      license: z.object({ name: text, uri: text, iconUri: optional }),
      metadataBlocks: z.record(text, z.object({ fields: z.unknown() })),
      files: z.array(
        z.object({
          label: text,
          directoryLabel: optional,
          description: optional,
          restricted: z.boolean(),
          categories: z.array(text).default([]),
          dataFile: z.object({
            id: z.int(),
            contentType: text,
            filesize: z.int(),
            checksum: z.object({ type: text, value: text }),
            creationDate: text,
            publicationDate: text,
          }),
        }),
      ),
    }),
  }),
});
const restContents = z.object({
  data: z.array(
    z.object({
      publicationDate: text,
      id: z.int(),
      protocol: text,
      authority: text,
      separator: text,
      identifier: text,
      storageIdentifier: text.transform((place) => place.split(':')[0]),
      datasetType: text,
    }),
  ),
});

const NAMES = {
  firstFiles: 'PostGraphile: dataset with its first 10 files',
  nested: 'PostGraphile: collection, 10 datasets, version, 5 files, checksum',
  titles: 'PostGraphile: titles of 20 datasets',
  native: 'PostGraphile: list of 20 with metadata as native JSON',
  fields: 'PostGraphile: list of 20 with metadata field by field',
  typed: 'PostGraphile: list of 20 with typed metadata, against whole metadata',
  restDataset: 'PostGraphile: REST GET /api/datasets/{id}',
  restContents: 'PostGraphile: REST GET /api/collections/{id}/contents, 20 entries',
} as const;

const TYPED = 'metadata { citation { title author { authorName authorAffiliation } dsDescription { dsDescriptionValue } subject } }';

const typedList = z.object({
  data: z.object({
    collection: z.object({
      contents: z.object({
        nodes: z.array(
          z.object({
            latestVersion: z.object({
              metadata: z.object({
                citation: z.object({ title: text, author: z.array(z.object({ authorName: text })), subject: z.array(text) }),
              }),
            }),
          }),
        ),
      }),
    }),
  }),
});
const wholeList = z.object({
  data: z.object({
    collectionByRowId: z.object({
      treeNodeByRowId: z.object({
        treeNodesByOwnerId: z.object({
          nodes: z.array(
            z.object({
              datasetByRowId: z.object({
                datasetVersionsByDatasetId: z.object({
                  nodes: z.array(z.object({ metadata: z.object({ citation: z.array(z.object({ typeName: text, value: z.json() })) }) })),
                }),
              }),
            }),
          ),
        }),
      }),
    }),
  }),
});

const nativeAuthor = z.array(z.object({ authorName: z.object({ value: text }) }));

/** Titles and names of authors; the other side gives the whole metadata, for it knows no fields within. */
function typedNames(answer: unknown): unknown {
  return typedList
    .parse(answer)
    .data.collection.contents.nodes.map(({ latestVersion: { metadata } }) => [
      metadata.citation.title,
      metadata.citation.author.map(({ authorName }) => authorName),
    ]);
}

function wholeNames(answer: unknown): unknown {
  const { nodes } = wholeList.parse(answer).data.collectionByRowId.treeNodeByRowId.treeNodesByOwnerId;
  return nodes.flatMap(({ datasetByRowId }) =>
    datasetByRowId.datasetVersionsByDatasetId.nodes.map(({ metadata: { citation } }) => [
      citation.find(({ typeName }) => typeName === 'title')?.value,
      nativeAuthor.parse(citation.find(({ typeName }) => typeName === 'author')?.value).map(({ authorName }) => authorName.value),
    ]),
  );
}

/** Whether a choice of rows has one of these. */
export function hasPostgraphileScenario(only: string): boolean {
  return Object.values(NAMES).some((name) => isChosen(name, only));
}

/** Makes the rows for a database that was filled for them. */
export function preparePostgraphileScenarios({ collections, datasets }: SeededFilled): Scenario[] {
  const below = randomNumbers();
  const idOf = ({ first, count }: IdRange): number => first + below(count);
  const theirs = (query: string, id: number) => graphql(query, { id });
  const row = (name: string, wanted: number, range: IdRange, ours: string, reference: string): Scenario => ({
    name,
    reference: 'postgraphile',
    wanted,
    compared: (answer) => leavesOf(withStoredClasses(answer)),
    draw: () => {
      const id = idOf(range);
      return { ours: graphql(ours, { id }), reference: theirs(reference, id) };
    },
  });
  const restRow = (name: string, range: IdRange, pathOf: (id: number) => string, shape: z.ZodType, reference: string): Scenario => ({
    name,
    reference: 'postgraphile',
    wanted: 2.5,
    compared: (answer) => leavesOf(shape.parse(answer)),
    referenceCompared: leavesOf,
    draw: () => {
      const id = idOf(range);
      return { ours: get(pathOf(id)), reference: theirs(reference, id) };
    },
  });
  return [
    row(NAMES.firstFiles, 1.5, datasets, OURS.firstFiles, THEIRS.firstFiles),
    row(NAMES.nested, 1.5, collections, OURS.nested, THEIRS.nested),
    row(NAMES.titles, 1.5, collections, OURS.list(''), THEIRS.list('')),
    row(NAMES.native, 1.8, collections, OURS.list('metadataBlocks { nativeFields }'), THEIRS.list('metadata')),
    row(
      NAMES.fields,
      1.8,
      collections,
      OURS.list('metadataBlocks { fields { typeName multiple typeClass value } }'),
      THEIRS.list('metadata'),
    ),
    {
      ...row(NAMES.typed, 1.5, collections, OURS.list(TYPED), THEIRS.list('metadata')),
      compared: typedNames,
      referenceCompared: wholeNames,
    },
    restRow(NAMES.restDataset, datasets, (id) => `/api/datasets/${id}`, restDataset, THEIRS.restDataset),
    restRow(NAMES.restContents, collections, (id) => `/api/collections/${id}/contents`, restContents, THEIRS.restContents),
  ];
}
