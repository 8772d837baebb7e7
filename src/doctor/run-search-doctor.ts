import { examineIndex } from '../domain/search/examine-index.ts';
import type { NodeKind } from '../vocabulary/collections.ts';
import { type Examination, examined } from './examined.ts';
import type { IndexReport } from './search-report.ts';

/**
 * Compares the index of search with what it describes, and says what differs; with `mend` all of it is described anew.
 * @returns Whether no difference is left.
 * @throws StartupError when the database cannot be reached.
 */
export async function runSearchDoctor(mend: boolean, options: Examination & { readonly report: IndexReport }): Promise<boolean> {
  const { report, signal } = options;
  return examined(options, async (db) => {
    const described: Record<NodeKind, number> = { COLLECTION: 0, DATASET: 0, DATAFILE: 0 };
    const counts = { MISSING: 0, STALE: 0, LEFT_OVER: 0 };
    const faults = examineIndex(db, {
      mend,
      onProgress: (progress) => {
        signal.throwIfAborted();
        described[progress.kind] = progress.done;
        report.progress(progress);
      },
    });
    for await (const fault of faults) {
      counts[fault.fault] += 1;
      report.finding(fault);
    }
    const { MISSING: missing, STALE: stale, LEFT_OVER: leftOver } = counts;
    report.summary({ described, missing, stale, leftOver, mended: mend });
    return mend || missing + stale + leftOver === 0;
  });
}
