import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addFixityMetrics, type FixityNumbers } from './fixity-metrics.ts';
import { addWebhookMetrics, type WebhookNumbers } from './webhook-metrics.ts';
import { addMailMetrics, type MailNumbers } from './mail-metrics.ts';
import { addQueueMetrics, type QueueNumbers } from './queue-metrics.ts';

export interface ServerMetrics {
  /** Counts an answered request and how long it took. */
  observeRequest(surface: string, method: string, status: number, seconds: number): void;
  /** All metrics in the Prometheus text format. */
  text(): Promise<{ readonly body: string; readonly contentType: string }>;
}

/** What the metrics of the whole installation, and those of streams, are read by. */
export interface NumberSources {
  readonly fixity: () => Promise<FixityNumbers>;
  readonly mail: () => Promise<MailNumbers>;
  readonly webhooks: () => Promise<WebhookNumbers>;
  readonly queues: () => Promise<QueueNumbers>;
  /** Subscriptions that this process serves. */
  readonly subscriptions: () => number;
  /** Version of this software. */
  readonly version: string;
}

let processRegistry: Registry | undefined;

/** The metrics of this process, made once: their observers of garbage collection and delay never end, and keep their registry. */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** Makes the metrics of this process, and those of the installation. */
export function createMetrics(sources: NumberSources): ServerMetrics {
  const registry = new Registry();
  addFixityMetrics(registry, sources.fixity);
  addMailMetrics(registry, sources.mail);
  addWebhookMetrics(registry, sources.webhooks);
  addQueueMetrics(registry, sources.queues);
  new Gauge({
    name: 'archivolt_build_info',
    help: 'Always 1; the version of this process is a label.',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version: sources.version }, 1);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['surface', 'method', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300],
    registers: [registry],
  });
  const subscriptions: Gauge = new Gauge({
    name: 'graphql_subscriptions',
    help: 'Subscriptions that this process serves now.',
    registers: [registry],
    collect: () => subscriptions.set(sources.subscriptions()),
  });
  const all = Registry.merge([processMetrics(), registry]);
  return {
    observeRequest: (surface, method, status, seconds) => {
      requests.observe({ surface, method, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    text: async () => ({ body: await all.metrics(), contentType: all.contentType }),
  };
}
