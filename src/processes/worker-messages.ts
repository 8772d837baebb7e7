/** What the parent and its workers tell each other over the channel of `fork`. */
import { z } from 'zod';

/** What a worker has to know before it starts. */
export const workerAssignment = z.object({
  kind: z.literal('begin'),
  /** From 1 on; a worker that takes the place of another one has its number. */
  number: z.int(),
  port: z.int(),
  siteUrl: z.string(),
  databaseUrl: z.string(),
});

export type WorkerAssignment = z.infer<typeof workerAssignment>;

/** Metrics as prom-client has them as JSON. */
const metrics = z.array(z.looseObject({ name: z.string() }));

/** Of the parent. */
export const toWorker = z.discriminatedUnion('kind', [
  workerAssignment,
  z.object({ kind: z.literal('stop') }),
  /** Asks for the metrics of the process. */
  z.object({ kind: z.literal('measure'), request: z.int() }),
  /** The metrics of all processes, one list for each. */
  z.object({ kind: z.literal('gathered'), request: z.int(), metrics: z.array(metrics) }),
]);

export type ToWorker = z.infer<typeof toWorker>;

/** Of a worker. */
export const fromWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), version: z.string(), newSuperuserToken: z.string().nullable() }),
  /** It refuses to start, for a reason of one line. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('measured'), request: z.int(), metrics }),
  /** Asks for the metrics of all. */
  z.object({ kind: z.literal('gather'), request: z.int() }),
]);

export type FromWorker = z.infer<typeof fromWorker>;
export type WorkerMetrics = z.infer<typeof metrics>;
