/** Compares the index of an engine with the database, and mends it. */
import type { Database } from '../../../db/client.ts';
import { listDocumentKeys, readEngineDocuments } from '../../../db/queries/search/engine-documents.ts';
import { asOnlyWriter, findEngineIndexes, listNoted } from '../../../db/queries/search/engine-feed.ts';
import type { SearchEngine } from '../../../kernel/ports/search-engine.ts';
import type { DocumentKey, EngineDocument } from '../../../model/search/search-engine.ts';
import { NODE_KINDS, type NodeKind } from '../../../vocabulary/collections.ts';
import { sendDocuments } from './feed-engine.ts';

/** A document of the engine that is not as it should be, although nothing says that it will be told. */
export interface EngineFault extends DocumentKey {
  readonly fault: 'MISSING' | 'STALE' | 'LEFT_OVER';
}

const AT_ONCE = 500;

const idOf = ({ kind, rowId }: DocumentKey): string => `${kind} ${rowId}`;

function isBefore(one: DocumentKey, other: DocumentKey): boolean {
  return one.kind === other.kind ? one.rowId < other.rowId : one.kind < other.kind;
}

/** The documents of both sides in the order of the engine: kinds by their names. */
async function* keptDocuments(engine: SearchEngine, index: string) {
  let after: DocumentKey | undefined;
  for (;;) {
    const batch = await engine.listDocuments(index, after, AT_ONCE);
    yield* batch;
    after = batch.at(-1);
    if (batch.length < AT_ONCE) return;
  }
}

async function* describedDocuments(db: Database, onProgress: (kind: NodeKind, done: number) => void): AsyncGenerator<EngineDocument> {
  for (const kind of NODE_KINDS.toSorted()) {
    let done = 0;
    for (
      let keys = await listDocumentKeys(db, kind, 0, AT_ONCE);
      keys.length > 0;
      keys = await listDocumentKeys(db, kind, keys.at(-1)?.rowId ?? 0, AT_ONCE)
    ) {
      yield* await readEngineDocuments(db, keys);
      done += keys.length;
      onProgress(kind, done);
    }
  }
}

/** Faults as both sides are gone through, without what the engine has still to be told of. */
async function* differences(
  db: Database,
  engine: SearchEngine,
  index: string,
  onProgress: (kind: NodeKind, done: number) => void,
): AsyncGenerator<EngineFault> {
  const kept = keptDocuments(engine, index);
  let there = await kept.next();
  for await (const document of describedDocuments(db, onProgress)) {
    while (there.done !== true && isBefore(there.value, document)) {
      yield { fault: 'LEFT_OVER', kind: there.value.kind, rowId: there.value.rowId };
      there = await kept.next();
    }
    const { kind, rowId } = document;
    if (there.done === true || idOf(there.value) !== idOf(document)) {
      yield { fault: 'MISSING', kind, rowId };
      continue;
    }
    if (there.value.digest !== engine.digestOf(document)) yield { fault: 'STALE', kind, rowId };
    there = await kept.next();
  }
  for (; there.done !== true; there = await kept.next()) yield { fault: 'LEFT_OVER', kind: there.value.kind, rowId: there.value.rowId };
}

async function settled(
  db: Database,
  engine: SearchEngine,
  index: string,
  found: readonly EngineFault[],
  mend: boolean,
): Promise<EngineFault[]> {
  const noted = new Set((await listNoted(db, found)).map(idOf));
  const faults = found.filter((fault) => !noted.has(idOf(fault)));
  if (mend && faults.length > 0) await asOnlyWriter(db, (tx) => sendDocuments(tx, engine, [index], faults));
  return faults;
}

/**
 * Goes through the index that answers; the faults as they are found. What is written meanwhile may be told as one, and is mended with them.
 * @throws SearchEngineFault
 */
export async function* compareEngine(
  db: Database,
  engine: SearchEngine,
  { mend, onProgress }: { readonly mend: boolean; readonly onProgress: (kind: NodeKind, done: number) => void },
): AsyncGenerator<EngineFault> {
  const index = (await findEngineIndexes(db))?.current ?? null;
  if (index === null) return;
  await engine.refresh(index);
  let batch: EngineFault[] = [];
  for await (const fault of differences(db, engine, index, onProgress)) {
    batch.push(fault);
    if (batch.length < AT_ONCE) continue;
    yield* await settled(db, engine, index, batch, mend);
    batch = [];
  }
  yield* await settled(db, engine, index, batch, mend);
  if (mend) await engine.refresh(index);
}
