import type { Readable } from 'node:stream';
import type { FileStorage, StagedFile } from '../../../storage/file-storage.ts';
import { layOutZip } from '../../../storage/zip/zip-layout.ts';
import { zipStream } from '../../../storage/zip/zip-stream.ts';
import type { ChecksumAlgorithm } from '../../../vocabulary/files.ts';
import { detectContentType, ZIPPED_SHAPEFILE_TYPE } from '../detect-content-type.ts';
import type { NewBytes } from '../new-bytes.ts';
import { entryPlace, type EntryPlace } from './entry-place.ts';
import type { ArchiveEntry } from './read-archive.ts';
import type { ShapefileSet } from './shapefile-sets.ts';

/** A file that came out of an archive, staged, and the folder that it lay in. */
export interface UnpackedFile {
  readonly bytes: NewBytes;
  readonly directoryLabel: string | null;
}

export interface StagingRules {
  readonly checksumAlgorithm: ChecksumAlgorithm;
  readonly maximumBytes: number | null;
}

/** Where staged files are noted at once, so that they can be discarded whatever happens. */
export type StagedFiles = StagedFile[];

const NOTHING = Buffer.alloc(0);

async function stage(
  storage: FileStorage,
  source: Readable,
  { label, directoryLabel }: EntryPlace,
  rules: StagingRules,
  into: StagedFiles,
  knownType?: string,
): Promise<UnpackedFile> {
  const staged = await storage.stage(source, { fileName: label, suppliedContentType: null, ...rules });
  into.push(staged);
  const detectedContentType = knownType ?? (await detectContentType(label, staged.head));
  // The first bytes of a thousand files would be much memory, and their type is all that they were for.
  return { bytes: { ...staged, head: NOTHING, detectedContentType }, directoryLabel };
}

/** Stages an entry by itself; the type is detected by its name and bytes. */
export async function unpackEntry(
  storage: FileStorage,
  entry: ArchiveEntry,
  rules: StagingRules,
  into: StagedFiles,
): Promise<UnpackedFile> {
  return stage(storage, await entry.open(), entryPlace(entry.path), rules, into);
}

/** Stages a shapefile as one zip of its parts. */
export async function packShapefile(
  storage: FileStorage,
  { stem, parts }: ShapefileSet,
  rules: StagingRules,
  into: StagedFiles,
): Promise<UnpackedFile> {
  const packed = zipStream(layOutZip(parts.map((part) => ({ ...part, path: entryPlace(part.path).label }))));
  return stage(storage, packed, entryPlace(`${stem}.zip`), rules, into, ZIPPED_SHAPEFILE_TYPE);
}
