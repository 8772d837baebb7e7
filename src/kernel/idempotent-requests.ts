import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, DatabaseConnection } from '../db/client.ts';
import {
  deleteKey,
  findKey,
  insertKey,
  type KeyOfRequest,
  letGo,
  listSteps,
  storeAnswer,
  takeOverKey,
  tryHold,
} from '../db/queries/gate/idempotency.ts';
import { DomainError } from '../errors/domain-error.ts';
import { IdempotentSteps } from './idempotent-steps.ts';
import type { BegunRequest, IdempotentRequests, SentRequest } from './ports/idempotent-requests.ts';
import type { SecretBox } from './secret-box.ts';

const LIFETIME_SECONDS = 24 * 60 * 60;
/** How often the end of a request is written down when the database is away, and the pause before the next try. */
const MOST_ENDINGS = 10;
const ENDING_PAUSE_MS = 3_000;

export interface IdempotentRequestsOptions {
  readonly db: Database;
  readonly secrets: SecretBox;
  /** Opens the connection that holds the requests of this process. */
  readonly open: () => DatabaseConnection;
  readonly log: Pick<Logger, 'warn'>;
}

/** The same for the same parts, whatever the order of members. */
export function fingerprintOf(parts: readonly unknown[]): string {
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ordered);
    if (typeof value !== 'object' || value === null) return value;
    // A file is known by nothing before it is read.
    if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return null;
    const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(entries.map(([name, entry]) => [name, ordered(entry)]));
  };
  return createHash('sha256')
    .update(JSON.stringify(ordered(parts)))
    .digest('hex');
}

const inUse = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_IN_USE', 'A request with this key is under way; send it again in a moment to get its answer.');

/**
 * A request under way is held by a lock on a connection of its process: PostgreSQL drops it with the process, so that the next request with
 * the key goes on at once. Should the connection alone be lost, the number of the attempt keeps two from committing.
 */
export function createIdempotentRequests({ db, secrets, open, log }: IdempotentRequestsOptions): IdempotentRequests {
  let holding: DatabaseConnection | undefined;
  /** Those of this process: a lock is given to its own session again. */
  const running = new Set<string>();
  const nameOf = ({ accountId, key }: KeyOfRequest): string => `${accountId} ${key}`;

  async function release(request: KeyOfRequest): Promise<void> {
    running.delete(nameOf(request));
    // Where it fails the connection is lost, and the lock with it.
    if (holding !== undefined) await letGo(holding, request).catch(() => undefined);
  }

  async function attemptOf(
    request: KeyOfRequest,
    fingerprint: string,
  ): Promise<{ readonly attempt: number; readonly isFirst: boolean } | { readonly answer: string }> {
    const first = await insertKey(db, { ...request, fingerprint, lifetimeSeconds: LIFETIME_SECONDS });
    if (first !== undefined) return { attempt: first, isFirst: true };
    const row = await findKey(db, request);
    if (row === undefined) throw inUse();
    if (row.fingerprint !== fingerprint) {
      throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'Another request was sent with this key; each request needs a key of its own.');
    }
    if (row.answer !== null) return { answer: secrets.open('idempotency_key.answer', row.answer) };
    const attempt = await takeOverKey(db, request);
    if (attempt === undefined) throw inUse();
    return { attempt, isFirst: false };
  }

  async function writeEnd(
    request: KeyOfRequest & { readonly attempt: number },
    steps: IdempotentSteps,
    answer: string | undefined,
  ): Promise<void> {
    if (!steps.hasCommitted) await deleteKey(db, request);
    else if (answer !== undefined) await storeAnswer(db, { ...request, answer: secrets.seal('idempotency_key.answer', answer) });
  }

  /** Without its answer the next request with the key puts it together from what the commands returned. */
  async function finish(
    request: KeyOfRequest & { readonly attempt: number },
    steps: IdempotentSteps,
    answer: string | undefined,
  ): Promise<void> {
    try {
      await writeEnd(request, steps, answer);
    } catch (err) {
      log.warn({ err }, 'The answer to a request with a key could not be stored; it is put together anew where it is asked for.');
      void (async () => {
        for (let tries = 1; tries < MOST_ENDINGS; tries += 1) {
          await sleep(ENDING_PAUSE_MS, undefined, { ref: false });
          const isWritten = await writeEnd(request, steps, answer).then(
            () => true,
            () => false,
          );
          if (isWritten) return;
        }
      })();
    }
    await release(request);
  }

  return {
    begin: async ({ accountId, key, parts }: SentRequest): Promise<BegunRequest | { readonly answer: string }> => {
      const request = { accountId, key };
      const name = nameOf(request);
      if (running.has(name)) {
        const row = await findKey(db, request);
        if (row !== undefined && row.fingerprint !== fingerprintOf(parts)) await attemptOf(request, fingerprintOf(parts));
        throw inUse();
      }
      running.add(name);
      try {
        holding ??= open();
        if (!(await tryHold(holding, request))) throw inUse();
        const begun = await attemptOf(request, fingerprintOf(parts));
        if ('answer' in begun) {
          await release(request);
          return begun;
        }
        const attempted = { ...request, attempt: begun.attempt };
        const known = begun.isFirst ? new Map<string, string | null>() : await listSteps(db, request);
        const steps = new IdempotentSteps({ secrets, request: attempted, known });
        return { request: steps, end: (answer) => finish(attempted, steps, answer) };
      } catch (error) {
        await release(request);
        throw error;
      }
    },
    close: async () => {
      await holding?.close();
    },
  };
}
