/** Rate limits of callers and operations. Source: users-admin.md 4.3. */
import { DomainError } from '../errors/domain-error.ts';
import type { Actor } from './actor.ts';
import { GUEST_IDENTIFIER } from '../vocabulary/access.ts';
import type { Neighbours } from '../neighbours.ts';
import type { SettingsSource } from './ports/settings-source.ts';

const MINUTE_MS = 60_000;
const MINUTES_OF_AN_HOUR = 60;
/** Number of buckets beyond which full ones are dropped. */
const MANY_BUCKETS = 10_000;

/** The remaining calls of one caller for one operation. */
interface Bucket {
  /** The account as `@name`, or `:guest`. */
  readonly identifier: string;
  readonly operation: string;
  limit: number;
  left: number;
  calledAt: number;
  /** Whole minutes since 1970 up to which it was filled. */
  minute: number;
}

export interface RateLimiter {
  /** Counts a call of a command or a guarded read. @throws DomainError RATE_LIMITED when the caller has called it too often. */
  take(actor: Actor, operation: string): void;
  /** The recent callers of rate-limited operations behind the port of this process. */
  list(): readonly RateLimitUse[];
}

/** The remaining calls of a caller for an operation. */
export interface RateLimitUse {
  /** The account as `@name`, or `:guest` for all who have none. */
  readonly identifier: string;
  readonly operation: string;
  readonly limitPerHour: number;
  /** Whole calls that would be allowed at once. */
  readonly callsLeft: number;
  readonly lastCalledAt: Date;
}

/** Guests are of the first tier, accounts of the second. */
function tierOf(actor: Actor): number {
  return actor.account === null ? 0 : 1;
}

/** A call that another process has let through. */
interface ToldCall extends Pick<Bucket, 'identifier' | 'operation' | 'limit'> {
  readonly key: string;
}

/**
 * Counts the calls that this process and its neighbours answer, by the settings as they are at the time. Superusers and the server itself are
 * not limited, and without such a setting no caller is. Neighbours hear of a call a moment after it was let through, so that calls at the same
 * moment may be let through by several.
 */
export function createRateLimiter(
  settings: Pick<SettingsSource, 'get'>,
  now: () => number = () => Date.now(),
  neighbours?: Neighbours,
): RateLimiter {
  let buckets = new Map<string, Bucket>();
  let manyBuckets = MANY_BUCKETS;
  let seen: { readonly rules: unknown; readonly text: string } = { rules: undefined, text: '' };

  /** A change of the rules begins anew; reading the same ones again does not. */
  function beginAnewWith(rules: unknown): void {
    if (rules === seen.rules) return;
    const text = JSON.stringify(rules ?? null);
    if (text !== seen.text) buckets = new Map();
    seen = { rules, text };
  }

  function forgetFull(minute: number): void {
    if (buckets.size < manyBuckets) return;
    for (const [key, bucket] of buckets) if (minute - bucket.minute >= MINUTES_OF_AN_HOUR) buckets.delete(key);
    // Scanning all of them at every new one would cost more than keeping them.
    manyBuckets = Math.max(MANY_BUCKETS, buckets.size * 2);
  }

  function fill(bucket: Bucket, limit: number): void {
    const minute = Math.floor(now() / MINUTE_MS);
    bucket.limit = limit;
    bucket.left = Math.min(limit, bucket.left + ((minute - bucket.minute) * limit) / MINUTES_OF_AN_HOUR);
    bucket.minute = minute;
  }

  function bucketOf({ key, identifier, operation, limit }: ToldCall): Bucket {
    const known = buckets.get(key);
    if (known !== undefined) {
      fill(known, limit);
      return known;
    }
    const minute = Math.floor(now() / MINUTE_MS);
    forgetFull(minute);
    const full = {
      identifier,
      operation,
      limit,
      left: limit,
      minute,
      calledAt: 0,
    };
    buckets.set(key, full);
    return full;
  }

  neighbours?.hear('call', (told) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another process of this program tells what this one does
    const bucket = bucketOf(told as ToldCall);
    bucket.left -= 1;
    bucket.calledAt = now();
  });
  neighbours?.hear('calls', () => [...buckets]);
  // A process that takes the place of another one goes on with what the others know.
  void neighbours?.ask('calls', null).then(([known]) => {
    if (known === undefined) return;
    beginAnewWith(settings.get(':RateLimitingCapacityByTierAndAction'));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
    for (const [key, bucket] of known as [string, Bucket][]) if (!buckets.has(key)) buckets.set(key, bucket);
  });

  return {
    take: (actor, operation) => {
      const tiers = settings.get(':RateLimitingDefaultCapacityTiers');
      const rules = settings.get(':RateLimitingCapacityByTierAndAction');
      beginAnewWith(rules);
      if ((tiers === undefined && rules === undefined) || actor.superuser) return;
      const tier = tierOf(actor);
      const rule = rules?.find((one) => one.tier === tier && one.actions.includes(operation));
      const limit = rule?.limitPerHour ?? tiers?.[tier] ?? -1;
      if (limit < 0) return;
      const { account } = actor;
      const call: ToldCall = {
        key: `${account?.id ?? 'guests'} ${operation}`,
        identifier: account === null ? GUEST_IDENTIFIER : actor.identifier,
        operation,
        limit,
      };
      const bucket = bucketOf(call);
      bucket.calledAt = now();
      if (bucket.left < 1) {
        throw new DomainError('RATE_LIMITED', `Rate limit exceeded for ${operation}: at most ${limit} calls per hour. Try again later.`);
      }
      bucket.left -= 1;
      neighbours?.tell('call', call);
    },
    list: () =>
      [...buckets.values()].map((bucket) => {
        fill(bucket, bucket.limit);
        const { identifier, operation, limit: limitPerHour, left, calledAt } = bucket;
        return { identifier, operation, limitPerHour, callsLeft: Math.floor(left), lastCalledAt: new Date(calledAt) };
      }),
  };
}
