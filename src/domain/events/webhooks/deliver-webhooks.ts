/** Delivers events to webhooks: in order for each dataset, at least once. See docs/adr/0045-deliveries-of-webhooks.md. */
import { numberFeedEvents } from '../../../db/queries/events/feed.ts';
import {
  type DeliveryResult,
  type DueDelivery,
  extendLease,
  type LeasedWebhook,
  leaseWebhooks,
  listDueDeliveries,
  makeDeliveries,
  releaseWebhook,
  writeResults,
} from '../../../db/queries/events/webhook-deliveries.ts';
import { setWebhookDisabled } from '../../../db/queries/events/webhooks.ts';
import type { Database } from '../../../db/client.ts';
import { failureText } from '../../../errors/failure-text.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { keyOf, signatureHeaders } from '../../../kernel/signed-message.ts';
import { actorOfAccount } from '../../access/accounts/actor-of-account.ts';
import { feedReader } from '../read-feed.ts';
import { administers } from './webhook-subject.ts';
import { deliveryBody } from './delivery-body.ts';

export interface DeliveringScope {
  readonly db: Database;
  readonly services: DomainServices;
  /** Names this process. */
  readonly worker: string;
  readonly signal: AbortSignal;
}

const WEBHOOKS_AT_ONCE = 4;
const LANES_AT_ONCE = 32;
const DELIVERIES_AT_ONCE = 256;
/** Longer than a batch can take: every delivery of it ends within seconds, and a lane stops at the first that fails. */
const LEASE_SECONDS = 120;
/** How long one webhook is worked on before others have their turn. */
const SLICE_MS = 10_000;

/** Seconds from one try to the next; after the last the delivery is given up. About three days in all. */
const RETRY_SECONDS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400] as const;
/** Seconds for which a webhook that nothing reached is left alone, by how often that was so. */
const PAUSE_SECONDS = [1, 5, 15, 60, 120, 300] as const;

function failed(delivery: DueDelivery, status: number | null, error: string): DeliveryResult {
  const retrySeconds = RETRY_SECONDS[delivery.attempts];
  const over = { id: delivery.id, status, error };
  return retrySeconds === undefined ? { ...over, state: 'DEAD', retrySeconds: 0 } : { ...over, state: 'PENDING', retrySeconds };
}

async function deliverOne({ services }: DeliveringScope, { url, secret }: LeasedWebhook, delivery: DueDelivery): Promise<DeliveryResult> {
  const { id, event } = delivery;
  // What the owner may no longer see is not delivered.
  if (!delivery.mayHear) return { id, state: 'WITHHELD', status: null, error: null, retrySeconds: 0 };
  const body = deliveryBody(event);
  try {
    const key = keyOf(services.secrets.open('webhook.secret', secret));
    const headers = signatureHeaders(key, { id: `delivery-${id}`, sentAt: new Date(), body });
    const status = await services.webhooks.send({ url, headers, body });
    if (status >= 200 && status < 300) return { id, state: 'DELIVERED', status, error: null, retrySeconds: 0 };
    return failed(delivery, status, `The receiver answered ${status}.`);
  } catch (error) {
    // The cause tells of this machine's network.
    return failed(delivery, null, failureText(error instanceof Error ? error.message : 'failed'));
  }
}

/** Delivers what waits in each lane, one after another, until one fails: the rest of its lane waits with it. */
async function deliverBatch(scope: DeliveringScope, webhook: LeasedWebhook, due: readonly DueDelivery[]): Promise<DeliveryResult[]> {
  const lanes = [...Map.groupBy(due, ({ lane }) => lane).values()];
  const results: DeliveryResult[] = [];
  const work = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift()) {
      for (const delivery of lane) {
        if (scope.signal.aborted) return;
        const result = await deliverOne(scope, webhook, delivery);
        results.push(result);
        if (result.state === 'PENDING') break;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES_AT_ONCE, lanes.length) }, work));
  return results;
}

/** Delivers to one webhook while there is something due; how often it was tried in vain, all in all. */
async function serve(scope: DeliveringScope, webhook: LeasedWebhook): Promise<number> {
  const { db, services, worker, signal } = scope;
  const endsAt = performance.now() + SLICE_MS;
  let { failures } = webhook;
  while (!signal.aborted && performance.now() < endsAt) {
    // Asked for each batch: a role may have been taken away.
    const owner = await actorOfAccount({ db, services }, webhook.ownerId);
    if (owner === undefined || !(await administers(db, owner, webhook.collectionId))) {
      await setWebhookDisabled(db, webhook.id, 'The account that made it does not administer the collection any more.');
      return failures;
    }
    const due = await listDueDeliveries(db, { webhookId: webhook.id, reader: feedReader(owner), limit: DELIVERIES_AT_ONCE });
    if (due.length === 0) return failures;
    const results = await deliverBatch(scope, webhook, due);
    await writeResults(db, webhook.id, worker, results);
    const reached = results.some(({ state }) => state === 'DELIVERED');
    const tried = results.some(({ state }) => state !== 'WITHHELD');
    failures = reached || !tried ? 0 : failures + 1;
    if (failures > 0 || !(await extendLease(db, webhook.id, worker, LEASE_SECONDS))) return failures;
  }
  return failures;
}

async function serveAndRelease(scope: DeliveringScope, webhook: LeasedWebhook): Promise<void> {
  let failures = webhook.failures + 1;
  try {
    failures = await serve(scope, webhook);
  } finally {
    const pauseSeconds = failures === 0 ? 0 : (PAUSE_SECONDS[Math.min(failures, PAUSE_SECONDS.length) - 1] ?? 0);
    await releaseWebhook(scope.db, webhook.id, scope.worker, { failures, pauseSeconds });
  }
}

/** Delivers what is due now, to a few webhooks at once; whether there was anything to do. */
export async function deliverWebhooks(scope: DeliveringScope): Promise<boolean> {
  const { db, worker } = scope;
  await numberFeedEvents(db);
  const moved = await makeDeliveries(db);
  const leased = await leaseWebhooks(db, { worker, seconds: LEASE_SECONDS, limit: WEBHOOKS_AT_ONCE });
  await Promise.all(leased.map((webhook) => serveAndRelease(scope, webhook)));
  return moved || leased.length > 0;
}
