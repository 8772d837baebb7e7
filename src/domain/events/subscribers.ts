/** What the feed tells of, and who may hear it. A reader gets facts, not texts: what is told of an object is read from it. */
import { insertDestroyedEvent, insertFeedEvent, type FeedPayload } from '../../db/queries/events/feed.ts';
import type { WithinScope } from '../../kernel/services.ts';
import { within } from '../../kernel/subscribers.ts';
import { persistentIdText } from '../../model/persistent-id.ts';
import { permissionMask } from '../../permission-set.ts';
import type { Permission } from '../../vocabulary/access.ts';
import type { FeedKind } from '../../vocabulary/events.ts';

/** Nothing more than to see the object. */
const SEES_OBJECT: readonly Permission[] = [];
const SEES_DRAFTS: readonly Permission[] = ['ViewUnpublishedDataset'];
const CURATES: readonly Permission[] = ['PublishDataset'];
const GIVES_ACCESS: readonly Permission[] = ['ManageFilePermissions'];

function tell(
  { tx }: WithinScope,
  subjectId: number,
  kind: FeedKind,
  { needs, payload = {} }: { readonly needs: readonly Permission[]; readonly payload?: FeedPayload },
): Promise<void> {
  return insertFeedEvent(tx, subjectId, { kind, needs: permissionMask(needs), payload });
}

const collections = [
  within('CollectionCreated', (scope, { subjectId }) => tell(scope, subjectId, 'COLLECTION_CREATED', { needs: SEES_OBJECT })),
  within('CollectionPublished', (scope, { subjectId }) => tell(scope, subjectId, 'COLLECTION_PUBLISHED', { needs: SEES_OBJECT })),
];

const drafts = [
  within('DatasetCreated', (scope, { subjectId }) => tell(scope, subjectId, 'DATASET_CREATED', { needs: SEES_DRAFTS })),
  within('DraftChanged', (scope, { subjectId }) => tell(scope, subjectId, 'DATASET_EDITED', { needs: SEES_DRAFTS })),
  within('DatasetSubmittedForReview', (scope, { subjectId }) => tell(scope, subjectId, 'DATASET_SUBMITTED', { needs: SEES_DRAFTS })),
  within('DatasetReturnedToAuthor', (scope, { subjectId }) => tell(scope, subjectId, 'DATASET_RETURNED', { needs: SEES_DRAFTS })),
  within('PersistentIdReplaced', (scope, { subjectId, payload }) =>
    tell(scope, subjectId, 'DATASET_IDENTIFIER_CHANGED', {
      needs: SEES_DRAFTS,
      payload: { formerPersistentId: persistentIdText(payload) },
    }),
  ),
  within('CurationStatusChanged', (scope, { subjectId, payload: { label } }) =>
    tell(scope, subjectId, 'CURATION_STATUS_CHANGED', { needs: CURATES, payload: { label } }),
  ),
  within('WorkflowSucceeded', (scope, { subjectId }) => tell(scope, subjectId, 'WORKFLOW_SUCCEEDED', { needs: SEES_DRAFTS })),
  within('WorkflowFailed', (scope, { subjectId }) => tell(scope, subjectId, 'WORKFLOW_FAILED', { needs: SEES_DRAFTS })),
];

interface VersionFacts {
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
}

function ofVersion({ versionNumber, versionMinorNumber }: VersionFacts): FeedPayload {
  return { versionNumber, versionMinorNumber };
}

const publications = [
  within('DatasetPublished', (scope, { subjectId, payload }) =>
    tell(scope, subjectId, 'DATASET_PUBLISHED', { needs: SEES_OBJECT, payload: ofVersion(payload) }),
  ),
  within('PublishedVersionUpdated', (scope, { subjectId, payload }) =>
    tell(scope, subjectId, 'DATASET_UPDATED', { needs: SEES_OBJECT, payload: ofVersion(payload) }),
  ),
  within('DatasetDeaccessioned', (scope, { subjectId, payload }) =>
    tell(scope, subjectId, 'DATASET_DEACCESSIONED', { needs: SEES_OBJECT, payload: ofVersion(payload) }),
  ),
  // The node is gone already: the collection that it lay in decides who is told.
  within('DatasetDestroyed', ({ tx }, { subjectId, payload: { path, wasPublished, ...pid } }) =>
    insertDestroyedEvent(tx, {
      subjectId,
      kind: 'DATASET_DESTROYED' satisfies FeedKind,
      path,
      reference: persistentIdText(pid),
      needs: permissionMask(wasPublished ? SEES_OBJECT : SEES_DRAFTS),
      payload: {},
    }),
  ),
];

const access = [
  within('FileAccessRequested', (scope, { subjectId }) => tell(scope, subjectId, 'FILE_ACCESS_REQUESTED', { needs: GIVES_ACCESS })),
  within('FileAccessGranted', (scope, { subjectId }) => tell(scope, subjectId, 'FILE_ACCESS_GRANTED', { needs: GIVES_ACCESS })),
  within('FileAccessRejected', (scope, { subjectId }) => tell(scope, subjectId, 'FILE_ACCESS_REJECTED', { needs: GIVES_ACCESS })),
];

export const subscribers = [...collections, ...drafts, ...publications, ...access];
