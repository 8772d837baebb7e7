/** Compares the index of search with what it describes, beside a server that runs, and describes it anew. */
import type { Database } from '../../db/client.ts';
import { describeAgain, estimateCount, type IndexFault, listLeftOver, nextIds } from '../../db/queries/search/repair-index.ts';
import { isConcurrentChange } from '../../errors/concurrent-change.ts';
import { storeEvent } from '../../kernel/store-event.ts';
import { NODE_KINDS, type NodeKind } from '../../vocabulary/collections.ts';

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

/** Attempts in all where concurrent changes abort a batch. */
const MOST_ATTEMPTS = 5;

async function persistently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= MOST_ATTEMPTS || !isConcurrentChange(error)) throw error;
    }
  }
}

/** Goes through collections, datasets and files; the faults as they are found. */
export async function* examineIndex(db: Database, { mend, onProgress }: IndexExamination): AsyncGenerator<IndexFault> {
  for (const kind of NODE_KINDS) {
    const total = await estimateCount(db, kind);
    let done = 0;
    for (let ids = await nextIds(db, kind, 0); ids.length > 0; ids = await nextIds(db, kind, ids.at(-1) ?? 0)) {
      const batch = ids;
      yield* await persistently(() => describeAgain(db, kind, batch, mend));
      done += ids.length;
      onProgress({ kind, done, total: Math.max(total, done) });
    }
    yield* await persistently(() => listLeftOver(db, kind, mend));
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
    const ids = await nextIds(db, 'DATASET', last);
    if (ids.length === 0) return;
    await persistently(() => describeAgain(db, 'DATASET', ids, true));
    last = ids.at(-1) ?? last;
    if (performance.now() < endsAt) continue;
    await storeEvent(db, { kind: 'DatasetDescriptionsOutdated', subjectId: null, payload: { after: last } });
    return;
  }
}
