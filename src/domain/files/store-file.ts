import type { DatasetWithGrants } from '../../db/queries/datasets.ts';
import { insertDataFile, insertFileRecord, isLabelTaken, listLabels } from '../../db/queries/file-records.ts';
import { listOriginalNames } from '../../db/queries/file-lineage.ts';
import { insertNode } from '../../db/queries/nodes.ts';
import type { VersionRow } from '../../db/queries/versions.ts';
import type { FileLocation } from '../../storage/file-storage.ts';
import type { Scope } from '../command.ts';
import { chooseContentType, detectContentType } from './detect-content-type.ts';
import { nextFreeName } from './file-path.ts';
import { locationOf, newFilePlace } from './file-place.ts';
import type { NewBytes } from './new-bytes.ts';
import { INGESTED_TYPE } from './tabular-file.ts';
import type { NewFileFacts } from './new-file-input.ts';

/** Where a file stands in a chain of replacements, and what it has from the file before it. Source: files.md 5. */
export interface FileLineage {
  readonly rootDataFileId: number | null;
  readonly previousDataFileId: number | null;
  readonly embargoDateAvailable: string | null;
  readonly embargoReason: string | null;
}

const NO_LINEAGE: FileLineage = { rootDataFileId: null, previousDataFileId: null, embargoDateAvailable: null, embargoReason: null };

/** The type that new bytes are stored with under a name. Source: files.md 14.2. */
export async function contentTypeOf(bytes: NewBytes, label: string): Promise<string> {
  return chooseContentType(bytes.suppliedContentType, bytes.detectedContentType ?? (await detectContentType(label, bytes.head)));
}

/** Text that every label which could collide begins with: the name without extension and trailing number. */
function stemOf(label: string): string {
  const dot = label.lastIndexOf('.');
  return (dot > 0 ? label.slice(0, dot) : label).replace(/-\d+$/, '');
}

async function freeLabel(scope: Scope, datasetId: number, directoryLabel: string | null, label: string): Promise<string> {
  const beginning = stemOf(label);
  const originals = await listOriginalNames(scope.tx, { datasetId, directoryLabel }, { ingestedType: INGESTED_TYPE, beginning });
  // Most names are free, and a folder can hold very many files: its labels are listed where one has to be found beside them.
  if (!originals.includes(label) && !(await isLabelTaken(scope.tx, datasetId, directoryLabel, label))) return label;
  const taken = new Set([...(await listLabels(scope.tx, datasetId, directoryLabel, beginning)), ...originals]);
  return nextFreeName(label, (candidate) => taken.has(candidate));
}

/** Where the bytes come to lie, or lie already. */
async function placeOf({ tx, services }: Scope, dataset: DatasetWithGrants, bytes: NewBytes): Promise<FileLocation> {
  if (!('handle' in bytes)) return locationOf(dataset, bytes);
  return services.storage.broughtTo(bytes) ?? newFilePlace(tx, services, dataset);
}

/**
 * Makes new bytes a file of the draft, under its name or the next free one, and moves them to their place before the commit:
 * a row is never without its bytes. The dataset must be locked, and everything checked.
 * @returns The id of the file.
 */
export async function storeFile(
  scope: Scope,
  { dataset, draft }: { readonly dataset: DatasetWithGrants; readonly draft: VersionRow },
  bytes: NewBytes,
  facts: NewFileFacts,
  lineage: FileLineage = NO_LINEAGE,
): Promise<number> {
  const { tx, services, actor } = scope;
  const staged = 'handle' in bytes ? bytes : undefined;
  const location = await placeOf(scope, dataset, bytes);
  const place = await insertNode(tx, { kind: 'DATAFILE', owner: dataset, creatorId: actor.account?.id ?? null, permissionRoot: false });
  await insertDataFile(tx, {
    id: place.id,
    datasetId: dataset.id,
    contentType: await contentTypeOf(bytes, facts.label),
    sizeBytes: bytes.sizeBytes,
    checksumAlgorithm: bytes.checksum.algorithm,
    checksumValue: bytes.checksum.value,
    crc32: bytes.crc32 ?? null,
    storageDriver: location.driver,
    storageId: location.storageId,
    restricted: facts.restricted,
    ...lineage,
  });
  await insertFileRecord(tx, {
    datasetId: dataset.id,
    dataFileId: place.id,
    validFrom: draft.ordinal,
    label: await freeLabel(scope, dataset.id, facts.directoryLabel, facts.label),
    directoryLabel: facts.directoryLabel,
    description: facts.description,
    restricted: facts.restricted,
    categories: [...facts.categories],
    provFreeForm: facts.provFreeForm,
  });
  if (staged !== undefined) {
    scope.afterRollback(() => services.storage.remove(location));
    await services.storage.keep(staged, location);
  }
  return place.id;
}
