/** Compares the index of search with what it describes, beside a server that runs, and describes it anew. */
import type { Database } from '../../db/client.ts';
import { describeStretch, estimateCount, type IndexFault, keptIf, nextStretch } from '../../db/queries/search/repair-index.ts';
import { type NameKey, nextNames, removeLeftOverNames } from '../../db/queries/search/repair-names.ts';
import { storeEvent } from '../../kernel/store-event.ts';
import { NODE_KINDS, type NodeKind } from '../../vocabulary/collections.ts';
import { persistently } from './persistently.ts';

export type { IndexFault } from '../../db/queries/search/repair-index.ts';

/** How far it is with one kind. */
export interface IndexProgress {
  readonly kind: NodeKind;
  readonly done: number;
  /** An estimate. */
  readonly total: number;
}

export interface IndexExamination {
  /** Keeps the new descriptions: the whole index is made anew. */
  readonly mend: boolean;
  readonly onProgress: (progress: IndexProgress) => void;
}

/** Goes through collections, datasets and files, and the names of completion; the faults as they are found. */
export async function* examineIndex(db: Database, { mend, onProgress }: IndexExamination): AsyncGenerator<IndexFault> {
  for (const kind of NODE_KINDS) {
    const total = await estimateCount(db, kind);
    let done = 0;
    for (let after: number | null = 0; after !== null;) {
      const stretch = await nextStretch(db, kind, after);
      yield* await persistently(() => keptIf(db, mend, (tx) => describeStretch(tx, stretch)));
      done += stretch.ids.length;
      if (stretch.ids.length > 0) onProgress({ kind, done, total: Math.max(total, done) });
      after = stretch.to;
    }
  }
  for (let after: NameKey | null | undefined = null; after !== undefined;) {
    const names: NameKey[] = await nextNames(db, after);
    yield* await persistently(() => keptIf(db, mend, (tx) => removeLeftOverNames(tx, names)));
    after = names.at(-1);
  }
}

/** How long one job goes on; the next one waits for what came meanwhile. */
const SLICE_MS = 5000;

/**
 * Describes datasets after an id anew, as many as fit into a slice, and leaves the rest to a further event: fields of metadata blocks are
 * facets, or texts of another weight, as the blocks say. A process that ends meanwhile begins its slice again.
 */
export async function describeDatasetsAgain(db: Database, after: number): Promise<void> {
  const endsAt = performance.now() + SLICE_MS;
  let last = after;
  for (;;) {
    const stretch = await nextStretch(db, 'DATASET', last);
    await persistently(() => keptIf(db, true, (tx) => describeStretch(tx, stretch)));
    if (stretch.to === null) return;
    last = stretch.to;
    if (performance.now() < endsAt) continue;
    await storeEvent(db, { kind: 'DatasetDescriptionsOutdated', subjectId: null, payload: { after: last } });
    return;
  }
}
