/** Reading zip archives from disk, entry by entry: memory does not grow with an archive or with what it holds. */
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry, RandomAccessReader, ZipFile } from 'yauzl';
import { ArchiveFault } from './archive-fault.ts';
import { isSkippedEntry } from './entry-place.ts';
import { requireModest } from './unpacked-size.ts';

/** An entry that is to become a file. */
export interface ArchiveEntry {
  /** As the archive has it, with slashes alone. */
  readonly path: string;
  readonly sizeBytes: number;
  /** CRC-32 of its content, unsigned, as the archive has it. */
  readonly crc32: number;
  readonly modifiedAt: Date;
  /** Its content from the beginning; fails with an ArchiveFault when it is not what the archive says. */
  open(): Promise<Readable>;
}

/** An open archive; the opener must close it. */
export interface OpenArchive {
  readonly entries: readonly ArchiveEntry[];
  close(): void;
}

export interface ArchiveLimits {
  /** Size of the archive itself. */
  readonly archiveBytes: number;
  readonly mostFiles: number;
  /** The largest entry; null without a limit. */
  readonly mostEntryBytes: number | null;
}

/** Folders and other skipped entries may come beside the files, but not without end. */
const SKIPPED_ENTRIES_A_FILE = 20;
const LEAST_ENTRIES_READ = 10_000;
const UNIX_HOSTS = new Set([3, 19]);
const FILE_KIND = 0o170000;
/** No kind at all, a regular file, a folder. */
const ORDINARY_KINDS = new Set([0, 0o100000, 0o040000]);

/** Whether an entry is a link, a device or something else that only a file system can hold. */
function isSpecial(entry: Entry): boolean {
  if (!UNIX_HOSTS.has(entry.versionMadeBy >>> 8)) return false;
  return !ORDINARY_KINDS.has((entry.externalFileAttributes >>> 16) & FILE_KIND);
}

function requireReadable(entry: Entry, path: string, { mostEntryBytes }: ArchiveLimits): void {
  if (entry.isEncrypted()) throw new ArchiveFault('it is encrypted');
  if (isSpecial(entry)) throw new ArchiveFault(`"${path}" is a link or a device, not a regular file`);
  if (!entry.canDecodeFileData()) throw new ArchiveFault(`"${path}" uses an unsupported compression method`);
  if (mostEntryBytes !== null && entry.uncompressedSize > mostEntryBytes) {
    throw new ArchiveFault(`"${path}" is larger than the upload limit`);
  }
}

async function* verified(source: Readable, expected: number): AsyncGenerator<Buffer> {
  let found = 0;
  try {
    const chunks: AsyncIterable<Buffer> = source;
    for await (const chunk of chunks) {
      found = crc32(chunk, found);
      yield chunk;
    }
  } catch (error) {
    throw new ArchiveFault('it is damaged', { cause: error });
  }
  if (found !== expected) throw new ArchiveFault('it is damaged');
}

function archiveEntry(zip: ZipFile, entry: Entry, path: string): ArchiveEntry {
  return {
    path,
    sizeBytes: entry.uncompressedSize,
    crc32: entry.crc32,
    modifiedAt: entry.getLastModDate({ timezone: 'UTC' }),
    open: async () => {
      const source = await zip.openReadStreamPromise(entry);
      // It may fail before it is read; the reader still gets the error.
      source.on('error', () => {});
      const content = Readable.from(verified(source, entry.crc32), { objectMode: false });
      return content.on('close', () => source.destroy());
    },
  };
}

async function listEntries(zip: ZipFile, nameOf: (entry: Entry) => string, limits: ArchiveLimits): Promise<ArchiveEntry[]> {
  const { mostFiles, archiveBytes } = limits;
  const tooMany = new ArchiveFault(`it holds more than ${mostFiles} files`);
  if (zip.entryCount > Math.max(LEAST_ENTRIES_READ, mostFiles * SKIPPED_ENTRIES_A_FILE)) throw tooMany;
  const entries: ArchiveEntry[] = [];
  let unpackedBytes = 0;
  let packedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const path = nameOf(entry);
    if (isSkippedEntry(path)) continue;
    if (entries.length === mostFiles) throw tooMany;
    requireReadable(entry, path, limits);
    packedBytes += entry.compressedSize;
    // The same bytes can be named many times, and would be unpacked as often.
    if (packedBytes > archiveBytes) throw new ArchiveFault('its entries overlap');
    unpackedBytes += entry.uncompressedSize;
    requireModest(unpackedBytes, archiveBytes);
    entries.push(archiveEntry(zip, entry, path));
  }
  if (entries.length === 0) throw new ArchiveFault('it holds no file');
  return entries;
}

/** Opens a zip archive of this machine and lists what it holds. @throws ArchiveFault when it is to be kept unopened. Source: files.md 15. */
export function openArchive(path: string, limits: ArchiveLimits): Promise<OpenArchive> {
  return openArchiveAt({ path }, limits);
}

/** The same for an archive that is read in ranges. @throws ArchiveFault */
export async function openArchiveAt(
  place: { readonly path: string } | { readonly reader: RandomAccessReader; readonly sizeBytes: number },
  limits: ArchiveLimits,
): Promise<OpenArchive> {
  // Loaded when the first archive comes.
  const { openPromise, fromRandomAccessReaderPromise, getFileNameLowLevel } = await import('yauzl');
  let zip: ZipFile | undefined;
  try {
    // Names are taken as they are: one that leads elsewhere is no reason to refuse, since no entry is written by its name.
    const options = { autoClose: false, decodeStrings: false };
    zip =
      'path' in place
        ? await openPromise(place.path, options)
        : await fromRandomAccessReaderPromise(place.reader, place.sizeBytes, options);
    const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
      getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
    const entries = await listEntries(zip, nameOf, limits);
    return { entries, close: zip.close.bind(zip) };
  } catch (error) {
    zip?.close();
    if (error instanceof ArchiveFault) throw error;
    throw new ArchiveFault('it cannot be read', { cause: error });
  }
}
