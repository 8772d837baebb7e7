import type { Database } from '../db/client.ts';
import { findRebuild } from '../db/queries/search/rebuilds.ts';
import { countNotes, findEngineIndexes, noteForEngine } from '../db/queries/search/engine-feed.ts';
import { compareEngine } from '../domain/search/engine/compare-engine.ts';
import { buildEngineIndex } from '../domain/search/engine/feed-engine.ts';
import { examineIndex } from '../domain/search/examine-index.ts';
import { examineKeptWords } from '../domain/search/keep-frequent-words.ts';
import { beginRebuild, continueRebuild } from '../domain/search/rebuild-index.ts';
import { StartupError } from '../errors/startup-error.ts';
import { type ChosenEngine, SearchEngineFault } from '../kernel/ports/search-engine.ts';
import type { NodeKind } from '../vocabulary/collections.ts';
import { type Examination, examined } from './examined.ts';
import type { IndexReport } from './search-report.ts';

export interface SearchExamination extends Examination {
  readonly report: IndexReport;
  /** The engine beside the database, if there is one. */
  readonly engine: ChosenEngine | undefined;
}

/** Compares the index of the engine with that of the database; what it has still to be told is no difference. @throws StartupError */
async function examineEngine(
  db: Database,
  { engine }: ChosenEngine,
  mend: boolean,
  { report, signal }: SearchExamination,
): Promise<number> {
  let found = 0;
  try {
    const faults = compareEngine(db, engine, {
      mend,
      onProgress: (kind, done) => {
        signal.throwIfAborted();
        report.progress({ kind, done, total: done });
      },
    });
    for await (const fault of faults) {
      found += 1;
      report.engineFinding(fault);
    }
    const { current, building } = (await findEngineIndexes(db)) ?? { current: null, building: null };
    const { count, oldest } = await countNotes(db);
    report.engineSummary({
      engine: engine.description,
      index: current,
      building,
      differing: found,
      waiting: count,
      waitingSince: oldest,
      mended: mend,
    });
  } catch (error) {
    if (error instanceof SearchEngineFault) throw new StartupError(error.message, { cause: error });
    throw error;
  }
  return found;
}

/**
 * Builds the index of the engine anew, beside the one that answers, which it then takes the place of.
 * @throws StartupError when there is no engine, when it fails, or when the database cannot be reached.
 */
export async function rebuildEngine(options: SearchExamination): Promise<void> {
  const { engine: chosen, report, signal } = options;
  if (chosen === undefined) {
    throw new StartupError('SEARCH_URL names no engine whose index could be built; --rebuild rebuilds the index in the database.');
  }
  await examined(options, async (db) => {
    try {
      await noteForEngine(db, true);
      await buildEngineIndex(db, chosen.engine, {
        name: chosen.nameOfIndex(new Date()),
        signal,
        onProgress: ({ kind, done }) => report.progress({ kind, done, total: done }),
      });
    } catch (error) {
      if (error instanceof SearchEngineFault) throw new StartupError(error.message, { cause: error });
      throw error;
    }
  });
}

/**
 * Rebuilds the index in the database beside the service, or goes on with a rebuild that was broken off.
 * @throws StartupError when the database cannot be reached.
 */
export async function rebuildDatabaseIndex(options: SearchExamination): Promise<void> {
  const { report, signal } = options;
  await examined(options, async (db) => {
    const rebuild = await beginRebuild(db, { requestedBy: 'doctor', buildsIndexes: true });
    if (rebuild.requestedBy !== 'doctor' || rebuild.step !== 'COLLECTION') report.rebuildContinues(rebuild);
    await continueRebuild(db, rebuild.id, {
      pauses: () => {
        signal.throwIfAborted();
        return false;
      },
      onProgress: (now) => report.rebuildProgress(now),
    });
    const finished = await findRebuild(db, rebuild.id);
    if (finished !== undefined) report.rebuilt(finished);
  });
}

/**
 * Compares the index of search with what it describes, and says what differs; with `mend` all of it is described anew. Then the index of an
 * engine beside the database is compared with it.
 * @returns Whether no difference is left.
 * @throws StartupError when the database or the engine cannot be reached.
 */
export async function runSearchDoctor(mend: boolean, options: SearchExamination): Promise<boolean> {
  const { report, signal, engine } = options;
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
    let keptFaults = 0;
    const kept = examineKeptWords(db, {
      mend,
      onProgress: (done, total) => {
        signal.throwIfAborted();
        report.keptProgress(done, total);
      },
    });
    for await (const fault of kept) {
      keptFaults += 1;
      report.keptFinding(fault, mend);
    }
    const differing = engine === undefined ? 0 : await examineEngine(db, engine, mend, options);
    return mend || missing + stale + leftOver + keptFaults + differing === 0;
  });
}
