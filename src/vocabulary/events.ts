/** Words about events that leave this server. */

/** What the feed and webhooks tell of. Source: users-admin.md 5.5. */
export const FEED_KINDS = [
  'COLLECTION_CREATED',
  'COLLECTION_PUBLISHED',
  'DATASET_CREATED',
  'DATASET_EDITED',
  'DATASET_IDENTIFIER_CHANGED',
  'DATASET_SUBMITTED',
  'DATASET_RETURNED',
  'DATASET_PUBLISHED',
  'DATASET_UPDATED',
  'DATASET_DEACCESSIONED',
  'DATASET_DESTROYED',
  'CURATION_STATUS_CHANGED',
  'WORKFLOW_SUCCEEDED',
  'WORKFLOW_FAILED',
  'FILE_ACCESS_REQUESTED',
  'FILE_ACCESS_GRANTED',
  'FILE_ACCESS_REJECTED',
] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** How far a delivery of a webhook has come. */
export const WEBHOOK_DELIVERY_STATES = ['PENDING', 'DELIVERED', 'DEAD', 'WITHHELD'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];
