import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileLocation, FileStorage } from '../../../storage/file-storage.ts';
import { ArchiveFault } from './archive-fault.ts';
import { openArchiveAt } from './read-archive.ts';
import { shapefileSets } from './shapefile-sets.ts';

/** More entries than this make no shapefile. */
const MOST_ENTRIES = 10_000;

/** A range of a kept file as a stream that is there at once. */
function rangeOf(storage: FileStorage, location: FileLocation, start: number, end: number): Readable {
  const through = new PassThrough();
  // Its end is not the reader's; what fails reaches the reader as a failed stream.
  storage
    .open(location, { start, end: end - 1 })
    .then((source) => pipeline(source, through))
    .catch((error: unknown) => through.destroy(error instanceof Error ? error : new Error(String(error))));
  return through;
}

/** Whether a kept zip archive holds a complete shapefile. Only its directory is read. */
export async function holdsShapefile(storage: FileStorage, location: FileLocation, sizeBytes: number): Promise<boolean> {
  const { RandomAccessReader } = await import('yauzl');
  class KeptFile extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return rangeOf(storage, location, start, end);
    }
  }
  try {
    const limits = { archiveBytes: sizeBytes, mostFiles: MOST_ENTRIES, mostEntryBytes: null };
    const archive = await openArchiveAt({ reader: new KeptFile(), sizeBytes }, limits);
    archive.close();
    return shapefileSets(archive.entries).sets.length > 0;
  } catch (error) {
    if (error instanceof ArchiveFault) return false;
    throw error;
  }
}
