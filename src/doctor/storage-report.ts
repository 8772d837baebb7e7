import type { StorageFinding, StorageProgress } from '../domain/integrity/storage-doctor/finding.ts';
import type { FileLocation } from '../storage/file-storage.ts';
import { humanSize } from '../storage/human-size.ts';

/** The result of an examination. */
export interface StorageSummary {
  readonly files: number;
  readonly objects: number;
  readonly missing: number;
  readonly wrongSize: number;
  readonly storeUnknown: number;
  readonly orphans: number;
  readonly orphanBytes: number;
  readonly movedAside: number;
  readonly staleUploads: number;
  readonly staleUploadsDeleted: boolean;
  /** Without a file, and too young to be judged. */
  readonly youngObjects: number;
  readonly youngObjectBytes: number;
  readonly objectsJudgedFromHours: number;
  /** In progress, or recently abandoned. */
  readonly youngUploads: number;
  readonly uploadsJudgedFromHours: number;
}

/** Writes findings as they are found, and the summary after them. */
export interface StorageReport {
  progress(progress: StorageProgress): void;
  finding(finding: StorageFinding): void;
  summary(summary: StorageSummary): void;
}

interface Streams {
  readonly out: (line: string) => void;
  /** A line that the next one replaces; undefined without a terminal. */
  readonly transient: ((line: string) => void) | undefined;
}

function place({ driver, authority, identifier, storageId }: FileLocation): string {
  return `${driver}://${authority}/${identifier}/${storageId}`;
}

function describe(finding: StorageFinding): string {
  switch (finding.kind) {
    case 'MISSING':
      return `missing       file ${finding.fileId} "${finding.label}" of dataset ${finding.datasetId}: nothing at ${place(finding.location)}`;
    case 'WRONG_SIZE':
      return `wrong size    file ${finding.fileId} "${finding.label}" of dataset ${finding.datasetId}: ${finding.foundBytes ?? 0} bytes at ${place(finding.location)}, ${finding.expectedBytes ?? 0} are recorded`;
    case 'STORE_UNKNOWN':
      return `out of reach  file ${finding.fileId} "${finding.label}" of dataset ${finding.datasetId}: no storage "${finding.location.driver}" is configured`;
    case 'ORPHAN': {
      const what = `without file  ${place(finding.location)}, ${humanSize(finding.foundBytes)}, of ${finding.modifiedAt.toISOString()}`;
      if (finding.movedTo !== undefined) return `${what}: moved to ${place(finding.movedTo)}`;
      return finding.fault === undefined ? what : `${what}: cannot be moved (${finding.fault})`;
    }
    case 'YOUNG_OBJECT':
      return `too young     ${place(finding.location)}, ${humanSize(finding.foundBytes)}, of ${finding.modifiedAt.toISOString()}: no file names it yet`;
    case 'YOUNG_UPLOAD':
      return `too young     ${finding.handle}, ${humanSize(finding.foundBytes)}, of ${finding.modifiedAt.toISOString()}: an upload`;
    case 'STALE_UPLOAD':
      return `old upload    ${finding.handle}, ${humanSize(finding.foundBytes)}, of ${finding.modifiedAt.toISOString()}`;
  }
}

const STEPS = { files: 'files checked', stores: 'stored objects checked', uploads: 'uploads checked' } as const;

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Findings that are too young to judge; no lines if there are none. */
function linesOfYoung(summary: StorageSummary): string[] {
  const { youngObjects, youngObjectBytes, objectsJudgedFromHours, youngUploads, uploadsJudgedFromHours } = summary;
  const from = (hours: number) => `judged from an age of ${plural(hours, 'hour', 'hours')}`;
  const lines: string[] = [];
  if (youngObjects > 0) {
    const what = `${plural(youngObjects, 'object', 'objects')} without a file, ${humanSize(youngObjectBytes)}, too young to judge`;
    lines.push(`${what}: ${from(objectsJudgedFromHours)} on (--grace-hours).`);
  }
  if (youngUploads > 0) {
    lines.push(
      `${plural(youngUploads, 'upload', 'uploads')} too young to judge, in progress or abandoned: ${from(uploadsJudgedFromHours)} on.`,
    );
  }
  return lines;
}

/** For people: a line for each finding, a summary, and what to do. */
export function readableReport({ out, transient }: Streams, mend: boolean): StorageReport {
  return {
    progress: ({ step, done, total }) => transient?.(`${done}${total === null ? '' : ` of ${total}`} ${STEPS[step]}`),
    finding: (finding) => out(describe(finding)),
    summary: (summary) => {
      const { files, objects, missing, wrongSize, storeUnknown, orphans, orphanBytes, movedAside, staleUploads } = summary;
      out(`${plural(files, 'file', 'files')} in the database, ${plural(objects, 'object', 'objects')} in the storage.`);
      const young = linesOfYoung(summary);
      for (const line of young) out(line);
      if (missing + wrongSize + storeUnknown + orphans + staleUploads === 0) {
        return out(young.length === 0 ? 'They agree.' : 'They agree, except for what is too young to judge.');
      }
      if (missing > 0) out(`${plural(missing, 'file lacks its bytes', 'files lack their bytes')}: restore them from a backup.`);
      if (wrongSize > 0) out(`${plural(wrongSize, 'file has', 'files have')} another size than recorded: restore the bytes from a backup.`);
      if (storeUnknown > 0) {
        out(`${plural(storeUnknown, 'file lies', 'files lie')} in a storage that is not configured: see STORAGE_URL and FURTHER_STORES.`);
      }
      if (orphans > 0) {
        const rest = mend ? `; ${movedAside} moved to .quarantine` : ': nothing needs them; --mend moves them to .quarantine';
        out(`${plural(orphans, 'object', 'objects')} without a file, ${humanSize(orphanBytes)}${rest}.`);
      }
      if (staleUploads > 0) {
        out(`${plural(staleUploads, 'old upload', 'old uploads')}${mend ? ', deleted' : ': the server deletes them within the hour'}.`);
      }
    },
  };
}

/** For programs: each finding a line of JSON, and the summary as the last one. */
export function jsonReport({ out }: Pick<Streams, 'out'>): StorageReport {
  return {
    progress: () => undefined,
    finding: (finding) => out(JSON.stringify(finding)),
    summary: (summary) => out(JSON.stringify({ kind: 'SUMMARY', ...summary })),
  };
}
