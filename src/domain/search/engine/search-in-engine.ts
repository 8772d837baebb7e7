/** Searches by an engine beside the database, and by the database while it does not answer. See docs/adr/0073-search-in-opensearch.md. */
import type { Logger } from 'pino';
import type { Queryable } from '../../../db/client.ts';
import { findEngineIndexes } from '../../../db/queries/search/engine-feed.ts';
import { readEngineFacts } from '../../../db/queries/search/engine-facts.ts';
import { listFoundDocuments } from '../../../db/queries/search/found-documents.ts';
import { listAlternativesAmong } from '../../../db/queries/search/names-alike.ts';
import { findComparedDocument, listNamesOf, listPublicDatasets } from '../../../db/queries/search/near-documents.ts';
import type { Onlooker } from '../../../db/queries/gate/visible.ts';
import { type SearchEngine, SearchEngineFault } from '../../../kernel/ports/search-engine.ts';
import type { SearchIndex } from '../../../kernel/ports/search-index.ts';
import type { AskedWords, DocumentKey, EngineAccess } from '../../../model/search/search-engine.ts';
import { SEARCH_SERVICES } from '../../../vocabulary/search.ts';
import { askedTexts, asksTheDatabase } from './asked-words.ts';

/** Names and words that are compared with what was typed. */
const MOST_NAMES = 100;
/** Characters of what was typed. */
const LONGEST_BEGINNING = 100;
/** How long it is taken for granted that an index answers. */
const BELIEVED_MS = 10_000;
/** How long an engine that has failed is left alone: each search would wait for it before the database is asked. */
const PAUSE_MS = 5_000;

interface Options {
  readonly engine: SearchEngine;
  /** Answers where the engine does not. */
  readonly database: SearchIndex;
  readonly limitMs: number;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds in which an engine that has failed is not asked. */
  readonly pauseMs?: number;
}

/** What is asked of one word or beginning. */
interface AskedOfWord {
  readonly access: EngineAccess;
  readonly words: AskedWords;
}

async function factsOfWord(db: Queryable, onlooker: Onlooker, text: string): Promise<AskedOfWord | undefined> {
  const { access, words } = await readEngineFacts(db, onlooker, { texts: [text], patterns: [] });
  const asked = words.get(text);
  return asked === undefined || asked.folded === '' ? undefined : { access, words: asked };
}

/** The index that an engine has. Of what it finds, no more is shown than the database says that the onlooker may see now. */
export function searchInEngine({ engine, database, limitMs, log, pauseMs = PAUSE_MS }: Options): SearchIndex {
  let believedUntil = 0;
  let pausedUntil = 0;

  async function isReady(db: Queryable): Promise<boolean> {
    if (performance.now() < pausedUntil) return false;
    if (performance.now() < believedUntil) return true;
    const indexes = await findEngineIndexes(db);
    if (indexes === undefined || indexes.current === null) return false;
    believedUntil = performance.now() + BELIEVED_MS;
    return true;
  }

  async function either<Result>(
    db: Queryable,
    byEngine: () => Promise<Result>,
    byDatabase: () => Promise<Result>,
    wanted = true,
  ): Promise<Result> {
    if (!wanted || !(await isReady(db))) return byDatabase();
    try {
      return await byEngine();
    } catch (error) {
      if (!(error instanceof SearchEngineFault)) throw error;
      pausedUntil = performance.now() + pauseMs;
      log.warn({ err: error }, 'The search engine failed; the database searches in its place.');
      return byDatabase();
    }
  }

  return {
    services: [SEARCH_SERVICES.opensearch, ...database.services],

    search: (db, onlooker, asked, service) =>
      either(
        db,
        async () => {
          const facts = await readEngineFacts(db, onlooker, askedTexts([asked.condition, ...asked.filters]));
          const { hits, countsByKind, ...found } = await engine.find({ ...facts, asked, limitMs });
          const counts = { COLLECTION: 0, DATASET: 0, DATAFILE: 0, ...countsByKind };
          return {
            ...found,
            hits: await listFoundDocuments(db, onlooker, hits),
            countsByKind: counts,
            totalCount: asked.kinds.reduce((sum, kind) => sum + counts[kind], 0),
          };
        },
        () => database.search(db, onlooker, asked),
        service !== SEARCH_SERVICES.postgresql.name && !asksTheDatabase(asked),
      ),

    alternatives: (db, onlooker, words) =>
      either(
        db,
        async () => {
          const keys = await Promise.all(
            words.map(async (text): Promise<readonly DocumentKey[]> => {
              const asked = await factsOfWord(db, onlooker, text);
              return asked === undefined ? [] : engine.alike(asked.access, asked.words, MOST_NAMES);
            }),
          );
          return listAlternativesAmong(db, onlooker, words, limitMs, keys.flat());
        },
        () => database.alternatives(db, onlooker, words),
      ),

    similar: (db, datasetId, limit) =>
      either(
        db,
        async () => {
          const compared = await findComparedDocument(db, datasetId);
          if (compared === undefined) return [];
          const found = await engine.similar(compared, limit + 1);
          return (await listPublicDatasets(db, found)).filter((id) => id !== datasetId).slice(0, limit);
        },
        () => database.similar(db, datasetId, limit),
      ),

    names: (db, onlooker, beginning, limit) =>
      either(
        db,
        async () => {
          const asked = await factsOfWord(db, onlooker, beginning.slice(0, LONGEST_BEGINNING));
          return asked === undefined ? [] : listNamesOf(db, onlooker, await engine.named(asked.access, asked.words, limit * 2), limit);
        },
        () => database.names(db, onlooker, beginning, limit),
      ),
  };
}
