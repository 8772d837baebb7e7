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

/** Of the parent. */
export const toWorker = z.discriminatedUnion('kind', [
  workerAssignment,
  z.object({ kind: z.literal('stop') }),
  /** What another worker asks; without a number it is told and wants no answer. */
  z.object({ kind: z.literal('asked'), request: z.int().nullable(), from: z.int(), subject: z.string(), body: z.unknown().optional() }),
  /** What all others answer. */
  z.object({ kind: z.literal('answers'), request: z.int(), bodies: z.array(z.unknown()) }),
  /** Another worker has ended. */
  z.object({ kind: z.literal('gone'), number: z.int() }),
]);

export type ToWorker = z.infer<typeof toWorker>;

/** Of a worker. */
export const fromWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), version: z.string(), newSuperuserToken: z.string().nullable() }),
  /** It refuses to start, for a reason of one line. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
  /** Asks all others; without a number it tells them. */
  z.object({ kind: z.literal('ask'), request: z.int().nullable(), subject: z.string(), body: z.unknown().optional() }),
  z.object({ kind: z.literal('answered'), request: z.int(), body: z.unknown().optional() }),
]);

export type FromWorker = z.infer<typeof fromWorker>;
