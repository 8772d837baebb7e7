import { examineStorage } from '../domain/integrity/storage-doctor/examine-storage.ts';
import type { StorageFinding } from '../domain/integrity/storage-doctor/finding.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import type { DoctorArguments } from './doctor-arguments.ts';
import { type Examination, examined } from './examined.ts';
import type { StorageReport, StorageSummary } from './storage-report.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface DoctorOptions extends Examination {
  readonly storage: FileStorage;
  /** Age after which an upload without writes counts as abandoned. */
  readonly staleAfterMs: number;
  readonly report: StorageReport;
}

/** Which count a finding adds to. */
const COUNTS = {
  MISSING: 'missing',
  WRONG_SIZE: 'wrongSize',
  STORE_UNKNOWN: 'storeUnknown',
  STALE_UPLOAD: 'staleUploads',
  ORPHAN: 'orphans',
  YOUNG_OBJECT: 'youngObjects',
  YOUNG_UPLOAD: 'youngUploads',
} as const satisfies Record<StorageFinding['kind'], keyof StorageSummary>;

/** Counts what is found. */
function createCount(mend: boolean) {
  const count = {
    files: 0,
    objects: 0,
    missing: 0,
    wrongSize: 0,
    storeUnknown: 0,
    orphans: 0,
    orphanBytes: 0,
    movedAside: 0,
    staleUploads: 0,
    youngObjects: 0,
    youngObjectBytes: 0,
    youngUploads: 0,
  };
  return {
    seen(step: 'files' | 'objects', done: number): void {
      count[step] = done;
    },
    add(finding: StorageFinding): void {
      count[COUNTS[finding.kind]] += 1;
      if (finding.kind === 'YOUNG_OBJECT') count.youngObjectBytes += finding.foundBytes;
      if (finding.kind !== 'ORPHAN') return;
      count.orphanBytes += finding.foundBytes;
      if (finding.movedTo !== undefined) count.movedAside += 1;
    },
    summary: (ages: Pick<StorageSummary, 'objectsJudgedFromHours' | 'uploadsJudgedFromHours'>): StorageSummary => ({
      ...count,
      ...ages,
      staleUploadsDeleted: mend && count.staleUploads > 0,
    }),
  };
}

/** Whether no difference is left; what is too young to judge is none. */
function isClean(summary: StorageSummary, mend: boolean): boolean {
  const { missing, wrongSize, storeUnknown, orphans, movedAside, staleUploads } = summary;
  return missing + wrongSize + storeUnknown === 0 && (mend ? orphans === movedAside : orphans + staleUploads === 0);
}

/**
 * Compares the database of an installation with its storage, and says what differs.
 * @returns Whether no difference is left.
 * @throws StartupError when one of them cannot be reached.
 */
export async function runStorageDoctor(
  { mend, graceHours }: Pick<DoctorArguments, 'mend' | 'graceHours'>,
  options: DoctorOptions,
): Promise<boolean> {
  const { storage, staleAfterMs, report, signal } = options;
  return examined(options, async (db) => {
    const count = createCount(mend);
    const findings = examineStorage(db, storage, {
      graceMs: graceHours * HOUR_MS,
      staleAfterMs,
      mend,
      onProgress: (progress) => {
        // Thrown into the examination, which may find nothing for long.
        signal.throwIfAborted();
        if (progress.step !== 'uploads') count.seen(progress.step === 'files' ? 'files' : 'objects', progress.done);
        report.progress(progress);
      },
    });
    for await (const finding of findings) {
      count.add(finding);
      report.finding(finding);
    }
    const summary = count.summary({ objectsJudgedFromHours: graceHours, uploadsJudgedFromHours: staleAfterMs / HOUR_MS });
    report.summary(summary);
    return isClean(summary, mend);
  });
}
