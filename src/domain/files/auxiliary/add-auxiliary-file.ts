import { z } from 'zod';
import {
  type AuxiliaryFileRow,
  type AuxiliaryFormat,
  findAuxiliaryFile,
  insertAuxiliaryFile,
} from '../../../db/queries/files/auxiliary-files.ts';
import type { FileKey } from '../../../db/queries/files/file-access.ts';
import type { FileRow } from '../../../db/queries/files/file-columns.ts';
import { findFileRecord } from '../../../db/queries/files/file-records.ts';
import { findVersionByOrdinal, type VersionRow } from '../../../db/queries/versions/versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { StagedFile } from '../../../storage/file-storage.ts';
import { command, type CommandContext, query, type Scope } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import { requireWorkingVersion } from '../../versions/ensure-draft.ts';
import { locationOf } from '../file-place.ts';
import { type FileSubject, loadFile, lockFile } from '../lock-file.ts';
import { receiveUpload } from '../receive-upload.ts';
import { refuseOverQuota } from '../quotas/storage-quota.ts';
import { typesOf } from '../file-types.ts';
import { refuseTooLarge, type UploadRules, uploadRulesOf } from '../upload-rules.ts';
import { requireFile } from '../view-file.ts';
import { auxiliaryFacts, auxiliaryFormat } from './auxiliary-format.ts';
import { auxiliaryTag } from './auxiliary-tag.ts';

/** A new auxiliary file with what the newest version that holds its file says of that; null where only withdrawn ones do. */
export interface AddedAuxiliaryFile {
  readonly auxiliary: AuxiliaryFileRow;
  readonly holder: { readonly dataset: FileSubject['dataset']; readonly version: VersionRow; readonly file: FileRow } | null;
}

/** @throws DomainError AUXILIARY_FILE_EXISTS */
function alreadyThere(fileId: number, { formatTag, formatVersion }: AuxiliaryFormat): DomainError {
  return new DomainError('AUXILIARY_FILE_EXISTS', `File ${fileId} already has an auxiliary file ${formatTag} in version ${formatVersion}.`);
}

/** Checks before any byte is read whether the actor may add an auxiliary file now, and returns its limits. */
export const admitAuxiliaryFile = query({
  name: 'admitAuxiliaryFile',
  subject: (scope, { file }: { readonly file: FileKey } & AuxiliaryFormat) => loadFile(scope, file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async ({ db, services }, { dataset, file }, { formatTag, formatVersion }): Promise<UploadRules> => {
    const format = parseInput(z.object(auxiliaryFormat), { formatTag, formatVersion });
    if ((await findAuxiliaryFile(db, file.id, format)) !== undefined) throw alreadyThere(file.id, format);
    return uploadRulesOf(db, services, dataset.id);
  },
});

async function holderOf(scope: Scope, { dataset, file }: FileSubject): Promise<AddedAuxiliaryFile['holder']> {
  const working = await requireWorkingVersion(scope, dataset.id);
  const released = file.releasedOrdinal === null ? undefined : await findVersionByOrdinal(scope.tx, dataset.id, file.releasedOrdinal);
  for (const version of [working, released]) {
    const record = version === undefined ? undefined : await findFileRecord(scope.tx, file.id, version.ordinal);
    if (version !== undefined && record !== undefined) return { dataset, version, file: record };
  }
  return null;
}

/** Keeps bytes beside a file as one that was made from it; no draft is made, for bytes have no versions. Source: files.md 22.5. */
export const addAuxiliaryFile = command({
  name: 'addAuxiliaryFile',
  input: z.object({
    file: z.custom<FileKey>(),
    ...auxiliaryFormat,
    ...auxiliaryFacts,
    bytes: z.custom<StagedFile>(),
    /** As `auxiliaryTag` makes it; the bytes may have been brought to their place under it. */
    storageTag: z.string(),
  }),
  subject: (scope, { file }) => lockFile(scope, file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, { bytes, storageTag, ...input }): Promise<AddedAuxiliaryFile> => {
    const { tx, services } = scope;
    const { dataset, file } = subject;
    await refuseTooLarge(tx, services, dataset.id, bytes.sizeBytes);
    await refuseOverQuota(scope, dataset, bytes.sizeBytes);
    const auxiliary = await insertAuxiliaryFile(tx, {
      dataFileId: file.id,
      formatTag: input.formatTag,
      formatVersion: input.formatVersion,
      origin: input.origin ?? null,
      isPublic: input.isPublic ?? false,
      type: input.type ?? null,
      contentType: (await typesOf(bytes, bytes.fileName)).contentType,
      sizeBytes: bytes.sizeBytes,
      storageTag,
      checksumAlgorithm: bytes.checksum.algorithm,
      checksumValue: bytes.checksum.value,
    });
    if (auxiliary === undefined) throw alreadyThere(file.id, input);
    scope.note({ file: file.id, formatTag: input.formatTag, formatVersion: input.formatVersion });
    const holder = await holderOf(scope, subject);
    const location = locationOf(dataset, file, storageTag);
    scope.afterRollback(() => services.storage.remove(location));
    await services.storage.keep(bytes, location);
    return { auxiliary, holder };
  },
});

/** A new auxiliary file as a client sends it. */
export interface NewAuxiliaryFile extends AuxiliaryFormat {
  readonly file: FileKey;
  /** What the surface took: a staged file, or one that a GraphQL request is about to bring. */
  readonly upload: unknown;
  readonly origin?: string | null | undefined;
  readonly isPublic?: boolean | null | undefined;
  readonly type?: string | null | undefined;
}

/** Receives an auxiliary file and adds it; nothing of one that is refused stays. @throws DomainError as the two above. */
export const uploadAuxiliaryFile = composed({
  name: 'uploadAuxiliaryFile',
  of: [admitAuxiliaryFile, addAuxiliaryFile],
  run: async (context: CommandContext, { upload, ...input }: NewAuxiliaryFile): Promise<AddedAuxiliaryFile> => {
    const { storage } = context.services;
    const bytes = await receiveUpload(context, upload, () => admitAuxiliaryFile(context, input));
    try {
      const file = await requireFile(context, input.file);
      const storageTag = auxiliaryTag(storage.newStorageId());
      await storage.bring(bytes, locationOf(file, file, storageTag));
      return await addAuxiliaryFile(context, { ...input, file: { id: file.id }, bytes, storageTag });
    } finally {
      // Does nothing for bytes that were kept.
      await storage.discard(bytes);
    }
  },
});
