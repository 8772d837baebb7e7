/** Rebuilds the index of search beside the service, where it is. See docs/adr/0070-the-index-of-search-is-rebuilt-in-place.md. */
import type { Database, Queryable } from '../../db/client.ts';
import { buildIndexAnew, listIndexes } from '../../db/queries/search/index-tables.ts';
import {
  advanceRebuild,
  asOnlyRebuilder,
  beginStep,
  findRebuild,
  findRunningRebuild,
  finishRebuild,
  insertRebuild,
  type SearchRebuildRow,
} from '../../db/queries/search/rebuilds.ts';
import { describeStretch, estimateCount, nextStretch } from '../../db/queries/search/repair-index.ts';
import { nextNames, removeLeftOverNames } from '../../db/queries/search/repair-names.ts';
import { SEARCH_REBUILD_STEPS, type SearchRebuildStep } from '../../vocabulary/search.ts';
import { persistently } from './persistently.ts';

export type { SearchRebuildRow } from '../../db/queries/search/rebuilds.ts';

const FIRST = SEARCH_REBUILD_STEPS[0];

async function totalOf(db: Queryable, step: SearchRebuildStep): Promise<number> {
  return step === 'INDEXES' ? (await listIndexes(db, '')).length : estimateCount(db, step);
}

/** Begins a rebuild; one that is under way goes on in its place. */
export async function beginRebuild(
  db: Queryable,
  wanted: Pick<SearchRebuildRow, 'requestedBy' | 'buildsIndexes'>,
): Promise<SearchRebuildRow> {
  const begun = await insertRebuild(db, { ...wanted, totalCount: await totalOf(db, FIRST) });
  const rebuild = begun ?? (await findRunningRebuild(db));
  if (rebuild === undefined) throw new Error('A rebuild ended while another was begun.');
  return rebuild;
}

async function endStep(db: Queryable, { id, step, buildsIndexes }: SearchRebuildRow): Promise<void> {
  const next = SEARCH_REBUILD_STEPS[SEARCH_REBUILD_STEPS.indexOf(step) + 1];
  if (next === undefined || (next === 'INDEXES' && !buildsIndexes)) return finishRebuild(db, id);
  return beginStep(db, id, { step: next, totalCount: await totalOf(db, next) });
}

/**
 * Has the next index built anew. No transaction is open meanwhile: PostgreSQL would wait for it. Where two processes
 * are here, the one waits for the other, and its build counts for both.
 */
async function buildNextIndex(db: Database, { id, afterName, afterId, afterKind }: SearchRebuildRow): Promise<void> {
  const [name] = await listIndexes(db, afterName ?? '');
  if (name !== undefined) await buildIndexAnew(db, name);
  await asOnlyRebuilder(db, async (tx) => {
    const now = await findRebuild(tx, id);
    if (now === undefined || now.finishedAt !== null || now.afterName !== afterName) return;
    if (name === undefined) await endStep(tx, now);
    else await advanceRebuild(tx, id, { done: 1, faults: 0, afterId, afterKind, afterName: name });
  });
}

/** The next part of a rebuild, as one transaction with the note that it is done; false where nothing is left. */
async function advance(db: Database, id: number): Promise<boolean> {
  const before = await findRebuild(db, id);
  if (before === undefined || before.finishedAt !== null) return false;
  if (before.step === 'INDEXES') {
    await buildNextIndex(db, before);
    return true;
  }
  return asOnlyRebuilder(db, async (tx) => {
    const rebuild = await findRebuild(tx, id);
    if (rebuild === undefined || rebuild.finishedAt !== null) return false;
    const { step, afterId, afterKind, afterName } = rebuild;
    // Another process came here first.
    if (step === 'INDEXES') return true;
    if (step === 'NAMES') {
      const names = await nextNames(tx, afterKind === null ? null : { tail: afterName ?? '', kind: afterKind, rowId: afterId });
      const faults = await removeLeftOverNames(tx, names);
      const last = names.at(-1);
      if (last === undefined) await endStep(tx, rebuild);
      else {
        const place = { afterId: last.rowId, afterKind: last.kind, afterName: last.tail };
        await advanceRebuild(tx, id, { done: names.length, faults: faults.length, ...place });
      }
      return true;
    }
    const stretch = await nextStretch(tx, step, afterId);
    const faults = await describeStretch(tx, stretch);
    const done = { done: stretch.ids.length, faults: faults.length };
    await advanceRebuild(tx, id, { ...done, afterId: stretch.to ?? afterId, afterKind: null, afterName: null });
    if (stretch.to === null) await endStep(tx, rebuild);
    return true;
  });
}

/** Goes on with a rebuild, wherever a process has left it. @returns whether it is finished; false where it pauses */
export async function continueRebuild(
  db: Database,
  id: number,
  { pauses, onProgress }: { readonly pauses: () => boolean; readonly onProgress?: (rebuild: SearchRebuildRow) => void },
): Promise<boolean> {
  while (await persistently(() => advance(db, id))) {
    const rebuild = onProgress === undefined ? undefined : await findRebuild(db, id);
    if (rebuild !== undefined) onProgress?.(rebuild);
    if (pauses()) return false;
  }
  return true;
}
