/** What becomes of an uploaded archive before it is added: it is taken apart, or kept as it is with the reason. */
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError } from '../../../errors/domain-error.ts';
import { humanSize } from '../../../storage/human-size.ts';
import type { StagedFile } from '../../../storage/file-storage.ts';
import { detectContentType, isGzippedFits, ZIP_TYPE } from '../detect-content-type.ts';
import { labelProblems } from '../../../model/files/file-path.ts';
import type { UploadRules } from '../upload-rules.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { ArchiveFault } from './archive-fault.ts';
import { entryPlace } from './entry-place.ts';
import { type ArchiveEntry, openArchive } from './read-archive.ts';
import { shapefileSets } from './shapefile-sets.ts';
import { packShapefile, type StagedFiles, type UnpackedFile, unpackEntry } from './unpack-archive.ts';
import { modest } from './unpacked-size.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** Most files of one archive, where `:ZipUploadFilesLimit` does not say. Source: files.md 16.4. */
const MOST_FILES = 1000;

/** An upload that is ready to be added. */
export interface OpenedUpload {
  /** What came out of it, in the order of the archive; null where it stays one file as it was sent. */
  readonly unpacked: readonly UnpackedFile[] | null;
  /** Why an archive was kept unopened; null where none was. */
  readonly warning: string | null;
  /** Forgets what was unpacked and not kept; to be called in any case. */
  discard(): Promise<void>;
}

interface Opening {
  readonly services: DomainServices;
  /** What new files of the dataset have to keep to. */
  readonly rules: UploadRules;
  /** Bytes that the dataset has room for; null without a quota. */
  readonly roomBytes: number | null;
}

/** @throws DomainError BAD_USER_INPUT naming every entry that no file could be called by. */
function requireNames(entries: readonly ArchiveEntry[]): void {
  const problems = entries.flatMap(({ path }) =>
    labelProblems(entryPlace(path).label, '/file').map(({ pointer, message }) => ({ pointer, message: `${path}: ${message}` })),
  );
  if (problems.length === 0) return;
  const message = `The archive cannot be unpacked: ${problems.map((problem) => problem.message).join(' ')} Send it with "unpack": false to keep it packed.`;
  throw new DomainError('BAD_USER_INPUT', message, { problems });
}

/** @throws DomainError STORAGE_QUOTA_EXCEEDED before anything is unpacked. */
function requireRoom(entries: readonly ArchiveEntry[], { roomBytes }: Opening): void {
  const needed = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (roomBytes === null || needed <= roomBytes) return;
  const { message, rule } = broken('ARCHIVE_OVER_QUOTA', { size: humanSize(needed), rest: humanSize(roomBytes) });
  throw new DomainError('STORAGE_QUOTA_EXCEEDED', message, { rule });
}

async function unpackZip(opening: Opening, file: StagedFile, into: StagedFiles): Promise<UnpackedFile[]> {
  const { services, rules } = opening;
  const { storage, settings } = services;
  const archive = await openArchive(storage.stagedPath(file), {
    archiveBytes: file.sizeBytes,
    mostFiles: settings.get(':ZipUploadFilesLimit') ?? MOST_FILES,
    mostEntryBytes: rules.maximumBytes,
  });
  try {
    requireNames(archive.entries);
    requireRoom(archive.entries, opening);
    const { sets, others } = shapefileSets(archive.entries);
    const unpacked: UnpackedFile[] = [];
    for (const entry of others) unpacked.push(await unpackEntry(storage, entry, rules, into));
    for (const set of sets) unpacked.push(await packShapefile(storage, set, rules, into));
    return unpacked;
  } finally {
    archive.close();
  }
}

async function unpackFits(
  { services: { storage }, rules, roomBytes }: Opening,
  file: StagedFile,
  into: StagedFiles,
): Promise<UnpackedFile[]> {
  const fileName = file.fileName.replace(/\.gz$/i, '');
  const limits = [rules.maximumBytes, roomBytes].filter((limit) => limit !== null);
  const maximumBytes = limits.length === 0 ? null : Math.min(...limits);
  // What ends one of them ends all; stage() sees it.
  const unpacked = pipeline(createReadStream(storage.stagedPath(file)), createGunzip(), () => {});
  const plain = Readable.from(modest(unpacked, file.sizeBytes), { objectMode: false });
  const staged = await storage.stage(plain, { fileName, suppliedContentType: null, ...rules, maximumBytes });
  into.push(staged);
  return [{ bytes: staged, directoryLabel: null }];
}

/** Why an archive could not be taken apart; rethrows what is no fault of the archive. */
function reasonOf(error: unknown): string {
  if (error instanceof ArchiveFault) return error.message;
  if (!(error instanceof DomainError)) throw error;
  if (error.code === 'UPLOAD_INCOMPLETE') return error.cause instanceof ArchiveFault ? error.cause.message : 'it is damaged';
  if (error.code === 'FILE_TOO_LARGE') return 'its content is larger than the upload limit';
  throw error;
}

/**
 * Takes an uploaded zip archive or gzipped FITS file apart: every file in it is staged by itself, one after the other, or none is.
 * What the limits or its own state forbid to unpack stays one file, with a warning. Source: files.md 15, decisions.md 28.
 * @param limits Asked for where the upload is an archive.
 * @throws DomainError BAD_USER_INPUT | STORAGE_QUOTA_EXCEEDED | INSUFFICIENT_STORAGE
 */
export async function openUpload(
  services: DomainServices,
  file: StagedFile,
  limits: () => Promise<Omit<Opening, 'services'>>,
): Promise<OpenedUpload> {
  const { storage } = services;
  const staged: StagedFiles = [];
  const discard = async (): Promise<void> => {
    for (const one of staged.splice(0)) await storage.discard(one);
  };
  const detected = await detectContentType(file.fileName, file.head);
  const unpack = detected === ZIP_TYPE ? unpackZip : isGzippedFits(detected, file.head) ? unpackFits : undefined;
  if (unpack === undefined) return { unpacked: null, warning: null, discard };
  const opening = { services, ...(await limits()) };
  try {
    return { unpacked: await unpack(opening, file, staged), warning: null, discard };
  } catch (error) {
    await discard();
    return { unpacked: null, warning: `${file.fileName} was not unpacked, because ${reasonOf(error)}.`, discard };
  }
}
