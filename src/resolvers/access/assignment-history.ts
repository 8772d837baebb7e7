import {
  listCollectionAssignmentHistory,
  listDatasetAssignmentHistory,
  listDatasetFileAssignmentHistory,
} from '../../domain/access/roles/assignment-history.ts';
import type { AssignmentHistoryRow } from '../../domain/rows.ts';
import type { AssignmentHistoryEntry, Resolvers } from '../generated/resolver-types.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';

function entriesOf(rows: readonly AssignmentHistoryRow[]): AssignmentHistoryEntry[] {
  return rows.map(({ definitionPointId, ...row }) => ({ definitionPointDatabaseId: definitionPointId, ...row }));
}

export const assignmentHistoryResolvers: Resolvers = {
  Query: {
    collectionAssignmentHistory: async (_root, { reference }, context) =>
      entriesOf(await listCollectionAssignmentHistory(context, collectionKey(reference))),
    datasetAssignmentHistory: async (_root, { reference }, context) =>
      entriesOf(await listDatasetAssignmentHistory(context, datasetKeyOf(reference))),
    datasetFileAssignmentHistory: async (_root, { reference }, context) =>
      entriesOf(await listDatasetFileAssignmentHistory(context, datasetKeyOf(reference))),
  },
};
