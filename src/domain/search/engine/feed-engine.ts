/** Tells an engine what has changed, and builds its index. See docs/adr/0073-search-in-opensearch.md. */
import type { Database, Transaction } from '../../../db/client.ts';
import { listDocumentKeys, readEngineDocuments } from '../../../db/queries/search/engine-documents.ts';
import {
  asOnlyWriter,
  type EngineIndexes,
  findEngineIndexes,
  findNewestNote,
  noteAgain,
  takeNotes,
  updateEngineIndexes,
} from '../../../db/queries/search/engine-feed.ts';
import type { RefusedDocument, SearchEngine } from '../../../kernel/ports/search-engine.ts';
import type { DocumentKey } from '../../../model/search/search-engine.ts';
import { NODE_KINDS, type NodeKind } from '../../../vocabulary/collections.ts';

/** Notes that are taken, and keys that are read, at once. */
const AT_ONCE = 500;
/** Documents that are held at once: tables have long ones. */
const HELD = 100;

const idOf = ({ kind, rowId }: DocumentKey): string => `${kind} ${rowId}`;

/**
 * Sends what some keys describe now, and removes those that describe nothing that anybody may see. What an engine does not take is removed
 * there, where it would stand as it was, and is noted again.
 * @returns what it did not take.
 */
export async function sendDocuments(
  tx: Transaction,
  engine: SearchEngine,
  indexes: readonly string[],
  keys: readonly DocumentKey[],
): Promise<readonly RefusedDocument[]> {
  const refused = new Map<string, RefusedDocument>();
  for (let first = 0; first < keys.length; first += HELD) {
    const some = keys.slice(first, first + HELD);
    const documents = await readEngineDocuments(tx, some);
    const described = new Set(documents.map(idOf));
    const gone = some.filter((key) => !described.has(idOf(key)));
    for (const index of indexes) {
      const now = await engine.write(index, documents, gone);
      if (now.length > 0) await engine.write(index, [], now);
      for (const document of now) refused.set(idOf(document), document);
    }
  }
  const left = [...refused.values()];
  if (left.length > 0) await noteAgain(tx, left);
  return left;
}

function writtenTo({ current, building }: EngineIndexes): string[] {
  return [current, building].filter((index) => index !== null);
}

/** What an engine was told. */
export interface Fed {
  readonly sent: number;
  /** What it did not take; it is noted again, for the next time. */
  readonly refused: readonly RefusedDocument[];
}

/**
 * Tells the engine what has changed until now, unless the signal is given. What it was told is forgotten when it has said yes.
 * @throws SearchEngineFault
 */
export async function feedEngine(db: Database, engine: SearchEngine, signal?: AbortSignal): Promise<Fed> {
  const refused: RefusedDocument[] = [];
  let sent = 0;
  const newest = await findNewestNote(db);
  if (newest === null) return { sent, refused };
  for (;;) {
    if (signal?.aborted === true) break;
    const count = await asOnlyWriter(db, async (tx) => {
      const indexes = await findEngineIndexes(tx);
      const keys = indexes === undefined ? [] : await takeNotes(tx, newest, AT_ONCE);
      if (indexes !== undefined && keys.length > 0) refused.push(...(await sendDocuments(tx, engine, writtenTo(indexes), keys)));
      return keys.length;
    });
    if (count === 0) break;
    sent += count;
  }
  return { sent, refused };
}

export interface BuildProgress {
  readonly kind: NodeKind;
  readonly done: number;
}

/**
 * Builds the index of an engine anew beside the one that answers, which is told of changes meanwhile as the new one is, and has the new one
 * answer at once when it is whole. What an interrupted build left is removed.
 * @throws SearchEngineFault
 */
export async function buildEngineIndex(
  db: Database,
  engine: SearchEngine,
  {
    name,
    onProgress,
    signal,
  }: { readonly name: string; readonly onProgress: (progress: BuildProgress) => void; readonly signal?: AbortSignal },
): Promise<void> {
  await asOnlyWriter(db, async (tx) => {
    const indexes = await findEngineIndexes(tx);
    if (indexes === undefined) return;
    if (indexes.building !== null) await engine.deleteIndex(indexes.building);
    await engine.createIndex(name);
    await updateEngineIndexes(tx, { current: indexes.current, building: name });
  });
  for (const kind of NODE_KINDS) {
    let done = 0;
    let after = 0;
    for (;;) {
      signal?.throwIfAborted();
      const place = after;
      const keys = await asOnlyWriter(db, async (tx) => {
        const batch = await listDocumentKeys(tx, kind, place, AT_ONCE);
        if (batch.length > 0) await sendDocuments(tx, engine, [name], batch);
        return batch;
      });
      const last = keys.at(-1);
      if (last === undefined) break;
      after = last.rowId;
      done += keys.length;
      onProgress({ kind, done });
    }
  }
  const replaced = await asOnlyWriter(db, async (tx) => {
    const indexes = await findEngineIndexes(tx);
    if (indexes === undefined || indexes.building !== name) return null;
    await engine.refresh(name);
    await engine.answerFrom(name);
    await updateEngineIndexes(tx, { current: name, building: null });
    return indexes.current;
  });
  if (replaced !== null) await engine.deleteIndex(replaced);
}
