/**
 * Budgets of cost. The database has the points that each caller has spent; a process asks it for an operation whenever that could matter: the
 * budget is nearly spent, the process knows nothing newer than a second, or it holds back a hundredth of the budget. In between it counts in
 * memory, so that an operation costs no statement, and N processes together let through at most N hundredths too much while the budget is not near its end.
 */
import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { chargeCost, settleCosts } from '../../db/queries/installation/spent-cost.ts';
import type { BudgetState, CostBudgets, CostCaller, Reservation } from '../../kernel/ports/cost-budgets.ts';
import type { SettingsSource } from '../../kernel/ports/settings-source.ts';
import { networkOf } from '../../network-address.ts';

const HOUR_SECONDS = 3600;
/** Until a process asks again what others have let through, and writes what it has. */
const KNOWN_FOR_MS = 1000;
/** The part of a budget that a process may hold back, and the part from which on every operation is asked for. */
const HELD_BACK = 0.01;
const NEARLY_SPENT = 0.9;
/** Callers in memory beyond which those are forgotten whose knowledge is too old to count. */
const MANY_CALLERS = 10_000;
/** Hexadecimal digits of the hash of an address. */
const ADDRESS_DIGITS = 32;

export interface CostBudgetOptions {
  readonly db: Database;
  readonly settings: Pick<SettingsSource, 'get'>;
  /** Secret of the installation, under which addresses are hashed. */
  readonly key: Buffer;
  readonly log: Pick<Logger, 'warn'>;
  readonly now?: () => number;
}

/** What this process knows of a caller. */
interface Known {
  readonly caller: string;
  /** As the database has said at `at`; there is none before it was asked. */
  points: number;
  at: number;
  /** What the database does not know yet. */
  unsettled: number;
  limit: number;
}

function perSecond({ limit }: Known): number {
  return limit / HOUR_SECONDS;
}

/** Makes the budgets of this process. */
export function createCostBudgets({ db, settings, key, log, now = Date.now }: CostBudgetOptions): CostBudgets {
  const secret = key.toString('hex');
  const callers = new Map<string, Known>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function limitFor({ superuser, account }: CostCaller['actor']): number | undefined {
    const tiers = settings.get(':RateLimitingCostCapacityTiers');
    const limit = tiers === undefined || superuser ? undefined : tiers[account === null ? 0 : 1];
    return limit === undefined || limit < 0 ? undefined : limit;
  }

  function nameOf({ actor: { account }, addresses }: CostCaller): string {
    if (account !== null) return `account ${account.id}`;
    const network = addresses?.client === undefined ? '' : networkOf(addresses.client);
    return `address ${hash('sha256', `${secret} cost ${network}`, 'hex').slice(0, ADDRESS_DIGITS)}`;
  }

  function forgetOld(): void {
    if (callers.size < MANY_CALLERS) return;
    for (const [name, { at, unsettled }] of callers) if (unsettled === 0 && now() - at > KNOWN_FOR_MS) callers.delete(name);
  }

  function known(caller: CostCaller, limit: number): Known {
    const name = nameOf(caller);
    let entry = callers.get(name);
    if (entry === undefined) {
      forgetOld();
      entry = { caller: name, points: 0, at: -Infinity, unsettled: 0, limit };
      callers.set(name, entry);
    }
    entry.limit = limit;
    return entry;
  }

  /** Points that are not free. */
  function pointsOf(entry: Known): number {
    const free = entry.at === -Infinity ? 0 : (perSecond(entry) * (now() - entry.at)) / 1000;
    return Math.max(0, Math.max(0, entry.points - free) + entry.unsettled);
  }

  function stateOf(entry: Known): BudgetState {
    const points = pointsOf(entry);
    return {
      limit: entry.limit,
      remaining: Math.max(0, Math.floor(entry.limit - points)),
      fullInSeconds: entry.limit === 0 ? HOUR_SECONDS : Math.ceil(points / perSecond(entry)),
    };
  }

  /** Charges a caller with what is unsettled and with an operation; neither where that is too much. */
  async function charge(entry: Known, estimated: number, most: number): Promise<boolean> {
    const held = entry.unsettled;
    entry.unsettled = 0;
    try {
      const answer = await chargeCost(db, { caller: entry.caller, points: held + estimated, perSecond: perSecond(entry), most });
      entry.points = answer.points;
      entry.at = now();
      if (!answer.granted) entry.unsettled += held;
      return answer.granted;
    } catch (error) {
      entry.unsettled += held;
      throw error;
    }
  }

  async function write(): Promise<void> {
    const entries = [...callers.values()].filter(({ unsettled }) => unsettled !== 0);
    if (entries.length === 0) return;
    const charges = entries.map((entry) => ({ caller: entry.caller, points: entry.unsettled, perSecond: perSecond(entry) }));
    for (const entry of entries) entry.unsettled = 0;
    try {
      await settleCosts(db, charges);
      // What was written is part of what the database knows, though it was not asked.
      for (const [index, entry] of entries.entries()) entry.points += charges[index]?.points ?? 0;
    } catch (err) {
      for (const [index, entry] of entries.entries()) entry.unsettled += charges[index]?.points ?? 0;
      log.warn({ err }, 'What operations have cost could not be written; the write is retried.');
      schedule();
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, KNOWN_FOR_MS).unref();
  }

  function hasToAsk(entry: Known, estimated: number): boolean {
    if (now() - entry.at > KNOWN_FOR_MS) return true;
    if (entry.unsettled + estimated > entry.limit * HELD_BACK) return true;
    return pointsOf(entry) + estimated > entry.limit * NEARLY_SPENT;
  }

  /** Takes the points out of the budget, if they are there. */
  async function take(entry: Known, estimated: number): Promise<boolean> {
    if (estimated > entry.limit) return false;
    if (hasToAsk(entry, estimated)) return charge(entry, estimated, entry.limit);
    entry.unsettled += estimated;
    schedule();
    return true;
  }

  async function reserve(entry: Known, estimated: number): Promise<Reservation> {
    if (!(await take(entry, estimated))) {
      const missing = pointsOf(entry) + estimated - entry.limit;
      const retryAfterSeconds = estimated > entry.limit ? null : Math.max(1, Math.ceil(missing / perSecond(entry)));
      return { granted: false, state: stateOf(entry), retryAfterSeconds };
    }
    return {
      granted: true,
      settle: (spent) => {
        entry.unsettled += spent - estimated;
        schedule();
        return stateOf(entry);
      },
    };
  }

  return {
    reserve: (caller, estimated) => {
      const limit = limitFor(caller.actor);
      return limit === undefined ? undefined : reserve(known(caller, limit), estimated);
    },
    state: async (caller) => {
      const limit = limitFor(caller.actor);
      if (limit === undefined) return null;
      const entry = known(caller, limit);
      await charge(entry, 0, Infinity);
      return stateOf(entry);
    },
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      await flush();
    },
  };
}
