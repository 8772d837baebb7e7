import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../db/client.ts';
import { type AskedExport, findPublishedExports, type PublishedExport } from '../../db/queries/exports/published-exports.ts';
import { GatheredReads } from './gathered-reads.ts';

/** Characters that a process remembers of exports, those read last. */
const MOST_CHARACTERS = 8_000_000;
/** The first pieces of so many exports are some megabytes at most. */
const AT_ONCE = { most: 16, atOnce: 2 };

/** The beginning of an export, with the export it belongs to. One that is kept never changes, so that its id tells whether it is still meant. */
interface RememberedText {
  readonly id: number;
  readonly text: string;
}

/** What a process knows of kept exports. */
interface PublishedReads {
  /**
   * By a name for format and dataset. Reading and decoding ten kilobytes for each request took a third of the statement; whether they still
   * count is asked for all the same.
   */
  readonly texts: LRUCache<string, RememberedText>;
  /** Questions of requests at the same time, in one statement: for each alone, sending it took as long as all else of a request. */
  readonly reads: GatheredReads<AskedExport, PublishedExport | undefined>;
  readonly installation: string;
}

/** By database, as servers of one process may serve different ones. */
const byDatabase = new WeakMap<Queryable, PublishedReads>();

/** What requests share that read kept exports; `installation` stands for what is not in the database. */
export function publishedReads(db: Queryable, installation: string): PublishedReads {
  const present = byDatabase.get(db);
  if (present?.installation === installation) return present;
  const texts = new LRUCache<string, RememberedText>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ text }, name) => text.length + name.length,
  });
  const reads = new GatheredReads((asked: readonly AskedExport[]) => findPublishedExports(db, asked, installation), AT_ONCE);
  const made = { texts, reads, installation };
  byDatabase.set(db, made);
  return made;
}
