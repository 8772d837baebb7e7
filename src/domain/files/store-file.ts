import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { insertFile } from '../../db/queries/files/file-creation.ts';
import { listOriginalNames } from '../../db/queries/files/file-lineage.ts';
import { isLabelTaken, listLabels } from '../../db/queries/files/file-records.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import type { FileLocation } from '../../storage/file-storage.ts';
import type { Scope } from '../../kernel/command.ts';
import { type FileTypes, typesOf } from './file-types.ts';
import { nextFreeName } from '../../model/files/file-path.ts';
import { locationOf, newFilePlace } from './file-place.ts';
import type { IngestWish } from './new-file-input.ts';
import type { NewBytes } from './new-bytes.ts';
import { INGESTED_TYPE } from '../../model/ingested-type.ts';
import type { FileFacts } from '../../model/files/file-facts.ts';

/** Where a file stands in a chain of replacements, and what it has from the file before it. Source: files.md 5. */
export interface FileLineage {
  readonly rootDataFileId: number | null;
  readonly previousDataFileId: number | null;
  readonly embargoDateAvailable: string | null;
  readonly embargoReason: string | null;
}

const NO_LINEAGE: FileLineage = { rootDataFileId: null, previousDataFileId: null, embargoDateAvailable: null, embargoReason: null };

/** Text that every label which could collide begins with: the name without extension and trailing number. */
function stemOf(label: string): string {
  const dot = label.lastIndexOf('.');
  return (dot > 0 ? label.slice(0, dot) : label).replace(/-\d+$/, '');
}

/** The label itself, or where a file of the folder has it or was uploaded under it the next free one. Source: files.md 4.5. */
export async function freeLabel(
  scope: Pick<Scope, 'tx'>,
  datasetId: number,
  directoryLabel: string | null,
  label: string,
): Promise<string> {
  const beginning = stemOf(label);
  // Most names are free, and a folder can hold very many files: its labels are listed where one has to be found beside them.
  const [originals, isTaken] = await Promise.all([
    listOriginalNames(scope.tx, { datasetId, directoryLabel }, { ingestedType: INGESTED_TYPE, beginning }),
    isLabelTaken(scope.tx, datasetId, directoryLabel, label),
  ]);
  if (!originals.includes(label) && !isTaken) return label;
  const taken = new Set([...(await listLabels(scope.tx, datasetId, directoryLabel, beginning)), ...originals]);
  return nextFreeName(label, (candidate) => taken.has(candidate));
}

/** Where a new file belongs. */
interface FileHome {
  readonly dataset: DatasetWithGrants;
  readonly draft: VersionRow;
  /** The store of its new files, where it is known. */
  readonly driver?: string;
}

/** The present or future location of the bytes. */
async function placeOf({ tx, services }: Scope, { dataset, driver }: FileHome, bytes: NewBytes): Promise<FileLocation> {
  if (!('handle' in bytes)) return locationOf(dataset, bytes);
  return services.storage.broughtTo(bytes) ?? newFilePlace(tx, services, dataset, driver);
}

/** A file that was stored. */
export interface StoredFile extends Pick<FileTypes, 'processingType'> {
  readonly id: number;
}

/**
 * Makes new bytes a file of the draft, under its name or the next free one, and moves them to their place before the commit:
 * a row is never without its bytes. The dataset must be locked, and everything checked.
 */
export async function storeFile(
  scope: Scope,
  home: FileHome,
  bytes: NewBytes,
  facts: FileFacts,
  lineage: FileLineage = NO_LINEAGE,
): Promise<StoredFile> {
  const { tx, services, actor } = scope;
  const { dataset, draft } = home;
  const [location, label, { contentType, processingType }] = await Promise.all([
    placeOf(scope, home, bytes),
    freeLabel(scope, dataset.id, facts.directoryLabel, facts.label),
    typesOf(bytes, facts.label),
  ]);
  const id = await insertFile(tx, {
    dataset,
    creatorId: actor.account?.id ?? null,
    bytes: {
      contentType,
      sizeBytes: bytes.sizeBytes,
      checksum: bytes.checksum,
      crc32: bytes.crc32 ?? null,
      storageDriver: location.driver,
      storageId: location.storageId,
      restricted: facts.restricted,
      ...lineage,
    },
    record: { ...facts, label, validFrom: draft.ordinal },
  });
  if ('handle' in bytes) {
    scope.afterRollback(() => services.storage.remove(location));
    await services.storage.keep(bytes, location);
  }
  return { id, processingType };
}

/** Tells other areas of new files, which are ingested if they are tables. Source: files.md 19.3. */
export function announceFiles({ actor, emit }: Scope, datasetId: number, files: readonly (StoredFile & IngestWish)[]): void {
  const toIngest = files.filter(({ ingest }) => ingest !== false).map(({ id, processingType }) => ({ id, processingType }));
  const payload = { fileIds: files.map(({ id }) => id), toIngest, userAccountId: actor.account?.id ?? null };
  emit({ kind: 'FilesAdded', subjectId: datasetId, payload });
}
