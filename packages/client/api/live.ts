import {
  CollectionFeedDocument,
  type CollectionFeedSubscription,
  DatasetChangesDocument,
  type DatasetChangesSubscription,
  type EventKind,
  JobProgressDocument,
  type JobProgressSubscription,
  type JobReference,
  NotificationsDocument,
  type NotificationsSubscription,
} from '../generated/operations.ts';
import { subscribe } from '../live/subscribe.ts';
import { collectionReference, datasetReference, type NamedCollection, type NamedDataset } from '../references.ts';
import type { Transport } from '../transport.ts';

export type DatasetChange = DatasetChangesSubscription['datasetChanged'];
export type FeedEvent = CollectionFeedSubscription['collectionFeed'];
export type JobProgress = JobProgressSubscription['jobProgress'];
export type ReceivedNotification = NotificationsSubscription['notificationReceived'];

export interface LiveOptions {
  /** The `cursor` of what was told last: nothing since then is missed. What happens from now on, without. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FeedOptions extends LiveOptions {
  /** Only what happens below it. */
  readonly below?: NamedCollection;
  readonly kinds?: readonly EventKind[];
}

/** Sequences that wait for what happens. A connection that is lost is made again, and goes on after the last cursor; `break` or `signal` end them. */
export interface Live {
  /** What happens to a dataset, with the dataset as it is then. */
  datasetChanges(named: NamedDataset, options?: LiveOptions): AsyncGenerator<DatasetChange, void, undefined>;
  /** What happens below a collection, or anywhere. */
  feed(options?: FeedOptions): AsyncGenerator<FeedEvent, void, undefined>;
  /** How a job stands, at once and at each change, until it has ended. */
  jobProgress(job: JobReference, options?: Pick<LiveOptions, 'signal'>): AsyncGenerator<JobProgress, void, undefined>;
  /** Notifications of the account. */
  notifications(options?: LiveOptions): AsyncGenerator<ReceivedNotification, void, undefined>;
}

export function live(transport: Transport): Live {
  return {
    async *datasetChanges(named, { after, signal } = {}) {
      const variables = { reference: datasetReference(named), after };
      const told = subscribe(transport, DatasetChangesDocument, variables, { signal, cursorOf: (data) => data.datasetChanged.cursor });
      for await (const { datasetChanged } of told) yield datasetChanged;
    },
    async *feed({ after, signal, below, kinds } = {}) {
      const variables = { after, below: below === undefined ? undefined : collectionReference(below), kinds };
      const told = subscribe(transport, CollectionFeedDocument, variables, { signal, cursorOf: (data) => data.collectionFeed.cursor });
      for await (const { collectionFeed } of told) yield collectionFeed;
    },
    async *jobProgress(job, { signal } = {}) {
      for await (const { jobProgress } of subscribe(transport, JobProgressDocument, { job }, { signal })) yield jobProgress;
    },
    async *notifications({ after, signal } = {}) {
      const told = subscribe(transport, NotificationsDocument, { after }, { signal, cursorOf: (data) => data.notificationReceived.cursor });
      for await (const { notificationReceived } of told) yield notificationReceived;
    },
  };
}
