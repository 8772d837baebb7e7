import { DomainError } from '../../errors/domain-error.ts';

/** Characters of documents and variables that the subscriptions of one account, or of the guests of one address, may keep in memory. */
const KEPT_OF_ONE = 1_000_000;
/** The same of all. */
const KEPT_OF_ALL = 10_000_000;

/** Most at once, in this process. */
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
}

/** Counts what is open, and gives the place back when it ends; giving it back twice counts once. */
export class LiveLimits {
  readonly #bounds: LiveBounds;
  readonly #counts = new Map<string, number>();

  constructor(bounds: LiveBounds) {
    this.#bounds = bounds;
  }

  /** Subscriptions at the moment. */
  get subscriptions(): number {
    return this.#counts.get('subscriptions') ?? 0;
  }

  /** @throws DomainError TOO_MANY_SUBSCRIPTIONS */
  connect(address: string | undefined): () => void {
    return this.#take([
      { key: 'connections', most: this.#bounds.all, whose: 'this server' },
      { key: `connections of ${address ?? 'unknown addresses'}`, most: this.#bounds.perAddress, whose: 'this address' },
    ]);
  }

  /** @throws DomainError TOO_MANY_SUBSCRIPTIONS */
  subscribe({ account, address, characters: taken }: LivePlaceHolder): () => void {
    const own =
      account === null
        ? { key: `guests at ${address ?? 'unknown addresses'}`, most: this.#bounds.perAddress, whose: 'guests at this address' }
        : { key: `account ${account}`, most: this.#bounds.perAccount, whose: 'this account' };
    const all = { key: 'subscriptions', most: this.#bounds.all, whose: 'this server' };
    return this.#take([
      all,
      own,
      { ...all, key: 'characters', most: KEPT_OF_ALL, taken },
      { ...own, key: `characters of ${own.key}`, most: KEPT_OF_ONE, taken },
    ]);
  }

  #take(places: readonly Place[]): () => void {
    for (const { key, most, whose, taken = 1 } of places) {
      if ((this.#counts.get(key) ?? 0) + taken <= most) continue;
      throw new DomainError('TOO_MANY_SUBSCRIPTIONS', `There are as many subscriptions or streams of ${whose} already as are allowed.`);
    }
    for (const { key, taken = 1 } of places) this.#counts.set(key, (this.#counts.get(key) ?? 0) + taken);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      for (const { key, taken = 1 } of places) {
        const left = (this.#counts.get(key) ?? taken) - taken;
        if (left === 0) this.#counts.delete(key);
        else this.#counts.set(key, left);
      }
    };
  }
}
