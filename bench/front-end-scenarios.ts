/** The row about what a front end asks for to show the page of a dataset, in one operation. */
import type { Sql } from 'postgres';
import { isChosen } from './options.ts';
import { graphql, randomNumbers, type Scenario } from './scenarios.ts';
import { seedFilled } from './seed-filled.ts';

const NAME = 'GraphQL the dataset page of a front end with 50 files, against the dataset query';

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

/** Whether a choice of rows has this one. */
export function hasFrontEndScenario(only: string): boolean {
  return isChosen(NAME, only);
}

/** Fills the database with datasets of 51 files, and makes the row. */
export async function prepareFrontEndScenarios(sql: Sql): Promise<Scenario[]> {
  const { datasets } = await seedFilled(sql, { collections: COLLECTIONS, copies: COPIES });
  const below = randomNumbers();
  return [
    {
      name: NAME,
      reference: 'ours',
      // Less than 2.5 times the cost.
      wanted: 0.4,
      draw: () => {
        const id = datasets.first + below(datasets.count);
        return { ours: graphql(PAGE, { id }), reference: graphql(PLAIN, { id }) };
      },
    },
  ];
}
