import { createHash } from 'node:crypto';
import { createRequestContext, type RequestContext } from '../../request-context.ts';
import type { Credentials } from '../../rest-compat/credentials.ts';

/** Longest age of a lookup that any stream takes, beside those that only watch. */
const KEPT_MS = 20_000;

/** A caller of streams, who is looked up again and again. */
export interface LiveIdentity {
  /** A context of its own, with the caller as they are now, or were as long ago as is allowed. @throws DomainError as for a request */
  renew(allowedAgeMs?: number): Promise<RequestContext>;
}

interface LookedUp {
  readonly context: Promise<RequestContext>;
  /** Undefined while it is on the way. */
  at: number | undefined;
}

/** What makes a caller the same one. */
function keyOf({
  apiToken,
  bearerToken,
  session,
  invocationId,
  unblockKey,
  remoteAddress,
  forwardedFor,
  forwarded,
  foreignPage,
}: Credentials): string {
  const facts = [apiToken, bearerToken, session, invocationId, unblockKey, remoteAddress, forwardedFor, forwarded, foreignPage];
  return createHash('sha256')
    .update(JSON.stringify(facts.map((fact) => fact ?? null)))
    .digest('base64');
}

/**
 * Looks callers up by their credentials. Streams of one caller that ask at the same time share a lookup: an event is told to a hundred of
 * them after one.
 */
export function createLiveIdentities(
  lookUp: (credentials: Credentials, again: boolean) => Promise<RequestContext>,
): (credentials: Credentials) => LiveIdentity {
  const known = new Map<string, LookedUp>();

  function ask(key: string, credentials: Credentials, again: boolean): LookedUp {
    const asked: LookedUp = { context: lookUp(credentials, again), at: undefined };
    known.set(key, asked);
    const forget = (): void => {
      if (known.get(key) === asked) known.delete(key);
    };
    asked.context.then(() => {
      asked.at = performance.now();
      setTimeout(forget, KEPT_MS).unref();
    }, forget);
    return asked;
  }

  return (credentials) => {
    const key = keyOf(credentials);
    let again = false;
    return {
      renew: async (allowedAgeMs = 0) => {
        const before = known.get(key);
        const isGood = before !== undefined && (before.at === undefined || performance.now() - before.at <= allowedAgeMs);
        const { context } = isGood ? before : ask(key, credentials, again);
        again = true;
        const found = await context;
        // Loaders keep what they have read.
        return createRequestContext(found, { ...found, visitor: undefined, live: undefined, client: undefined });
      },
    };
  };
}
