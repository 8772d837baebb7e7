/** How often somebody may do the same thing. Source: users-admin.md 4.3. */
import { DomainError } from '../../errors/domain-error.ts';
import type { Actor } from '../actor.ts';
import type { SettingsSource } from '../settings/settings-source.ts';

const MINUTE_MS = 60_000;
const MINUTES_OF_AN_HOUR = 60;
/** Buckets above which those are forgotten that are full again. */
const MANY_BUCKETS = 10_000;

/** What is left to one caller of one operation. */
interface Bucket {
  left: number;
  /** Whole minutes since 1970 up to which it was filled. */
  minute: number;
}

export interface RateLimiter {
  /** Counts a call of a command or a guarded read. @throws DomainError RATE_LIMITED when the caller has called it too often. */
  take(actor: Actor, operation: string): void;
}

/** Guests are of the first tier, accounts of the second. */
function tierOf(actor: Actor): number {
  return actor.account === null ? 0 : 1;
}

/**
 * Counts the calls that this process answers, by the settings as they are at the time. Superusers, and the server itself, are not
 * limited, nor is anybody without such a setting.
 */
export function createRateLimiter(settings: Pick<SettingsSource, 'get'>, now: () => number = Date.now): RateLimiter {
  let buckets = new Map<string, Bucket>();
  let seen: { readonly rules: unknown; readonly text: string } = { rules: undefined, text: '' };

  /** A change of the rules begins anew; reading the same ones again does not. */
  function beginAnewWith(rules: unknown): void {
    if (rules === seen.rules) return;
    const text = JSON.stringify(rules ?? null);
    if (text !== seen.text) buckets = new Map();
    seen = { rules, text };
  }

  function forgetFull(minute: number): void {
    if (buckets.size < MANY_BUCKETS) return;
    for (const [key, bucket] of buckets) if (minute - bucket.minute >= MINUTES_OF_AN_HOUR) buckets.delete(key);
  }

  function bucketOf(key: string, limit: number): Bucket {
    const minute = Math.floor(now() / MINUTE_MS);
    const known = buckets.get(key);
    if (known === undefined) {
      forgetFull(minute);
      const full = { left: limit, minute };
      buckets.set(key, full);
      return full;
    }
    known.left = Math.min(limit, known.left + ((minute - known.minute) * limit) / MINUTES_OF_AN_HOUR);
    known.minute = minute;
    return known;
  }

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
      const bucket = bucketOf(`${actor.account?.id ?? 'guests'} ${operation}`, limit);
      if (bucket.left < 1) {
        throw new DomainError(
          'RATE_LIMITED',
          `${operation} was called too often: at most ${limit} times an hour are allowed. Try again later.`,
        );
      }
      bucket.left -= 1;
    },
  };
}
