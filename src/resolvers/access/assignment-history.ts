import { z } from 'zod';
import {
  listCollectionAssignmentHistory,
  listDatasetAssignmentHistory,
  listDatasetFileAssignmentHistory,
} from '../../domain/access/roles/assignment-history.ts';
import type { AssignmentHistoryRow, HistoryPlace } from '../../domain/rows.ts';
import type { Listed, PageWindow } from '../../model/page-window.ts';
import type { RequestContext } from '../../request-context.ts';
import { connectionOf, type PageArguments } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

/** As PostgreSQL computes with them: no further numbers fit. */
const microseconds = z
  .string()
  .regex(/^-?\d{1,19}$/)
  .refine((digits) => BigInt.asIntN(64, BigInt(digits)) === BigInt(digits));
const places = z.tuple([microseconds, microseconds, z.int().min(0).max(2_147_483_647)]);

function historyPage(
  context: RequestContext,
  args: PageArguments,
  name: string,
  read: (window: PageWindow<HistoryPlace>) => Promise<Listed<AssignmentHistoryRow>>,
) {
  return connectionOf(context, args, {
    name,
    places,
    placeOf: ({ place }: AssignmentHistoryRow) => place,
    read,
    item: ({ place: _place, definitionPointId, ...row }) => ({ definitionPointDatabaseId: definitionPointId, ...row }),
  });
}

export const assignmentHistoryResolvers: Resolvers = {
  Collection: {
    assignmentHistory: ({ key }, args, context) =>
      historyPage(context, args, 'collectionHistory', (window) => listCollectionAssignmentHistory(context, { ...key, ...window })),
  },
  Dataset: {
    assignmentHistory: ({ key }, args, context) =>
      historyPage(context, args, 'datasetHistory', (window) => listDatasetAssignmentHistory(context, { ...key, ...window })),
    fileAssignmentHistory: ({ key }, args, context) =>
      historyPage(context, args, 'fileHistory', (window) => listDatasetFileAssignmentHistory(context, { ...key, ...window })),
  },
};
