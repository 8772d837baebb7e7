import { insertWebhook } from '../../../../src/db/queries/events/webhooks.ts';
import { followDataset, followFeed } from '../../../../src/domain/events/follow-feed.ts';
import { followJob } from '../../../../src/domain/events/follow-job.ts';
import { readFeed } from '../../../../src/domain/events/read-feed.ts';
import {
  countWebhookDeliveries,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  resendDeliveries,
  viewWebhook,
} from '../../../../src/domain/events/webhooks/webhook-commands.ts';
import type { GateCase, GateTable, GateTarget } from './gate-case.ts';
import type { DomainWorld } from '../domain-world.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';

const administering = (run: GateCase['run']): GateCase => ({ requires: ['LoggedIn', 'ManageCollectionPermissions'], run });

/** The same for a webhook of the collection, made for each caller. */
const ofWebhook = (run: (context: Parameters<GateCase['run']>[0], id: number) => Promise<unknown>): GateCase =>
  administering(async (context, target, world) => run(context, await webhookOf(target, world)));

async function webhookOf({ collectionId }: GateTarget, { db, superuser }: DomainWorld): Promise<number> {
  const { account } = superuser;
  if (account === null) throw new Error('The superuser has no account.');
  const { id } = await insertWebhook(db, { ownerId: account.id, collectionId, url: 'https://example.org/', kinds: [], secret: 'secret' });
  return id;
}

/** Source: users-admin.md 5.5, 5.6. */
export const eventGates: GateTable = {
  readFeed: { requires: 'Public', run: (context) => readFeed(context, { after: 0, limit: 1, kinds: [], below: null }) },
  followFeed: { requires: 'Public', run: (context) => followFeed(context, { after: 0, kinds: [], below: null }) },
  followDataset: {
    requires: ({ published }) => (published ? 'Public' : 'ViewUnpublishedDataset'),
    run: (context, { datasetId }) => followDataset(context, { dataset: { id: datasetId }, after: 0 }),
  },
  followJob: { requires: 'Public', run: async (context) => followJob(context, 'ingest 0') },
  createWebhook: administering((context, { collectionId }) =>
    createWebhook(context, { collection: { id: collectionId }, url: 'https://example.org/', kinds: [] }),
  ),
  listWebhooks: administering((context, { collectionId }) => listWebhooks(context, { id: collectionId })),
  viewWebhook: ofWebhook((context, id) => viewWebhook(context, { id })),
  deleteWebhook: ofWebhook((context, id) => deleteWebhook(context, { id })),
  enableWebhook: ofWebhook((context, id) => enableWebhook(context, { id, enabled: false })),
  resendDeliveries: ofWebhook((context, id) => resendDeliveries(context, { id, deliveryId: null })),
  listWebhookDeliveries: ofWebhook((context, id) => listDeliveries(context, { ...WHOLE, id, state: null, limit: 1 })),
  countWebhookDeliveries: ofWebhook((context, id) => countWebhookDeliveries(context, { id, state: null })),
};
