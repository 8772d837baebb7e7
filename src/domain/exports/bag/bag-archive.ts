/** The archive that keeps versions as bags in a store of the installation. Source: exports.md 13. */
import { findDataset } from '../../../db/queries/datasets/datasets.ts';
import { listArchiveFilesOfVersion } from '../../../db/queries/files/archive-files.ts';
import { findVersion } from '../../../db/queries/versions/versions.ts';
import type { Archive, ArchivedVersion, Archives } from '../../../kernel/ports/archives.ts';
import { folderOf } from '../../../model/dataset-folder.ts';
import type { ByteRange, FileLocation } from '../../../storage/file-storage.ts';
import { layOutZip } from '../../../storage/zip/zip-layout.ts';
import { openEntry, type PlannedEntry } from '../../../storage/zip/zip-entry.ts';
import { zipStream } from '../../../storage/zip/zip-stream.ts';
import type { ArchiveScope } from '../../files/archive/archive-content.ts';
import { layOutBag } from './plan-bag.ts';

/** The value of `:ArchiverClassName` that names it. */
export const BAG_ARCHIVE = 'BagIt';

/** Writes entries as an archive to its place: staged as a whole first, so that a crash leaves all of it or nothing. */
async function writeWhole(
  { services: { storage } }: ArchiveScope,
  entries: readonly PlannedEntry[],
  location: FileLocation,
): Promise<void> {
  const layout = layOutZip(entries.map((entry) => ({ ...entry, open: (range: ByteRange) => openEntry(entry, storage, range) })));
  const staged = await storage.stage(zipStream(layout), {
    fileName: location.storageId,
    suppliedContentType: 'application/zip',
    checksumAlgorithm: 'SHA-256',
    maximumBytes: null,
  });
  try {
    await storage.keep(staged, location);
  } catch (error) {
    await storage.discard(staged);
    throw error;
  }
}

async function submit(scope: ArchiveScope, { datasetId, versionNumber, versionMinorNumber }: ArchivedVersion): Promise<string | undefined> {
  const { db, services } = scope;
  const dataset = await findDataset(db, { id: datasetId }, []);
  if (dataset === undefined || versionNumber === null || versionMinorNumber === null) return undefined;
  const version = await findVersion(db, datasetId, { versionNumber, versionMinorNumber });
  if (version?.state !== 'RELEASED') return undefined;
  const driver = services.settings.get(':ArchiverStore') ?? services.storage.driver;
  // A version that was corrected under its number is another bag.
  const stamp = version.updatedAt.toISOString().replace(/\D/g, '');
  const location = { driver, ...folderOf(dataset), storageId: `bag_${versionNumber}.${versionMinorNumber}_${stamp}.zip` };
  if ((await services.storage.sizeOf(location)) === undefined) {
    const rows = await listArchiveFilesOfVersion(db, version, []);
    const { entries } = await layOutBag(scope, { dataset, version }, rows, () => true);
    await writeWhole(scope, entries, location);
  }
  return services.storage.storageIdentifier(driver, location.storageId);
}

/** The archives of an installation, by the values that `:ArchiverClassName` can have. `scope` is asked for at each submission. */
export function createArchives(scope: () => ArchiveScope): Archives {
  const bags: Archive = { submit: (version) => submit(scope(), version) };
  return { find: (name) => (name === BAG_ARCHIVE ? bags : undefined) };
}
