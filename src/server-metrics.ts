import type { Application } from './application.ts';
import { readWebhookNumbers } from './domain/events/webhooks/webhook-numbers.ts';
import { readQueueNumbers } from './domain/installation/queue-numbers.ts';
import { readFixityNumbers } from './domain/integrity/fixity/fixity-numbers.ts';
import { readMailNumbers } from './domain/mail/mail-numbers.ts';
import { createMetrics, type ServerMetrics } from './http/metrics.ts';

/** The metrics of a server. @param subscriptions Counts those that this process serves */
export function serverMetrics({ db, reads, services, neighbours }: Application, subscriptions: () => number): ServerMetrics {
  const sources = {
    fixity: () => readFixityNumbers(db),
    mail: () => readMailNumbers(db),
    webhooks: () => readWebhookNumbers(db),
    queues: () => readQueueNumbers(db),
    version: services.installation.version,
    reads: () => reads && { counts: reads.counts, replicas: reads.reports() },
    subscriptions,
  };
  return createMetrics(sources, neighbours);
}
