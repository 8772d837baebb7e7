import { setTimeout as sleep } from 'node:timers/promises';
import { codesOf } from '../../errors/error-codes.ts';
import type { Database } from '../client.ts';
import type { Fence } from './primary-fence.ts';
import { type Pools, type SessionOptions, StandbySession } from './standby-session.ts';
import { withinTime } from './within-time.ts';

/** Whether a replica is read from, and why not. */
export type ReplicaStanding =
  /** It follows. */
  | 'LEVEL'
  /** It takes longer than reads wait. */
  | 'BEHIND'
  /** It does not answer. */
  | 'AWAY'
  /** It answers, and is no standby of this primary. */
  | 'UNFIT';

export interface ReplicaReport {
  /** Host and port. */
  readonly name: string;
  readonly standing: ReplicaStanding;
  /** What is wrong, for people; undefined where nothing is. */
  readonly reason: string | undefined;
  /** What is wrong stays so whatever is waited for: it is configured wrongly. */
  readonly isMistake: boolean;
  /** Since it last had all that the primary had, while it has not; 0 while it has. */
  readonly lagSeconds: number;
}

export interface ReplicaOptions extends Omit<SessionOptions, 'onRetired'> {
  /** How long a read waits for a replica to have all that was acknowledged. */
  readonly waitMs: number;
  /** Called when it is read from again, or no more. */
  readonly onChange: (report: ReplicaReport) => void;
}

/** Between looks at a replica. */
const PAUSE_MS = 1_000;
/** Between looks at one that only has to catch up. */
const CATCH_UP_PAUSE_MS = 50;
/** Time of one look, after which the replica is away: statements that wait for it go to the primary. */
const LOOK_LIMIT_MS = 2_000;

/** Wrong credentials, a database that is not there, and a role that may not ask. Source: PostgreSQL, appendix "Error Codes". */
const MISTAKES = new Set(['28P01', '28000', '3D000', '42501']);

function reasonOf(error: unknown): string {
  const cause = error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error;
  return cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? cause.name) : String(cause);
}

/** A server that follows the primary, looked after for as long as the process lives. */
export class Replica {
  readonly name: string;
  readonly #options: ReplicaOptions;
  #session: StandbySession | undefined;
  #standing: ReplicaStanding = 'AWAY';
  #reason: string | undefined = 'it was not asked yet';
  #isMistake = false;
  #levelAt = performance.now();
  /** The one that it follows. */
  #timeline = 0;
  readonly #closing = new AbortController();
  #pause = new AbortController();

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.name = new URL(options.url).host;
  }

  get load(): number {
    return this.#session?.load ?? 0;
  }

  get report(): ReplicaReport {
    const isLevel = this.#standing === 'LEVEL';
    return {
      name: this.name,
      standing: this.#standing,
      reason: this.#reason,
      isMistake: this.#isMistake,
      lagSeconds: isLevel ? 0 : (performance.now() - this.#levelAt) / 1000,
    };
  }

  /** Looks at it for the first time, and again and again from then on. */
  async start(): Promise<void> {
    await this.#examine();
    void this.#follow();
  }

  /** Whether it is known to have everything before a fence. */
  has(fence: Fence): boolean {
    return this.#session !== undefined && this.#session.replayed >= fence.lsn;
  }

  /** Where to read what was acknowledged before a fence; undefined where the replica does not have it in time. */
  async databases(fence: Fence): Promise<Pools<Database> | undefined> {
    const session = this.#session;
    if (session === undefined || this.#standing !== 'LEVEL' || fence.timeline !== this.#timeline) return undefined;
    if (await session.reaches(fence, this.#options.waitMs)) return session.isOpen ? session.databases : undefined;
    // Others do not wait before it has caught up.
    if (this.#session === session && this.#standing === 'LEVEL') {
      this.#becomes('BEHIND', 'it has not replayed what was acknowledged');
      this.#pause.abort();
    }
    return undefined;
  }

  close(): void {
    this.#closing.abort();
    this.#pause.abort();
    this.#session?.retire();
  }

  async #follow(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#pause = new AbortController();
      const pauseMs = this.#standing === 'BEHIND' ? CATCH_UP_PAUSE_MS : PAUSE_MS;
      await sleep(pauseMs, undefined, { signal: this.#pause.signal, ref: false }).catch(() => undefined);
      if (!this.#closing.signal.aborted) await this.#examine();
    }
  }

  async #examine(): Promise<void> {
    const { fence: primary, waitMs } = this.#options;
    const begin = performance.now();
    // Without the primary nothing can be said of those that follow it.
    const asked = await Promise.all([primary.ask(), primary.cluster()]).catch(() => undefined);
    if (asked === undefined || this.#closing.signal.aborted) return;
    const [fence, cluster] = asked;
    const session = (this.#session ??= this.#open());
    try {
      const facts = await withinTime(session.facts(), LOOK_LIMIT_MS);
      if (facts === undefined) throw new Error('it does not answer in time');
      if (facts.cluster !== cluster) this.#becomes('UNFIT', 'it is a copy of another cluster than the primary', true);
      else if (!facts.standby) this.#becomes('UNFIT', 'it is no standby');
      else if (facts.timeline !== fence.timeline) this.#becomes('UNFIT', 'it has not followed the primary onto its timeline');
      else if (await session.reaches(fence, Math.max(waitMs, CATCH_UP_PAUSE_MS))) {
        if (this.#session !== session) return;
        this.#levelAt = begin;
        this.#timeline = facts.timeline;
        this.#becomes('LEVEL', undefined);
      } else this.#becomes('BEHIND', facts.paused ? 'its replay is paused' : 'it has not replayed what was acknowledged');
    } catch (error) {
      session.retire();
      this.#becomes(
        'AWAY',
        reasonOf(error),
        codesOf(error).some((code) => MISTAKES.has(code)),
      );
    }
  }

  #open(): StandbySession {
    const session: StandbySession = new StandbySession({
      ...this.#options,
      onRetired: () => {
        if (this.#session !== session) return;
        this.#session = undefined;
        if (!this.#closing.signal.aborted) this.#becomes('AWAY', 'a connection to it has ended');
      },
    });
    return session;
  }

  #becomes(standing: ReplicaStanding, reason: string | undefined, isMistake = false): void {
    const before = this.#standing;
    this.#standing = standing;
    this.#reason = reason;
    this.#isMistake = isMistake;
    if (before !== standing) this.#options.onChange(this.report);
  }
}
