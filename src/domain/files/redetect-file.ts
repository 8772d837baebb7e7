import { z } from 'zod';
import { updateDataset } from '../../db/queries/datasets/datasets.ts';
import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import { storeContentType } from '../../db/queries/files/file-edits.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { holdsShapefile } from './unpacking/stored-archive.ts';
import { command, type CommandContext, query } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { detectContentType, isGzippedFits, ZIP_TYPE, ZIPPED_SHAPEFILE_TYPE } from './detect-content-type.ts';
import { locationOf } from './file-place.ts';
import { loadFile, lockFile } from './lock-file.ts';
import { readHead } from './read-head.ts';
import { isTabular } from '../../model/ingested-type.ts';

const GZIPPED_FITS_TYPE = 'application/fits-gzipped';

/** What looking at a file again found. */
export interface Redetection {
  readonly dryRun: boolean;
  readonly oldContentType: string;
  readonly newContentType: string;
}

/** The type of a stored file by its name and bytes, by every step of the contract. Source: files.md 14.1. */
async function detectStoredType({ storage }: DomainServices, file: FileWithAccess): Promise<string> {
  const location = locationOf(file, file);
  const head = await readHead(storage, location, file.sizeBytes);
  const detected = await detectContentType(file.label, head);
  if (isGzippedFits(detected, head)) return GZIPPED_FITS_TYPE;
  return detected === ZIP_TYPE && (await holdsShapefile(storage, location, file.sizeBytes)) ? ZIPPED_SHAPEFILE_TYPE : detected;
}

/** Looks at the bytes of a file again, and changes nothing. */
export const detectFileType = query({
  name: 'detectFileType',
  subject: loadFile,
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async ({ services }, { file }, _key: FileKey): Promise<Omit<Redetection, 'dryRun'> & { readonly id: number }> => {
    if (isTabular(file)) throw new DomainError('FILE_IS_TABULAR', `File ${file.id} was ingested, so its type cannot be detected again.`);
    return { id: file.id, oldContentType: file.contentType, newContentType: await detectStoredType(services, file) };
  },
});

/** Stores the type that was detected, for every version of the dataset: no draft is made. */
export const storeDetectedType = command({
  name: 'storeDetectedType',
  input: z.object({ file: z.custom<FileKey>(), contentType: z.string() }),
  subject: (scope, input) => lockFile(scope, input.file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset, file }, { contentType }): Promise<void> => {
    await storeContentType(scope.tx, file.id, contentType);
    await updateDataset(scope.tx, dataset.id, {});
    // Its exports are dropped with the type that they told.
    if (dataset.publishedAt !== null) scope.emit({ kind: 'MetadataExportsDue', subjectId: dataset.id, payload: {} });
    scope.note({ file: file.id, contentType });
  },
});

/** Detects the type of a file again, and stores it unless it is only asked for. Source: files.md 8.3. */
export const redetectFile = composed({
  name: 'redetectFile',
  of: [detectFileType, storeDetectedType],
  run: async (context: CommandContext, { file, dryRun }: { readonly file: FileKey; readonly dryRun: boolean }): Promise<Redetection> => {
    // The bytes are read outside any transaction, and never change.
    const { id, ...found } = await detectFileType(context, file);
    if (!dryRun && found.newContentType !== found.oldContentType) {
      await storeDetectedType(context, { file: { id }, contentType: found.newContentType });
    }
    return { dryRun, ...found };
  },
});
