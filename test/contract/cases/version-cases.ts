import type { ContractCase } from './contract-case.ts';

/** Keys of a released version, in their order. Source: datasets.md 3.2. */
export const VERSION_KEYS = [
  'id',
  'datasetId',
  'datasetPersistentId',
  'datasetType',
  'storageIdentifier',
  'versionNumber',
  'internalVersionNumber',
  'versionMinorNumber',
  'versionState',
  'latestVersionPublishingState',
  'lastUpdateTime',
  'releaseTime',
  'createTime',
  'publicationDate',
  'citationDate',
  'license',
  'fileAccessRequest',
  'metadataBlocks',
  'files',
];
/** Keys of a draft, in their order. */
export const DRAFT_KEYS = VERSION_KEYS.filter(
  (key) => !['versionNumber', 'versionMinorNumber', 'releaseTime', 'publicationDate', 'citationDate'].includes(key),
);
/** Refusals that all rows reading a version share. */
export function versionRefusals(row: string, more: readonly string[] = []): ContractCase[] {
  const of = (
    shows: string,
    version: string,
    status: number,
    errorCode: string,
    who: 'guest' | 'owner' = 'guest',
    which: 'published' | 'draft' = 'published',
  ): ContractCase => ({
    row,
    shows,
    as: who,
    given: (world) => ({ path: [world[which].id, version, ...more] }),
    status,
    errorCode,
  });
  return [
    of('hides the draft from guests', ':draft', 401, 'PERMISSION_DENIED'),
    of('finds no draft of a dataset without one', ':draft', 404, 'DATASET_VERSION_NOT_FOUND', 'owner'),
    of('finds no version that does not exist', '7.3', 404, 'DATASET_VERSION_NOT_FOUND'),
    of('finds no published version of a draft', ':latest-published', 404, 'DATASET_VERSION_NOT_FOUND', 'owner', 'draft'),
    of('refuses a reference of three parts', '1.0.0', 400, 'BAD_USER_INPUT'),
    of('refuses an unknown word', ':newest', 400, 'BAD_USER_INPUT'),
    {
      row,
      shows: 'finds no dataset of an unknown number',
      given: () => ({ path: [987_654, '1.0', ...more] }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
    {
      row,
      shows: 'needs the parameter persistentId beside :persistentId',
      given: () => ({ path: [':persistentId', '1.0', ...more] }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: /persistentId/,
    },
    {
      row,
      shows: 'finds no dataset of an unknown persistent identifier',
      given: () => ({ path: [':persistentId', '1.0', ...more], query: { persistentId: 'doi:10.5072/FK2/NOSUCH' } }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
    { row, shows: 'refuses a bad dataset id', given: () => ({ path: ['abc', '1.0', ...more] }), status: 400, errorCode: 'BAD_USER_INPUT' },
  ].map((one): ContractCase =>
    one.shows.startsWith('finds no draft')
      ? { ...one, given: async ({ fresh }) => ({ path: [(await fresh.published()).id, ':draft', ...more] }) }
      : one,
  );
}
