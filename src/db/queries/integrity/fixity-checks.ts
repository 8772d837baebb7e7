/** What readings of stored bytes found, and which bytes there are to read. */
import { eq, sql } from 'drizzle-orm';
import type { FixityOutcome } from '../../../vocabulary/integrity.ts';
import { anyOf } from '../../kept-plans.ts';
import type { FiledDataset } from '../../../model/dataset-folder.ts';
import type { PageWindow } from '../../../model/page-window.ts';
import type { Queryable } from '../../client.ts';
import { boundWindow } from '../../id-window.ts';
import { dataset } from '../../schema/dataset.ts';
import { dataFile } from '../../schema/file.ts';
import { fixityCheck } from '../../schema/fixity.ts';
import { savedOriginal } from '../../schema/saved-original.ts';
import { dropExports } from '../exports/kept-exports.ts';
import { publishedAs } from '../gate/visible.ts';

/** A file with what is recorded of its bytes. */
export interface RecordedFile extends FiledDataset {
  readonly id: number;
  readonly datasetId: number;
  readonly storageDriver: string;
  readonly storageId: string;
  /** Tag of the object that downloads give out; null for the storage id itself. */
  readonly bytesTag: string | null;
  readonly sizeBytes: number;
  readonly checksumAlgorithm: string;
  readonly checksumValue: string;
  /** Whether ingest kept what was uploaded beside what it was turned into. */
  readonly hasOriginal: boolean;
  /** Size of that original; null where there is none or it was not recorded. */
  readonly originalSizeBytes: number | null;
}

function recordedFiles(db: Queryable) {
  return db
    .select({
      id: dataFile.id,
      datasetId: dataFile.datasetId,
      storageDriver: dataFile.storageDriver,
      authority: dataset.authority,
      identifier: dataset.identifier,
      storageFolder: dataset.storageFolder,
      storageId: dataFile.storageId,
      bytesTag: dataFile.bytesTag,
      sizeBytes: dataFile.sizeBytes,
      checksumAlgorithm: dataFile.checksumAlgorithm,
      checksumValue: dataFile.checksumValue,
      hasOriginal: sql<boolean>`${savedOriginal.dataFileId} is not null`,
      originalSizeBytes: savedOriginal.sizeBytes,
    })
    .from(dataFile)
    .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
    .leftJoin(savedOriginal, eq(savedOriginal.dataFileId, dataFile.id));
}

/** A window of the files in the order of their ids: of a dataset, or of all. */
export async function listRecordedFiles(
  db: Queryable,
  { datasetId, ...window }: { readonly datasetId: number | null } & PageWindow<number>,
): Promise<RecordedFile[]> {
  const { within, order, limit } = boundWindow(dataFile.id, window);
  const ofDataset = datasetId === null ? sql`true` : sql`${dataFile.datasetId} = ${datasetId}`;
  const rows = await recordedFiles(db)
    .where(sql`${ofDataset} and ${within}`)
    .orderBy(sql`${order} ${limit}`);
  return window.fromEnd ? rows.toReversed() : rows;
}

/** Files of a dataset's newest version that no publication has shown yet, after an id, in ascending order. */
export async function listUnpublishedFiles(
  db: Queryable,
  { datasetId, after, limit }: { readonly datasetId: number; readonly after: number; readonly limit: number },
): Promise<RecordedFile[]> {
  return recordedFiles(db)
    .where(
      sql`${dataFile.datasetId} = ${datasetId} and ${dataFile.id} > ${after}
        and exists (select from file_metadata m where m.data_file_id = ${dataFile.id} and m.valid_to is null)
        and exists (select from node n where n.id = ${dataFile.id} and not ${publishedAs('n')})`,
    )
    .orderBy(dataFile.id)
    .limit(limit);
}

/** Finds a file with what is recorded of its bytes. */
export async function findRecordedFile(db: Queryable, id: number): Promise<RecordedFile | undefined> {
  const [row] = await recordedFiles(db).where(eq(dataFile.id, id));
  return row;
}

/** Number of files of a dataset, or of all. */
export async function countRecordedFiles(db: Queryable, datasetId: number | null): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(dataFile)
    .where(datasetId === null ? sql`true` : eq(dataFile.datasetId, datasetId));
  return row?.count ?? 0;
}

const byAnother = (algorithm: string) => sql`${dataFile.checksumAlgorithm} <> ${algorithm}`;

/** Number of files whose checksum is by another algorithm. */
export async function countFilesByOtherAlgorithms(db: Queryable, algorithm: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(dataFile)
    .where(byAnother(algorithm));
  return row?.count ?? 0;
}

/** Id of the nth of them; undefined when there are fewer. */
export async function findNthFileByOtherAlgorithms(db: Queryable, algorithm: string, nth: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: dataFile.id })
    .from(dataFile)
    .where(byAnother(algorithm))
    .orderBy(dataFile.id)
    .offset(nth - 1)
    .limit(1);
  return row?.id;
}

/** Some of them, by id, after one id and up to another. */
export async function listFilesByOtherAlgorithms(
  db: Queryable,
  algorithm: string,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<RecordedFile[]> {
  return recordedFiles(db)
    .where(sql`${byAnother(algorithm)} and ${dataFile.id} > ${after} and ${dataFile.id} <= ${upTo}`)
    .orderBy(dataFile.id)
    .limit(limit);
}

/** What a reading found, as it is kept. */
export interface FixityCheckRow {
  readonly dataFileId: number;
  readonly storageDriver: string;
  readonly storageId: string;
  readonly outcome: FixityOutcome;
  readonly foundSizeBytes: number | null;
  readonly foundChecksum: string | null;
  readonly fault: string | null;
  readonly checkedAt: Date;
  readonly outcomeSince: Date;
}

/** A reading of a file as it was recorded then. */
export interface FixityReading extends Pick<FixityCheckRow, 'outcome' | 'foundSizeBytes' | 'foundChecksum' | 'fault'> {
  readonly file: Pick<RecordedFile, 'id' | 'storageDriver' | 'storageId' | 'checksumValue'>;
}

const { dataFileId, outcome, foundSizeBytes, foundChecksum, fault, checkedAt, outcomeSince } = fixityCheck;
const checkColumns = { dataFileId, outcome, foundSizeBytes, foundChecksum, fault, checkedAt, outcomeSince } as const;

/** Keeps what a reading found; undefined where the file is gone or recorded otherwise by now, so that it says nothing. */
export async function putFixityCheck(db: Queryable, reading: FixityReading): Promise<FixityCheckRow | undefined> {
  const { file } = reading;
  const current = sql`${dataFile.id} = ${file.id} and ${dataFile.storageId} = ${file.storageId} and ${dataFile.checksumValue} = ${file.checksumValue}`;
  const [row] = await db
    .insert(fixityCheck)
    .select(
      db
        .select({
          dataFileId: dataFile.id,
          outcome: sql`${reading.outcome}::fixity_outcome`.as('outcome'),
          foundSizeBytes: sql`${reading.foundSizeBytes}::bigint`.as('found_size_bytes'),
          foundChecksum: sql`${reading.foundChecksum}::text`.as('found_checksum'),
          fault: sql`${reading.fault}::text`.as('fault'),
          checkedAt: sql`now()`.as('checked_at'),
          outcomeSince: sql`now()`.as('outcome_since'),
        })
        .from(dataFile)
        .where(current),
    )
    .onConflictDoUpdate({
      target: fixityCheck.dataFileId,
      set: {
        outcome: sql`excluded.outcome`,
        foundSizeBytes: sql`excluded.found_size_bytes`,
        foundChecksum: sql`excluded.found_checksum`,
        fault: sql`excluded.fault`,
        checkedAt: sql`excluded.checked_at`,
        outcomeSince: sql`case when ${fixityCheck.outcome} = excluded.outcome then ${fixityCheck.outcomeSince} else excluded.outcome_since end`,
      },
    })
    .returning(checkColumns);
  return row === undefined ? undefined : { ...row, storageDriver: file.storageDriver, storageId: file.storageId };
}

/** Stores another checksum in place of the one that is recorded, and with it that it was proven; false when that is another one by now. */
export async function replaceChecksum(
  db: Queryable,
  file: Pick<RecordedFile, 'id' | 'storageDriver' | 'storageId' | 'checksumValue'>,
  checksum: { readonly algorithm: string; readonly value: string },
): Promise<boolean> {
  const rows = await db
    .update(dataFile)
    .set({ checksumAlgorithm: checksum.algorithm, checksumValue: checksum.value })
    .where(
      sql`${dataFile.id} = ${file.id} and ${dataFile.storageId} = ${file.storageId} and ${dataFile.checksumValue} = ${file.checksumValue}`,
    )
    .returning({ datasetId: dataFile.datasetId, sizeBytes: dataFile.sizeBytes });
  const [row] = rows;
  if (row === undefined) return false;
  await dropExports(db, row.datasetId);
  const reading = { outcome: 'VALID', foundSizeBytes: row.sizeBytes, foundChecksum: checksum.value, fault: null } as const;
  await putFixityCheck(db, { ...reading, file: { ...file, checksumValue: checksum.value } });
  return true;
}

/** A window of the readings with one of these outcomes, by file. */
export async function listFixityChecks(
  db: Queryable,
  { outcomes, ...window }: { readonly outcomes: readonly FixityOutcome[] } & PageWindow<number>,
): Promise<FixityCheckRow[]> {
  const { within, order, limit } = boundWindow(fixityCheck.dataFileId, window);
  const rows = await db
    .select({ ...checkColumns, storageDriver: dataFile.storageDriver, storageId: dataFile.storageId })
    .from(fixityCheck)
    .innerJoin(dataFile, eq(dataFile.id, fixityCheck.dataFileId))
    .where(sql`${ofOutcomes(outcomes)} and ${within}`)
    .orderBy(sql`${order} ${limit}`);
  return window.fromEnd ? rows.toReversed() : rows;
}

/** Number of files whose last reading had one of these outcomes. */
export async function countFixityChecks(db: Queryable, outcomes: readonly FixityOutcome[]): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(fixityCheck)
    .where(ofOutcomes(outcomes));
  return row?.count ?? 0;
}

function ofOutcomes(outcomes: readonly FixityOutcome[]) {
  const listed = sql`${fixityCheck.outcome} = ${anyOf(outcomes, 'fixity_outcome')}`;
  // Said again in the words of the index on the few faults among many.
  return outcomes.includes('VALID') || outcomes.includes('UNPROVEN') ? listed : sql`${listed} and ${fixityCheck.fault} is not null`;
}

/** How the files of the installation stand. */
export interface FixityCounts {
  readonly totalFiles: number;
  readonly uncheckedFiles: number;
  /** Files whose last reading had this outcome; outcomes that no file has are left out. */
  readonly perOutcome: Readonly<Partial<Record<FixityOutcome, number>>>;
  /** The reading that lies longest ago. */
  readonly oldestCheckAt: Date | null;
}

/** Counts files by what their last reading found. */
export async function countFixity(db: Queryable): Promise<FixityCounts> {
  const rows = await db
    .select({ outcome: fixityCheck.outcome, count: sql<number>`count(*)::int`, oldest: sql<string>`min(${fixityCheck.checkedAt})` })
    .from(fixityCheck)
    .groupBy(fixityCheck.outcome);
  const totalFiles = await countRecordedFiles(db, null);
  const checked = rows.reduce((sum, { count }) => sum + count, 0);
  const oldest = rows.map((row) => new Date(row.oldest).getTime());
  return {
    totalFiles,
    // The two counts are not of one moment.
    uncheckedFiles: Math.max(0, totalFiles - checked),
    perOutcome: Object.fromEntries(rows.map((row) => [row.outcome, row.count])),
    oldestCheckAt: oldest.length === 0 ? null : new Date(Math.min(...oldest)),
  };
}
