/** The rows about what a front end asks for to show the page of a dataset, in one operation. */
import type { Sql } from 'postgres';
import { isChosen } from './options.ts';
import type { LoadRequest } from './load.ts';
import { get, graphql, randomNumbers, type Scenario } from './scenarios.ts';
import { seedFilled } from './seed-filled.ts';
import { FILES_PER_DATASET } from './seed-templates.ts';

const PAGE_NAME = 'GraphQL the dataset page of a front end with 50 files';
const NAME = `${PAGE_NAME}, against the dataset query`;
const REST_NAME = `${PAGE_NAME}, against the dataset of REST with its 51 files`;
const CALLS_NAME = `${PAGE_NAME}, against one of the 48 calls of REST that it takes the place of`;

/** So that each dataset has 51 files, and one page does not show all. */
const COPIES = 17;
/** Of 20 datasets each. */
const COLLECTIONS = 10;

/** What a dataset is by itself: its identifier, its version, the values of its metadata, and its first files. */
const PLAIN = `query ($id: Int!) {
  dataset(reference: { databaseId: $id }) {
    databaseId persistentId persistentUrl publisher publicationDate datasetType
    latestVersion {
      databaseId state versionNumber versionMinorNumber title createdAt updatedAt releasedAt
      license { name uri }
      metadataBlocks { name displayName fields { typeName multiple typeClass value } }
      files(first: 10) { nodes { databaseId label dataFile { databaseId contentType sizeBytes } } }
    }
  }
}`;

/** About 48 calls of REST. */
const PAGE = `query ($id: Int!) {
  dataset(reference: { databaseId: $id }) {
    databaseId persistentId persistentUrl landingPageUrl publisher publicationDate datasetType storageIdentifier metadataLanguage
    owner { databaseId alias name }
    ancestors { databaseId alias name isReleased }
    viewerPermissions
    locks { lockType createdAt userName message }
    fileCategories
    guestbookDatabaseId
    downloadCount { downloads }
    metrics { citations(first: 10) { nodes { citationUrl } } }
    versions(first: 10) { totalCount nodes { databaseId state versionNumber versionMinorNumber releasedAt versionNote } }
    latestVersion {
      databaseId state versionNumber versionMinorNumber title versionNote createdAt updatedAt releasedAt publicationDate unf
      citation fileAccessRequest hasDownloadableFile downloadSizeBytes fileCount
      license { name uri iconUri }
      terms { termsOfUse termsOfAccess dataAccessPlace disclaimer }
      metadataBlocks { name displayName fields { typeName multiple typeClass value } }
      fileCounts { total perContentType { name count } perCategoryName { name count } perAccessStatus { name count } }
      files(first: 50) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          databaseId label directoryLabel description restricted categories accessStatus
          dataFile {
            databaseId persistentId contentType friendlyType sizeBytes checksum { type value } creationDate publicationDate
            tabularTags tabularData embargo { dateAvailable } permittedDownloadUrl { url }
          }
        }
      }
    }
  }
}`;

/** What the page is made of where there is REST alone: of the dataset, and of each of 17 files that are in view. */
const DATASET_CALLS = [
  '',
  '/versions',
  '/versions/:latest-published/files?limit=50',
  '/versions/:latest-published/files/counts',
  '/versions/:latest-published/downloadsize',
  '/versions/:latest-published/canDownloadAtLeastOneFile',
  '/versions/:latest-published/citation',
  '/locks',
  '/availableFileCategories',
  '/download/count',
] as const;
const ROOT_CALLS = ['/api/datasets/summaryFieldNames', '/api/info/version', '/api/licenses', '/api/metadatablocks'];
const FILES_IN_VIEW = 17;

function callsOf(dataset: number, firstFile: number): LoadRequest[] {
  const files = Array.from({ length: FILES_IN_VIEW }, (_, place) => firstFile + place);
  return [
    ...ROOT_CALLS,
    ...DATASET_CALLS.map((path) => `/api/datasets/${dataset}${path}`),
    ...files.flatMap((id) => [`/api/files/${id}`, `/api/files/${id}/downloadCount`]),
  ].map(get);
}

/** Whether a choice of rows has any of these. */
export function hasFrontEndScenario(only: string): boolean {
  return [NAME, REST_NAME, CALLS_NAME].some((name) => isChosen(name, only));
}

/** Fills the database with datasets of 51 files, and makes the rows. */
export async function prepareFrontEndScenarios(sql: Sql): Promise<Scenario[]> {
  const { datasets } = await seedFilled(sql, { collections: COLLECTIONS, copies: COPIES });
  const below = randomNumbers();
  const firstFiles = datasets.first + datasets.count;
  const row = (name: string, wanted: number | null, other: (id: number, firstFile: number) => LoadRequest): Scenario => ({
    name,
    reference: 'ours',
    wanted,
    draw: () => {
      const place = below(datasets.count);
      const id = datasets.first + place;
      return { ours: graphql(PAGE, { id }), reference: other(id, firstFiles + place * FILES_PER_DATASET * COPIES) };
    },
  });
  return [
    // Less than 2.5 times the cost.
    row(NAME, 0.4, (id) => graphql(PLAIN, { id })),
    row(REST_NAME, null, (id) => get(`/api/datasets/${id}`)),
    // As dear as all of them would be 0.021.
    row(CALLS_NAME, null, (id, firstFile) => {
      const calls = callsOf(id, firstFile);
      return calls[below(calls.length)] ?? get('/api/info/version');
    }),
  ];
}
