/** Searches that kept hits may answer, and what is kept, compared with rows. */
import { countKeptFaults, keepingAlone, listKeptWords } from '../../../src/db/queries/search/keep-hits.ts';
import { keepFrequentWords } from '../../../src/domain/search/keep-frequent-words.ts';
import { search, type SearchAsked } from '../../../src/domain/search/search.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import type { ReadContext } from '../../../src/kernel/command.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import { NODE_KINDS } from '../../../src/vocabulary/collections.ts';
import type { DomainWorld } from '../domain/domain-world.ts';

/** A search for everything, with facets. */
export const everything: SearchAsked = {
  query: '*',
  filters: [],
  kinds: NODE_KINDS,
  within: [],
  circle: undefined,
  sort: null,
  descending: null,
  offset: 0,
  limit: 1000,
  withFacets: true,
  withHighlights: false,
  withAlternatives: false,
  service: null,
};

type SearchFound = Awaited<ReturnType<typeof search>>;

/** Of one world. */
export class KeptSearches {
  readonly #world: DomainWorld;

  constructor(world: DomainWorld) {
    this.#world = world;
  }

  reader(actor: Actor): ReadContext {
    return createRequestContext(this.#world.server.application, { actor, requestId: 'search' });
  }

  /** Keeps what so many documents have anew, with statistics of what is there. */
  async keep(least = 1): Promise<void> {
    await this.#world.sql`analyze search_document`;
    await this.#world.sql`analyze node`;
    await keepFrequentWords(this.#world.server.application.db, { least });
  }

  /** Words and terms that searches may use. */
  async words(): Promise<string[]> {
    return (await listKeptWords(this.#world.server.application.db)).flatMap(({ word, stale }) => (stale ? [] : [word]));
  }

  /** Documents that are told otherwise than the index has them. */
  async faults(): Promise<number> {
    let count = 0;
    for (const word of await this.words()) {
      count += await keepingAlone(this.#world.server.application.db, (tx) => countKeptFaults(tx, word));
    }
    return count;
  }

  /** What a search finds by kept hits and, with a filter that everything passes, by rows. */
  async bothWays(actor: Actor, asked: Partial<SearchAsked>): Promise<readonly [byKept: SearchFound, byRows: SearchFound]> {
    const find = (more: Partial<SearchAsked>) => search(this.reader(actor), { ...everything, ...asked, ...more });
    return [await find({}), await find({ filters: [...(asked.filters ?? []), '*'] })];
  }
}
