import { z } from 'zod';
import { VersionUnfFixDocument } from '../../../generated/operations.ts';
import type { VersionUnfOutcome } from '../../../resolvers/generated/resolver-types.ts';
import { messageAnswer } from '../../answers.ts';
import { booleanParameter, versionId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const messages: Readonly<Record<VersionUnfOutcome, (id: string, unf: string) => string>> = {
  NO_VERSION: (id) => `Could not find a dataset version with the id ${id}.`,
  PRESENT: (id) => `Dataset version (id=${id}) already has a UNF. Blank it in the database first if it must change.`,
  NO_TABLES: (id) => `Dataset version (id=${id}) has no tabular files with UNFs, so its UNF stays blank.`,
  TAKEN_OVER: (_id, unf) => `An earlier version has the same file UNFs; its UNF (${unf}) was assigned without calculating it.`,
  COMPUTED: (_id, unf) => `New UNF value saved (${unf}). Reindexing dataset.`,
};

export const versionUnfRoutes: readonly Route[] = [
  route({
    id: 'admin.fixmissingunf',
    method: 'POST',
    path: '/api/admin/datasets/integrity/{datasetVersionId}/fixmissingunf',
    summary: 'Gives a dataset version the fingerprint of its tables where it has none.',
    auth: 'admin',
    query: z.object({ forceRecalculate: booleanParameter }),
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: messageAnswer,
    operation: VersionUnfFixDocument,
    variables: ({ path, query }) => ({
      input: { datasetVersionDatabaseId: versionId(path.datasetVersionId), forceRecalculate: query.forceRecalculate },
    }),
    reply: ({ fixMissingVersionUnf: { outcome, unf } }, { path }) => ({ message: messages[outcome](path.datasetVersionId, unf ?? '') }),
  }),
];
