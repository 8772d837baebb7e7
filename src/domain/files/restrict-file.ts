import { z } from 'zod';
import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { reviseFileRecord, restrictBytes, type RecordChanges } from '../../db/queries/files/file-edits.ts';
import { findFileRecord } from '../../db/queries/files/file-records.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type Scope } from '../../kernel/command.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { longText } from '../../model/text-limits.ts';
import { saveDraft } from '../versions/ensure-draft.ts';
import { requireAccessTerms, type TermsOfVersion } from '../versions/version-terms.ts';
import { lockFile, requireWorkingRecord } from './lock-file.ts';
import { broken } from '../../errors/rules/broken.ts';

/** A file as the draft has it after an edit. */
export interface EditedFile {
  readonly dataset: DatasetWithGrants;
  readonly version: VersionRow;
  readonly file: FileRow;
}

/**
 * Refuses to restrict a file if the installation does not allow restriction, or if access could not be requested.
 * @throws DomainError BAD_USER_INPUT | DATASET_TERMS_INVALID. Source: files.md 6.
 */
export function requireRestrictable(services: DomainServices, terms: Pick<TermsOfVersion, 'terms' | 'fileAccessRequest'>): void {
  if (services.settings.get(':PublicInstall') === true) {
    throw new DomainError('BAD_USER_INPUT', 'This installation does not allow restricted files.', {
      problems: [{ pointer: '/restrict', ...broken('NOT_RESTRICTED_HERE') }],
    });
  }
  requireAccessTerms(terms, true);
}

/** Changes the record of a file in the draft with this ordinal; bytes that no publication showed yet follow a restriction at once. */
export async function writeFileRecord(
  { tx }: Pick<Scope, 'tx'>,
  file: Pick<FileWithAccess, 'id' | 'publicationDate'>,
  draftOrdinal: number,
  changes: RecordChanges,
): Promise<void> {
  await reviseFileRecord(tx, file.id, draftOrdinal, changes);
  if (changes.restricted !== undefined && file.publicationDate === null) await restrictBytes(tx, file.id, changes.restricted);
}

/** Changes the restriction of a file in the draft, together with the terms of the draft; the draft is created if there is none. */
export async function saveFileRecord(
  scope: Scope,
  { dataset, file }: { readonly dataset: DatasetWithGrants; readonly file: FileWithAccess },
  changes: RecordChanges,
  terms: Parameters<typeof saveDraft>[2] = {},
): Promise<EditedFile> {
  const version = await saveDraft(scope, dataset.id, terms);
  await writeFileRecord(scope, file, version.ordinal, changes);
  scope.note({ file: file.id });
  const record = await findFileRecord(scope.tx, file.id, version.ordinal);
  if (record === undefined) throw new Error('The record of the file was not stored.');
  return { dataset, version, file: record };
}

/** Restricts a file in the draft, or lifts the restriction. Source: files.md 6. */
export const restrictFile = command({
  name: 'restrictFile',
  input: z.object({
    file: z.custom<FileKey>(),
    restrict: z.boolean(),
    enableAccessRequest: z.boolean().nullish(),
    termsOfAccess: longText.nullish(),
  }),
  subject: (scope, input) => lockFile(scope, input.file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, { restrict, enableAccessRequest, termsOfAccess }): Promise<EditedFile> => {
    const { working, record } = await requireWorkingRecord(scope, subject);
    if (record.restricted === restrict) {
      throw new DomainError('FILE_RESTRICTION_UNCHANGED', `File ${record.label} is already ${restrict ? 'restricted' : 'unrestricted'}.`);
    }
    if (!restrict) return saveFileRecord(scope, subject, { restricted: false });

    const asked = typeof enableAccessRequest === 'boolean';
    const { termsOfAccess: _former, ...others } = working.terms;
    const terms = asked
      ? { fileAccessRequest: enableAccessRequest, terms: termsOfAccess?.trim() ? { ...others, termsOfAccess } : others }
      : { fileAccessRequest: working.fileAccessRequest, terms: working.terms };
    requireRestrictable(scope.services, terms);
    return saveFileRecord(scope, subject, { restricted: true }, asked ? terms : {});
  },
});
