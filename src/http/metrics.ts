import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Neighbours } from '../neighbours.ts';
import { addFixityMetrics, type FixityNumbers } from './fixity-metrics.ts';
import { addWebhookMetrics, type WebhookNumbers } from './webhook-metrics.ts';
import { addMailMetrics, type MailNumbers } from './mail-metrics.ts';
import { addQueueMetrics, type QueueNumbers } from './queue-metrics.ts';
import { addReadMetrics, type ReadNumbers } from './read-metrics.ts';

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
  /** What this process reads from replicas; undefined where there are none. */
  readonly reads: () => ReadNumbers | undefined;
  /** Version of this software. */
  readonly version: string;
}

/** As prom-client has them as JSON. */
type ProcessMetrics = readonly { readonly name: string }[];

let processRegistry: Registry | undefined;

/** The metrics of this process, made once: their observers of garbage collection and delay never end, and keep their registry. */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** Those of all processes as one; each is of one process alone, so that nothing is summed or left out. */
function together(lists: readonly ProcessMetrics[]): Registry {
  return AggregatorRegistry.aggregate(lists.map((list) => list.map((metric) => ({ ...metric, aggregator: 'first' }))));
}

/** Makes the metrics of this process, and those of the installation. */
export function createMetrics(sources: NumberSources, neighbours?: Neighbours): ServerMetrics {
  const installation = new Registry();
  addFixityMetrics(installation, sources.fixity);
  addMailMetrics(installation, sources.mail);
  addWebhookMetrics(installation, sources.webhooks);
  addQueueMetrics(installation, sources.queues);
  const registry = new Registry();
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
  addReadMetrics(registry, sources.reads);
  const own = Registry.merge([processMetrics(), registry]);
  if (neighbours !== undefined) {
    // A counter that begins anew with its process is told from those of the others.
    own.setDefaultLabels({ worker: String(neighbours.own) });
    neighbours.hear('metrics', () => own.getMetricsAsJSON());
  }
  // Of the installation any process tells the same.
  const all = async (): Promise<string> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- other processes of this program answer as this one does
    const others = ((await neighbours?.ask('metrics', null)) ?? []) as readonly ProcessMetrics[];
    const ofProcesses = neighbours === undefined ? own : together([await own.getMetricsAsJSON(), ...others]);
    return `${await installation.metrics()}\n${await ofProcesses.metrics()}`;
  };
  return {
    observeRequest: (surface, method, status, seconds) => {
      requests.observe({ surface, method, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    text: async () => ({ body: await all(), contentType: own.contentType }),
  };
}
