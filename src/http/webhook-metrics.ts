import type { Registry } from 'prom-client';
import { addCounts } from './kept-gauges.ts';
import { keptReading } from './kept-reading.ts';

/** Numbers of webhook deliveries. */
export interface WebhookNumbers {
  readonly pending: number;
  readonly dead: number;
}

/** Adds the numbers of deliveries that wait and that have failed for good. */
export function addWebhookMetrics(registry: Registry, read: () => Promise<WebhookNumbers>): void {
  const numbers = keptReading(read);
  const deliveries = {
    name: 'webhook_deliveries',
    help: 'Deliveries of webhooks by state: PENDING ones wait for an attempt, DEAD ones have failed for good.',
    label: 'state',
  };
  addCounts(registry, deliveries, numbers, ({ pending, dead }) => ({ PENDING: pending, DEAD: dead }));
}
