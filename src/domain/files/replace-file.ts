import { z } from 'zod';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { removeFilesFromDraft } from '../../db/queries/files/file-edits.ts';
import { becomeRoot, findUploadedType, inheritPersistentId } from '../../db/queries/files/file-lineage.ts';
import { listFileRecords } from '../../db/queries/files/file-records.ts';
import { insertFormerEdits } from '../../db/queries/ingest/former-edits.ts';
import { touchVersion } from '../../db/queries/versions/change-versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query, type Scope } from '../../kernel/command.ts';
import { isTabular } from '../../model/ingested-type.ts';
import { forgetBytes } from '../versions/forget-bytes.ts';
import { useUpTicket } from './uploads/upload-ticket.ts';
import { ensureDraft } from '../versions/ensure-draft.ts';
import { refreshUnf } from '../versions/version-unf.ts';
import { friendlyType } from '../../formats/content-types/content-types.ts';
import { gatherEdits } from './gather-edits.ts';
import { loadFile, lockFile, requireWorkingRecord } from './lock-file.ts';
import type { NewBytes } from './new-bytes.ts';
import { fileFactsInput } from '../../model/files/file-facts.ts';
import { ingestWish, newFileFacts, requireRestrictableNewFile } from './new-file-input.ts';
import { type FileTypes, typesOf } from './file-types.ts';
import type { EditedFile } from './restrict-file.ts';
import { refuseOverQuota } from './quotas/storage-quota.ts';
import { announceFiles, type FileLineage, storeFile } from './store-file.ts';
import { isPackageType, requireHttpUpload } from './upload-admission.ts';
import { refuseTooLarge, type UploadRules, uploadRulesOf } from './upload-rules.ts';
import { broken } from '../../errors/rules/broken.ts';

/** @throws DomainError FILE_IS_PACKAGE */
function refusePackage(file: { readonly contentType: string }): void {
  if (isPackageType(file.contentType)) throw new DomainError('FILE_IS_PACKAGE', 'The file is a package, which cannot be replaced.');
}

/** Checks before any byte is read whether the actor may replace a file now, and says what the upload has to keep to. */
export const admitReplacement = query({
  name: 'admitReplacement',
  subject: loadFile,
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (context, subject, _key: FileKey): Promise<UploadRules> => {
    requireHttpUpload(context.services);
    refusePackage(subject.file);
    await requireWorkingRecord({ tx: context.db }, subject);
    return uploadRulesOf(context.db, context.services, subject.dataset.id);
  },
});

/** @throws DomainError DUPLICATE_FILE when the new bytes are those of the file they are to replace, forced or not. */
function refuseSameContent({ label, dataFile }: FileRow, { checksum }: NewBytes): void {
  if (dataFile.checksumAlgorithm !== checksum.algorithm || dataFile.checksumValue !== checksum.value) return;
  throw new DomainError('DUPLICATE_FILE', `The new file has the same content as ${label}, which it is to replace.`, {
    problems: [{ pointer: '/file', ...broken('SAME_CONTENT', { label }) }],
  });
}

/** @throws DomainError FILE_TYPE_DIFFERS naming both types. Parameters of a type count. */
async function refuseOtherType(scope: Scope, { dataFile }: FileRow, { contentType: newType, processingType }: FileTypes): Promise<void> {
  const oldType = (await findUploadedType(scope.tx, dataFile.id)) ?? dataFile.contentType;
  // A table was uploaded as what it was ingested as, whatever its client called it.
  if ([newType, processingType].some((type) => type.toLowerCase() === oldType.toLowerCase())) return;
  const [before, after] = [friendlyType(oldType), friendlyType(newType)];
  const [had, has] = before === after ? [oldType, newType] : [before, after];
  throw new DomainError(
    'FILE_TYPE_DIFFERS',
    `The file is of type ${had}, the new one of type ${has}; set forceReplace to replace it anyway.`,
    {
      problems: [{ pointer: '/forceReplace', ...broken('OTHER_TYPE', { had, has }) }],
    },
  );
}

/**
 * Takes the old file out of the draft. One that was never published goes altogether, and leaves its place in the chain and its
 * persistent identifier to the new one.
 */
async function giveWay(
  scope: Scope,
  {
    dataset,
    dataFile,
    draftOrdinal,
  }: { readonly dataset: Parameters<typeof forgetBytes>[1]; readonly dataFile: FileRow['dataFile']; readonly draftOrdinal: number },
): Promise<FileLineage & { readonly persistentId: string | null }> {
  const { id, rootDataFileId, previousDataFileId, persistentId, embargoDateAvailable, embargoReason } = dataFile;
  const kept = { embargoDateAvailable, embargoReason };
  const [orphan] = await removeFilesFromDraft(scope.tx, [id], draftOrdinal);
  if (orphan !== undefined) {
    forgetBytes(scope, dataset, [orphan]);
    return { rootDataFileId, previousDataFileId, persistentId, ...kept };
  }
  if (rootDataFileId === null) await becomeRoot(scope.tx, id);
  return { rootDataFileId: rootDataFileId ?? id, previousDataFileId: id, persistentId: null, ...kept };
}

/**
 * Puts new bytes in the place of a file of the draft, which is made if there is none. Published versions keep the old file; its embargo
 * is carried over, and nothing of what its record says; what was edited of its variables waits for an equal table. Source: files.md 5.
 */
export const replaceFile = command({
  name: 'replaceFile',
  input: z.object({
    file: z.custom<FileKey>(),
    bytes: z.custom<NewBytes>(),
    /** Ticket of bytes that were uploaded beforehand; it is used up. */
    ticketId: z.string().nullish(),
    forceReplace: z.boolean().nullish(),
    ...fileFactsInput,
    ...ingestWish,
  }),
  subject: (scope, input) => lockFile(scope, input.file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, input): Promise<EditedFile> => {
    const { tx, services } = scope;
    const { dataset } = subject;
    const { bytes } = input;
    refusePackage(subject.file);
    const { working, record } = await requireWorkingRecord(scope, subject);
    refuseSameContent(record, bytes);
    const facts = newFileFacts(input, bytes);
    if (input.forceReplace !== true) await refuseOtherType(scope, record, await typesOf(bytes, facts.label));
    await refuseTooLarge(tx, services, dataset.id, bytes.sizeBytes);
    await refuseOverQuota(scope, dataset, bytes.sizeBytes, input.ticketId ?? null);
    requireRestrictableNewFile(services, working, facts.restricted);

    if (input.ticketId) await useUpTicket(tx, input.ticketId);
    const draft = await ensureDraft(scope, dataset.id);
    const edits = await gatherEdits(tx, record);
    const { persistentId, ...lineage } = await giveWay(scope, { dataset, dataFile: record.dataFile, draftOrdinal: draft.ordinal });
    const stored = await storeFile(scope, { dataset, draft }, bytes, facts, lineage);
    const { id } = stored;
    if (persistentId !== null) await inheritPersistentId(tx, id, persistentId);
    if (edits !== undefined) await insertFormerEdits(tx, id, edits);
    if (isTabular(record.dataFile)) await refreshUnf(tx, draft);
    scope.note({ file: id, replaced: record.dataFile.id });
    announceFiles(scope, dataset.id, [{ ...stored, ingest: input.ingest }]);

    const [version, [file]] = await Promise.all([touchVersion(tx, draft), listFileRecords(tx, [id], draft.ordinal)]);
    if (file === undefined) throw new Error('The file was not stored.');
    return { dataset, version, file };
  },
});
