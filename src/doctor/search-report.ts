import type { EngineFault } from '../domain/search/engine/compare-engine.ts';
import type { IndexFault, IndexProgress } from '../domain/search/examine-index.ts';
import type { SearchRebuildRow } from '../domain/search/rebuild-index.ts';
import type { KeptFault } from '../domain/search/keep-frequent-words.ts';
import type { NodeKind } from '../vocabulary/collections.ts';

/** The result of an examination of the index of search. */
export interface IndexSummary {
  readonly described: Readonly<Record<NodeKind, number>>;
  readonly missing: number;
  readonly stale: number;
  readonly leftOver: number;
  readonly mended: boolean;
}

/** How the engine beside the database was found. */
export interface EngineSummary {
  readonly engine: string;
  /** The index that answers; null for none. */
  readonly index: string | null;
  /** The index that is being built; null for none. */
  readonly building: string | null;
  readonly differing: number;
  /** Changes that it has still to be told of, and since when the oldest waits. */
  readonly waiting: number;
  readonly waitingSince: Date | null;
  readonly mended: boolean;
}

/** Writes faults as they are found, and the summary after them. */
export interface IndexReport {
  progress(progress: IndexProgress): void;
  finding(fault: IndexFault): void;
  summary(summary: IndexSummary): void;
  keptProgress(done: number, total: number): void;
  /** Hits that are kept of a frequent word differ from the index. */
  keptFinding(fault: KeptFault, mended: boolean): void;
  /** A rebuild that was begun before goes on. */
  rebuildContinues(rebuild: SearchRebuildRow): void;
  rebuildProgress(rebuild: SearchRebuildRow): void;
  rebuilt(rebuild: SearchRebuildRow): void;
  engineFinding(fault: EngineFault): void;
  engineSummary(summary: EngineSummary): void;
}

interface Streams {
  readonly out: (line: string) => void;
  /** A line that the next one replaces; undefined without a terminal. */
  readonly transient: ((line: string) => void) | undefined;
}

const NAMES: Readonly<Record<NodeKind, string>> = { COLLECTION: 'collection', DATASET: 'dataset', DATAFILE: 'file' };
const STEPS: Readonly<Record<SearchRebuildRow['step'], string>> = {
  COLLECTION: 'collections described',
  DATASET: 'datasets described',
  DATAFILE: 'records of files described',
  NAMES: 'names read',
  INDEXES: 'indexes built',
};
const FAULTS: Readonly<Record<IndexFault['fault'], string>> = { MISSING: 'missing     ', STALE: 'stale       ', LEFT_OVER: 'left over   ' };

/** For people. */
export function readableIndexReport({ out, transient }: Streams): IndexReport {
  return {
    progress: ({ kind, done, total }) => transient?.(`${done} of about ${total} ${NAMES[kind]}s compared`),
    finding: ({ fault, kind, rowId, nodeId }) => out(`${FAULTS[fault]} ${NAMES[kind]} ${nodeId}, record ${rowId}`),
    summary: ({ described, missing, stale, leftOver, mended }) => {
      const { COLLECTION, DATASET, DATAFILE } = described;
      out(`Compared: ${COLLECTION} collections, ${DATASET} datasets, ${DATAFILE} records of files.`);
      if (missing + stale + leftOver === 0) return out('The index agrees with them.');
      const found = `${missing} not in the index, ${stale} described as they were once, ${leftOver} of what there is no more`;
      out(`${found}${mended ? '; mended' : ': --mend describes everything anew'}.`);
    },
    keptProgress: (done, total) => transient?.(`${done} of ${total} frequent words compared`),
    keptFinding: ({ word, documents }, mended) =>
      out(
        `${documents} documents are told otherwise by what is kept of ${word === '' ? 'everything' : `“${word}”`}${mended ? '; mended' : ': --mend keeps it anew'}.`,
      ),
    rebuildContinues: ({ requestedBy, startedAt }) =>
      out(`A rebuild that ${requestedBy} began at ${startedAt.toISOString()} goes on where it was.`),
    rebuildProgress: ({ step, doneCount, totalCount }) =>
      transient?.(`${doneCount} of about ${Math.max(totalCount, doneCount)} ${STEPS[step]}`),
    rebuilt: ({ faultCount }) => out(`The index was rebuilt; ${faultCount} differences were mended.`),
    engineFinding: ({ fault, kind, rowId }) => out(`${FAULTS[fault]} in the engine: ${NAMES[kind]}, record ${rowId}`),
    engineSummary: ({ engine, index, building, differing, waiting, waitingSince, mended }) => {
      out(index === null ? `${engine} has no index yet: the database answers.` : `${engine} answers from ${index}.`);
      if (building !== null) out(`${building} is being built.`);
      out(
        waitingSince === null
          ? 'It was told of every change.'
          : `It waits to be told of ${waiting} changes, since ${waitingSince.toISOString()}.`,
      );
      if (differing > 0) out(`${differing} documents differ from the database${mended ? '; mended' : ': --mend sends them again'}.`);
      else if (index !== null) out('Its index agrees with the database.');
    },
  };
}

/** For programs: each fault a line of JSON, and the summary as the last one. */
export function jsonIndexReport({ out }: Pick<Streams, 'out'>): IndexReport {
  return {
    progress: () => undefined,
    finding: (fault) => out(JSON.stringify(fault)),
    summary: (summary) => out(JSON.stringify({ fault: 'SUMMARY', ...summary })),
    keptProgress: () => undefined,
    keptFinding: (fault) => out(JSON.stringify({ fault: 'KEPT', ...fault })),
    rebuildContinues: () => undefined,
    rebuildProgress: () => undefined,
    rebuilt: (rebuild) => out(JSON.stringify({ fault: 'REBUILT', faults: rebuild.faultCount, startedAt: rebuild.startedAt })),
    engineFinding: (fault) => out(JSON.stringify({ ...fault, engine: true })),
    engineSummary: (summary) => out(JSON.stringify({ fault: 'ENGINE_SUMMARY', ...summary })),
  };
}
