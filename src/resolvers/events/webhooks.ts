import {
  countWebhookDeliveries,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  resendDeliveries,
  viewWebhook,
} from '../../domain/events/webhooks/webhook-commands.ts';
import { connectionById, connectionOfWhole } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { connectionFields } from '../pages.ts';
import { collectionKey } from '../references.ts';
import { eventKind } from './event-kind.ts';

export const webhookResolvers: Resolvers = {
  Query: {
    webhook: (_root, { databaseId }, context) => viewWebhook(context, { id: databaseId }),
  },
  Mutation: {
    createWebhook: (_root, { input }, context) =>
      createWebhook(context, { collection: collectionKey(input.collection), url: input.url, kinds: [...(input.kinds ?? [])] }),
    deleteWebhook: async (_root, { input }, context) => {
      const id = await deleteWebhook(context, { id: input.databaseId });
      return { deletedWebhookId: globalIdOf('Webhook', id), deletedWebhookDatabaseId: id };
    },
    enableWebhook: async (_root, { input }, context) => ({
      webhook: await enableWebhook(context, { id: input.databaseId, enabled: input.enabled }),
    }),
    resendWebhookDeliveries: async (_root, { input }, context) => ({
      count: await resendDeliveries(context, { id: input.databaseId, deliveryId: input.deliveryDatabaseId ?? null }),
    }),
  },
  Collection: {
    webhooks: async ({ key }, args, context) =>
      connectionOfWhole(context, args, {
        name: 'webhooks',
        rows: await listWebhooks(context, key),
        keyOf: ({ id }) => id,
        item: (row) => row,
      }),
  },
  Webhook: {
    id: ({ id }) => globalIdOf('Webhook', id),
    databaseId: ({ id }) => id,
    collectionDatabaseId: ({ collectionId }) => collectionId,
    ownerDatabaseId: ({ ownerId }) => ownerId,
    kinds: ({ kinds }) => kinds.map(eventKind),
    deliveries: ({ id }, { state, ...args }, context) => {
      const filter = { id, state: state ?? null };
      return connectionById(context, args, {
        name: 'webhookDeliveries',
        read: async (window) => ({
          rows: await listDeliveries(context, { ...filter, ...window }),
          count: () => countWebhookDeliveries(context, filter),
        }),
      });
    },
  },
  WebhookDeliveryConnection: connectionFields,
  WebhookDelivery: {
    databaseId: ({ id }) => id,
    kind: ({ kind }) => eventKind(kind),
    subjectDatabaseId: ({ subjectId }) => subjectId,
    nextAttemptAt: ({ state, nextAttemptAt }) => (state === 'PENDING' ? nextAttemptAt : null),
  },
};
