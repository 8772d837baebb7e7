import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import {
  type AssignmentHistoryRow,
  type HistoryPlace,
  pageAssignmentHistory,
  pageFileAssignmentHistory,
} from '../../../db/queries/access/revoked-assignments.ts';
import { type CollectionSubject, loadCollection } from '../../subjects/collection-subject.ts';
import { query } from '../../../kernel/command.ts';
import type { Listed, PageWindow } from '../../../model/page-window.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';

/** Who has and had which role on a collection by assignments made on it, the newest first. Source: collections.md 11.2. */
export const listCollectionAssignmentHistory = query({
  name: 'listCollectionAssignmentHistory',
  subject: async (scope, key: CollectionKey & PageWindow<HistoryPlace>) => ({
    ...(await loadCollection(scope, key)),
    guest: scope.context.actor.account === null,
  }),
  requires: ({ guest }: CollectionSubject & { readonly guest: boolean }) => (guest ? 'LoggedIn' : 'ManageDatasetPermissions'),
  run: (context, { collection }, window: CollectionKey & PageWindow<HistoryPlace>): Promise<Listed<AssignmentHistoryRow>> =>
    pageAssignmentHistory(context.db, collection.id, window),
});

/** Who has and had which role on a dataset by assignments made on it, the newest first. Source: datasets.md 14.1. */
export const listDatasetAssignmentHistory = query({
  name: 'listDatasetAssignmentHistory',
  subject: loadDataset,
  requires: 'ManageDatasetPermissions',
  run: (context, { dataset }, window: DatasetKey & PageWindow<HistoryPlace>): Promise<Listed<AssignmentHistoryRow>> =>
    pageAssignmentHistory(context.db, dataset.id, window),
});

/** Who has and had which role on files of a dataset by assignments made on them, the newest first. Source: datasets.md 14.1. */
export const listDatasetFileAssignmentHistory = query({
  name: 'listDatasetFileAssignmentHistory',
  subject: loadDataset,
  requires: 'ManageDatasetPermissions',
  run: (context, { dataset }, window: DatasetKey & PageWindow<HistoryPlace>): Promise<Listed<AssignmentHistoryRow>> =>
    pageFileAssignmentHistory(context.db, dataset.id, window),
});
