import { Gauge, type Registry } from 'prom-client';
import { keptReading } from './kept-reading.ts';

/** Deliveries of webhooks, as metrics tell of them. */
export interface WebhookNumbers {
  readonly pending: number;
  readonly dead: number;
}

/** Adds how many deliveries wait, and how many were given up. */
export function addWebhookMetrics(registry: Registry, read: () => Promise<WebhookNumbers>): void {
  const numbers = keptReading(read);
  const deliveries = new Gauge({
    name: 'webhook_deliveries',
    help: 'Deliveries of webhooks that are not done: PENDING ones wait, DEAD ones were given up.',
    labelNames: ['state'] as const,
    registers: [],
    async collect() {
      const current = await numbers();
      this.reset();
      if (current === undefined) return;
      this.set({ state: 'PENDING' }, current.pending);
      this.set({ state: 'DEAD' }, current.dead);
    },
  });
  registry.registerMetric(deliveries);
}
