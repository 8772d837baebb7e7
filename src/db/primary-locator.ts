/**
 * Which of several PostgreSQL is the primary. The driver (3.4.9) would try one host after the other itself, but without a pause and without an
 * end where none is the primary, and takes a standby for one that can be written to.
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { singleHostAddresses } from '../postgres-addresses.ts';

interface Place {
  readonly host: string;
  readonly port: number;
}

/** What a host says of itself; null for the timeline of a standby. */
type Look = (address: string) => Promise<number | null>;

/** A host that does not say what it is by then is none. */
const LOOK_LIMIT_SECONDS = 3;
/** So much longer the others are waited for when one is a primary: another one may have taken its place. */
const GRACE_MS = 200;
/** Connections of a pool are often made together. */
const KEPT_MS = 500;

async function lookAt(address: string): Promise<number | null> {
  const sql = postgres(address, { max: 1, connect_timeout: LOOK_LIMIT_SECONDS, fetch_types: false, onnotice: () => undefined });
  try {
    const [row] = await sql<{ timeline: number | null }[]>`
      select case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline`;
    return row?.timeline ?? null;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

function placeOf(address: string): Place {
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 5432 : Number(port) };
}

export class PrimaryLocator {
  readonly #addresses: readonly string[];
  readonly #look: Look;
  /** A primary of an older timeline was replaced, and must not be written to when it comes back. */
  #newest = 0;
  #last: string;
  #found: Promise<Place> | undefined;

  readonly #keptMs: number;

  /** @param addresses Of one host each. @param keptMs How long what was found counts */
  constructor(addresses: readonly [string, ...string[]], look: Look = lookAt, keptMs = KEPT_MS) {
    this.#addresses = addresses;
    this.#look = look;
    this.#keptMs = keptMs;
    [this.#last] = addresses;
  }

  /** The primary, or the last one where there is none now: a connection to it tells. */
  locate(): Promise<Place> {
    if (this.#found === undefined) {
      this.#found = this.#find();
      setTimeout(() => (this.#found = undefined), this.#keptMs).unref();
    }
    return this.#found;
  }

  async #find(): Promise<Place> {
    const primaries: { address: string; timeline: number }[] = [];
    const { promise: first, resolve: hasFirst } = Promise.withResolvers<void>();
    const looks = this.#addresses.map(async (address) => {
      const timeline = await this.#look(address).catch(() => null);
      if (timeline === null || timeline < this.#newest) return;
      primaries.push({ address, timeline });
      hasFirst();
    });
    const all = Promise.all(looks);
    await Promise.race([all, first]);
    await Promise.race([all, sleep(GRACE_MS, undefined, { ref: false })]);
    const [best] = primaries.toSorted((one, other) => other.timeline - one.timeline);
    if (best !== undefined) {
      this.#newest = Math.max(this.#newest, best.timeline);
      this.#last = best.address;
    }
    return placeOf(this.#last);
  }
}

const locators = new Map<string, PrimaryLocator>();

/** The one locator of a process for an address; undefined where that names a single host. */
export function primaryLocatorOf(address: string): PrimaryLocator | undefined {
  const [first, ...others] = singleHostAddresses(address);
  if (first === undefined || others.length === 0) return undefined;
  let locator = locators.get(address);
  if (locator === undefined) locators.set(address, (locator = new PrimaryLocator([first, ...others])));
  return locator;
}

/** A socket on its way to the primary. */
export async function socketToPrimary(locator: PrimaryLocator): Promise<Socket> {
  const { host, port } = await locator.locate();
  // The driver takes the name for that of the certificate.
  const socket = Object.assign(new Socket(), { host });
  socket.connect(port, host);
  return socket;
}

/** The same for a driver that connects its sockets itself, and to another host. */
export function selfConnectingSocket(locator: PrimaryLocator): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const located = (): Socket => {
    locator.locate().then(
      ({ host, port }) => (socket.destroyed ? undefined : connect(port, host)),
      (error: unknown) => socket.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return socket;
  };
  return Object.assign(socket, { connect: located });
}
