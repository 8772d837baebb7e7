/** Tells an engine what has changed, and builds its index. See docs/adr/0073-search-in-opensearch.md. */
import type { Database, Transaction } from '../../../db/client.ts';
import { listDocumentKeys, readEngineDocuments } from '../../../db/queries/search/engine-documents.ts';
import {
  asOnlyWriter,
  type EngineIndexes,
  findEngineIndexes,
  takeNotes,
  updateEngineIndexes,
} from '../../../db/queries/search/engine-feed.ts';
import type { SearchEngine } from '../../../kernel/ports/search-engine.ts';
import type { DocumentKey } from '../../../model/search/search-engine.ts';
import { NODE_KINDS, type NodeKind } from '../../../vocabulary/collections.ts';

/** Documents that are read and sent at once. */
const AT_ONCE = 500;

const idOf = ({ kind, rowId }: DocumentKey): string => `${kind} ${rowId}`;

/** Sends what some keys describe now, and removes those that describe nothing that anybody may see. */
export async function sendDocuments(
  tx: Transaction,
  engine: SearchEngine,
  indexes: readonly string[],
  keys: readonly DocumentKey[],
): Promise<void> {
  const documents = await readEngineDocuments(tx, keys);
  const described = new Set(documents.map(idOf));
  const gone = keys.filter((key) => !described.has(idOf(key)));
  for (const index of indexes) await engine.write(index, documents, gone);
}

function writtenTo({ current, building }: EngineIndexes): string[] {
  return [current, building].filter((index) => index !== null);
}

/**
 * Tells the engine what has changed, until nothing is left or the signal is given. What it was told is forgotten when it has said yes.
 * @returns how many documents were sent. @throws SearchEngineFault
 */
export async function feedEngine(db: Database, engine: SearchEngine, signal?: AbortSignal): Promise<number> {
  let sent = 0;
  for (;;) {
    if (signal?.aborted === true) return sent;
    const count = await asOnlyWriter(db, async (tx) => {
      const indexes = await findEngineIndexes(tx);
      const keys = indexes === undefined ? [] : await takeNotes(tx, AT_ONCE);
      if (indexes !== undefined && keys.length > 0) await sendDocuments(tx, engine, writtenTo(indexes), keys);
      return keys.length;
    });
    if (count === 0) return sent;
    sent += count;
  }
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
