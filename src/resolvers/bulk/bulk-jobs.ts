import { beginBulkMutation, beginBulkQuery } from '../../domain/bulk/begin-bulk-job.ts';
import {
  cancelBulkJob,
  countBulkJobs,
  deleteBulkJob,
  listBulkJobs,
  revokeBulkResult,
  viewBulkJob,
} from '../../domain/bulk/bulk-job-commands.ts';
import { bulkResultUrl, readBulkResult } from '../../domain/bulk/bulk-result.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { connectionById } from '../connection.ts';
import { connectionFields } from '../pages.ts';

/** @throws DomainError BAD_USER_INPUT */
function variablesOf(sent: unknown): Readonly<Record<string, unknown>> | null {
  if (sent === null || sent === undefined) return null;
  if (typeof sent === 'object' && !Array.isArray(sent)) return { ...sent };
  throw new DomainError('BAD_USER_INPUT', 'Variables are an object.', {
    problems: [{ pointer: '/variables', message: 'must be an object' }],
  });
}

export const bulkJobResolvers: Resolvers = {
  Query: {
    bulkJobs: (_root, { state, ...args }, context) => {
      const filter = { state: state ?? null };
      return connectionById(context, args, {
        name: 'bulkJobs',
        read: async (window) => ({
          rows: await listBulkJobs(context, { ...filter, ...window }),
          count: () => countBulkJobs(context, filter),
        }),
      });
    },
    bulkJob: async (_root, { databaseId }, context) => {
      try {
        return await viewBulkJob(context, { id: databaseId });
      } catch (error) {
        if (error instanceof DomainError && error.code === 'BULK_JOB_NOT_FOUND') return null;
        throw error;
      }
    },
    bulkResultPiece: (_root, { databaseId, expires, signature, position }, context) =>
      readBulkResult(context, { id: databaseId, expires, signature, position }),
  },
  Mutation: {
    bulkQuery: async (_root, { input: { query: document, variables, clientKey } }, context) => ({
      bulkJob: await beginBulkQuery(context, { document, variables: variablesOf(variables), clientKey: clientKey ?? null }),
    }),
    bulkMutation: async (_root, { input: { mutation: document, lines, clientKey } }, context) => ({
      bulkJob: await beginBulkMutation(context, { document, lines, clientKey: clientKey ?? null }),
    }),
    cancelBulkJob: async (_root, { input }, context) => ({ bulkJob: await cancelBulkJob(context, { id: input.databaseId }) }),
    revokeBulkResult: async (_root, { input }, context) => ({ bulkJob: await revokeBulkResult(context, { id: input.databaseId }) }),
    deleteBulkJob: async (_root, { input }, context) => {
      const id = await deleteBulkJob(context, { id: input.databaseId });
      return { deletedBulkJobId: globalIdOf('BulkJob', id), deletedBulkJobDatabaseId: id };
    },
  },
  BulkJob: {
    id: ({ id }) => globalIdOf('BulkJob', id),
    databaseId: ({ id }) => id,
    userName: ({ userName }) => userName ?? '',
    inputLineCount: ({ inputLines }) => inputLines,
    resultUrl: (job, _arguments, context) => bulkResultUrl(context, job),
  },
  BulkJobConnection: connectionFields,
};
