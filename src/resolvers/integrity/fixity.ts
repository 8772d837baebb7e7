import { viewFileById } from '../../domain/files/view-file.ts';
import { fixSavedOriginalFacts } from '../../domain/integrity/fixity/complete-saved-originals.ts';
import {
  countPagedFixityChecks,
  pageFixityChecks,
  verifyDatasetFiles,
  viewFixityReport,
  viewFixityRound,
} from '../../domain/integrity/fixity/fixity-commands.ts';
import { replaceChecksum } from '../../domain/integrity/fixity/replace-checksum.ts';
import { replaceChecksums } from '../../domain/integrity/fixity/replace-checksums.ts';
import { countFilesToVerify, type VerifiedFile, verifyOneFile, verifyPageOfFiles } from '../../domain/integrity/fixity/verify-on-demand.ts';
import type { ChecksumAlgorithm, Resolvers } from '../generated/resolver-types.ts';
import type { ChecksumAlgorithm as ChecksumAlgorithmWord } from '../../vocabulary/files.ts';
import { FIXITY_OUTCOMES } from '../../vocabulary/integrity.ts';
import { dataFileModel } from '../models.ts';
import { connectionByNumber, connectionOf, numberPlace } from '../connection.ts';
import { connectionFields } from '../pages.ts';
import { datasetKeyOf } from '../references.ts';

const FAULTS = FIXITY_OUTCOMES.filter((outcome) => outcome !== 'VALID' && outcome !== 'UNPROVEN');

const algorithmWord: Readonly<Record<ChecksumAlgorithm, ChecksumAlgorithmWord>> = {
  MD5: 'MD5',
  SHA_1: 'SHA-1',
  SHA_256: 'SHA-256',
  SHA_512: 'SHA-512',
};

/** What was found of a file that is shown: those were read. */
function checkOf(check: VerifiedFile['check']): NonNullable<VerifiedFile['check']> {
  if (check === null) throw new Error('The file was not read.');
  return check;
}

export const fixityResolvers: Resolvers = {
  Query: {
    fixityReport: (_root, _args, context) => viewFixityReport(context, null),
    fixityRound: async (_root, { databaseId }, context) => (await viewFixityRound(context, databaseId)) ?? null,
  },
  Mutation: {
    fixSavedOriginalFacts: (_root, { input }, context) => fixSavedOriginalFacts(context, input),
    verifyFiles: async (_root, { input }, context) => ({
      round: await verifyDatasetFiles(context, { dataset: datasetKeyOf(input.dataset) }),
    }),
    verifyFile: async (_root, { input }, context) => ({ check: await verifyOneFile(context, input.fileDatabaseId) }),
    replaceChecksums: (_root, { input: { algorithm, limit } }, context) =>
      replaceChecksums(context, { algorithm: algorithmWord[algorithm], limit }),
    replaceFileChecksum: async (_root, { input }, context) => {
      const file = await replaceChecksum(context, { fileId: input.fileDatabaseId, algorithm: algorithmWord[input.algorithm] });
      return { file: dataFileModel(file, context.services) };
    },
  },
  Dataset: {
    filesFixity: ({ key: dataset }, args, context) =>
      connectionOf(context, args, {
        name: 'fixityChecks',
        places: numberPlace,
        placeOf: ({ file }: VerifiedFile) => [file.id] as const,
        read: async ({ after, before, ...window }) => ({
          rows: await verifyPageOfFiles(context, { ...window, dataset, after: after?.[0] ?? null, before: before?.[0] ?? null }),
          count: () => countFilesToVerify(context, dataset),
        }),
        item: ({ check }) => checkOf(check),
      }),
  },
  FixityReport: {
    counts: ({ counts: { totalFiles, uncheckedFiles, perOutcome, oldestCheckAt } }) => ({
      totalFiles,
      uncheckedFiles,
      validFiles: perOutcome.VALID ?? 0,
      unprovenFiles: perOutcome.UNPROVEN ?? 0,
      faultyFiles: FAULTS.reduce((sum, outcome) => sum + (perOutcome[outcome] ?? 0), 0),
      oldestCheckAt,
    }),
    latestRound: ({ latestRound }) => latestRound ?? null,
    finishedRound: ({ finishedRound }) => finishedRound ?? null,
    checks: (_report, { outcomes, ...args }, context) => {
      const wanted = outcomes === null || outcomes === undefined || outcomes.length === 0 ? FAULTS : outcomes;
      return connectionByNumber(context, args, {
        name: 'fixityChecks',
        numberOf: ({ dataFileId }) => dataFileId,
        read: async (window) => ({
          rows: await pageFixityChecks(context, { ...window, outcomes: wanted }),
          count: () => countPagedFixityChecks(context, wanted),
        }),
      });
    },
  },
  FixityRound: {
    databaseId: ({ id }) => id,
    datasetDatabaseId: ({ datasetId }) => datasetId,
  },
  FixityCheck: {
    fileDatabaseId: ({ dataFileId }) => dataFileId,
    storageIdentifier: ({ storageDriver, storageId }, _args, { services }) => services.storage.storageIdentifier(storageDriver, storageId),
    file: async ({ dataFileId }, _args, context) => {
      const file = await viewFileById(context, dataFileId);
      return dataFileModel(file, context.services);
    },
  },
  FixityCheckConnection: connectionFields,
};
