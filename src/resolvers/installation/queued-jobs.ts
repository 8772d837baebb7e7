import { deleteQueuedJob, listQueuedJobs, retryQueuedJob } from '../../domain/installation/queued-job-commands.ts';
import { connectionById } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';

export const queuedJobResolvers: Resolvers = {
  Query: {
    queuedJobs: (_root, { state, ...args }, context) =>
      connectionById(context, args, {
        name: 'queuedJobs',
        read: (window) => listQueuedJobs(context, { ...window, wanted: state ?? null }),
      }),
  },
  Mutation: {
    retryQueuedJob: async (_root, { input }, context) => ({ job: await retryQueuedJob(context, { id: input.databaseId }) }),
    deleteQueuedJob: async (_root, { input }, context) => {
      const id = await deleteQueuedJob(context, { id: input.databaseId });
      return { deletedQueuedJobId: globalIdOf('QueuedJob', id), deletedQueuedJobDatabaseId: id };
    },
  },
  QueuedJob: {
    id: ({ id }) => globalIdOf('QueuedJob', id),
    databaseId: ({ id }) => id,
    subjectDatabaseId: ({ subjectId }) => subjectId,
  },
};
