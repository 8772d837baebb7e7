import { viewDatasetById } from '../../domain/datasets/view-dataset.ts';
import { followDataset, followFeed } from '../../domain/events/follow-feed.ts';
import { followNotifications } from '../../domain/notifications/follow-notifications.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { type DatasetModel, datasetModel, type EventModel, type ReceivedNotificationModel } from '../models.ts';
import { decodeCursor, encodeCursor } from '../pages.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';
import { streamOf, told } from './stream-of.ts';

const GONE: readonly string[] = ['DATASET_NOT_FOUND', 'PERMISSION_DENIED', 'AUTHENTICATION_REQUIRED'];
/** Cursors of the feed are the same wherever it is read. */
const FEED = 'events';
const NOTIFICATIONS = 'receivedNotifications';

function placeOf(kind: typeof FEED | typeof NOTIFICATIONS, after: string | null | undefined): number | null {
  const place = decodeCursor(kind, after)?.[0];
  return place === undefined ? null : Number(place);
}

/** The dataset of a change; null where it is gone, or hidden from the caller by now. */
async function datasetOf(context: RequestContext, id: number): Promise<DatasetModel | null> {
  try {
    return datasetModel(await viewDatasetById(context, id), context.services);
  } catch (error) {
    if (error instanceof DomainError && GONE.includes(error.code)) return null;
    throw error;
  }
}

export const subscriptionResolvers: Resolvers = {
  Subscription: {
    datasetChanged: {
      subscribe: (_root, { reference, after }, context) =>
        streamOf(followDataset(context, { dataset: datasetKeyOf(reference), after: placeOf(FEED, after) })),
      resolve: told<EventModel>,
    },
    collectionFeed: {
      subscribe: (_root, { after, below, kinds }, context) =>
        streamOf(
          followFeed(context, {
            below: below === null || below === undefined ? null : collectionKey(below),
            kinds: kinds ?? [],
            after: placeOf(FEED, after),
          }),
        ),
      resolve: told<EventModel>,
    },
    notificationReceived: {
      subscribe: (_root, { after }, context) => streamOf(followNotifications(context, { after: placeOf(NOTIFICATIONS, after) })),
      resolve: told<ReceivedNotificationModel>,
    },
  },
  DatasetChange: {
    cursor: ({ position }) => encodeCursor(FEED, [position]),
    event: (event) => event,
    dataset: async ({ path, subjectId, subjectKind }, _args, context) => {
      // Of a file, the dataset is the last but one on its path.
      const id = subjectKind === 'DATAFILE' ? path.at(-2) : subjectId;
      return id === undefined ? null : datasetOf(context, id);
    },
  },
  ReceivedNotification: {
    cursor: ({ place }) => encodeCursor(NOTIFICATIONS, [place]),
  },
};
