import type { Neighbours } from '../../neighbours.ts';
import { DomainError } from '../../errors/domain-error.ts';

/** Characters of documents and variables that the subscriptions of one account, or of the guests of one address, may keep in memory. */
const KEPT_OF_ONE = 1_000_000;
/** The same of all. */
const KEPT_OF_ALL = 10_000_000;

/** Most at once: of all in this process, of one account or address in all processes behind its port. */
export interface LiveBounds {
  readonly all: number;
  readonly perAccount: number;
  readonly perAddress: number;
}

/** Who takes a place. */
export interface LivePlaceHolder {
  /** Numeric id; null for guests. */
  readonly account: number | null;
  readonly address: string | undefined;
  /** Of what is asked. */
  readonly characters: number;
}

interface Place {
  readonly key: string;
  readonly most: number;
  readonly whose: string;
  /** What is taken of it; one without. */
  readonly taken?: number;
  /** Of one account or address, which counts in all processes. */
  readonly ofOne?: boolean;
}

type Counts = Map<string, number>;

function change(counts: Counts, key: string, by: number): void {
  const left = (counts.get(key) ?? 0) + by;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}

/**
 * Counts what is open, and gives the place back when it ends; giving it back twice counts once. Neighbours tell each other what they have of
 * accounts and addresses a moment later, so that several may each give the last place.
 */
export class LiveLimits {
  readonly #bounds: LiveBounds;
  readonly #counts: Counts = new Map();
  readonly #neighbours: Neighbours | undefined;
  /** What the neighbours have, by their number. */
  readonly #others = new Map<number, Counts>();

  constructor(bounds: LiveBounds, neighbours?: Neighbours) {
    this.#bounds = bounds;
    this.#neighbours = neighbours;
    neighbours?.hear('places', (told, from) => {
      const counts = this.#others.get(from) ?? new Map<string, number>();
      this.#others.set(from, counts);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another process of this program tells what this one does
      for (const [key, by] of told as [string, number][]) change(counts, key, by);
    });
    neighbours?.hear('all places', () => ({ from: neighbours.own, counts: [...this.#counts] }));
    neighbours?.onGone((number) => this.#others.delete(number));
    void neighbours?.ask('all places', null).then((answers) => {
      for (const answer of answers) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
        const { from, counts } = answer as { readonly from: number; readonly counts: [string, number][] };
        this.#others.set(from, new Map(counts));
      }
    });
  }

  /** Subscriptions at the moment. */
  get subscriptions(): number {
    return this.#counts.get('subscriptions') ?? 0;
  }

  /** @throws DomainError TOO_MANY_SUBSCRIPTIONS */
  connect(address: string | undefined): () => void {
    return this.#take([
      { key: 'connections', most: this.#bounds.all, whose: 'this server' },
      { key: `connections of ${address ?? 'unknown addresses'}`, most: this.#bounds.perAddress, whose: 'this address', ofOne: true },
    ]);
  }

  /** @throws DomainError TOO_MANY_SUBSCRIPTIONS */
  subscribe({ account, address, characters: taken }: LivePlaceHolder): () => void {
    const own: Place =
      account === null
        ? {
            ofOne: true,
            key: `guests at ${address ?? 'unknown addresses'}`,
            most: this.#bounds.perAddress,
            whose: 'guests at this address',
          }
        : { ofOne: true, key: `account ${account}`, most: this.#bounds.perAccount, whose: 'this account' };
    const all = { key: 'subscriptions', most: this.#bounds.all, whose: 'this server' };
    return this.#take([
      all,
      own,
      { ...all, key: 'characters', most: KEPT_OF_ALL, taken },
      { ...own, key: `characters of ${own.key}`, most: KEPT_OF_ONE, taken },
    ]);
  }

  #taken({ key, ofOne }: Place): number {
    let taken = this.#counts.get(key) ?? 0;
    if (ofOne === true) for (const counts of this.#others.values()) taken += counts.get(key) ?? 0;
    return taken;
  }

  #change(places: readonly Place[], sign: 1 | -1): void {
    for (const { key, taken = 1 } of places) change(this.#counts, key, sign * taken);
    this.#neighbours?.tell(
      'places',
      places.filter(({ ofOne }) => ofOne === true).map(({ key, taken = 1 }) => [key, sign * taken]),
    );
  }

  #take(places: readonly Place[]): () => void {
    for (const place of places) {
      const { most, whose, taken = 1 } = place;
      if (this.#taken(place) + taken <= most) continue;
      throw new DomainError('TOO_MANY_SUBSCRIPTIONS', `There are as many subscriptions or streams of ${whose} already as are allowed.`);
    }
    this.#change(places, 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#change(places, -1);
    };
  }
}
