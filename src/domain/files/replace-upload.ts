import type { FileKey } from '../../db/queries/file-access.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { openUpload, type OpenedUpload } from '../archives/open-upload.ts';
import type { CommandContext } from '../command.ts';
import { loadDataset } from '../datasets/dataset-subject.ts';
import { bringBytes } from './bring-bytes.ts';
import type { NewBytes } from './new-bytes.ts';
import type { NewFileInput } from './new-file-input.ts';
import { receiveUpload } from './receive-upload.ts';
import { admitReplacement, replaceFile } from './replace-file.ts';
import type { EditedFile } from './restrict-file.ts';
import { remainingQuota } from './storage-quota.ts';
import { uploadRulesOf } from './upload-rules.ts';
import { requireFile } from './view-file.ts';

export interface Replacement extends NewFileInput {
  readonly file: FileKey;
  /** What the surface took: a staged file, or one that a GraphQL request is about to bring. */
  readonly upload: unknown;
  readonly forceReplace?: boolean | null | undefined;
  /** False keeps an archive as the one file that it is. */
  readonly unpack?: boolean | null | undefined;
}

/** The one file that an archive held. @throws DomainError BAD_USER_INPUT when it held several. */
function onlyFile({ unpacked }: OpenedUpload, file: NewBytes): { readonly bytes: NewBytes; readonly directoryLabel: string | null } {
  const [first, second] = unpacked ?? [];
  if (first === undefined) return { bytes: file, directoryLabel: null };
  if (second === undefined) return first;
  throw new DomainError('BAD_USER_INPUT', 'The archive unpacks to more than one file, and one file is replaced by one.', {
    problems: [{ pointer: '/file', message: 'must hold one file' }],
  });
}

/** Puts an upload in the place of a file; an archive counts if it holds one file. Source: files.md 5, 15. */
export async function replaceUpload(
  context: CommandContext,
  { upload, unpack, ...input }: Replacement,
): Promise<EditedFile & { readonly warning: string | null }> {
  const { services, db } = context;
  const file = await receiveUpload(context, upload, () => admitReplacement(context, input.file));
  let opened: OpenedUpload | undefined;
  try {
    const { datasetId } = await requireFile(context, input.file);
    const { dataset } = await loadDataset({ tx: db, context }, { id: datasetId });
    if (unpack !== false) {
      const rules = await uploadRulesOf(db, services, dataset.id);
      opened = await openUpload({ services, rules, roomBytes: await remainingQuota(db, services, dataset) }, file);
    }
    const one = opened === undefined ? { bytes: file, directoryLabel: null } : onlyFile(opened, file);
    await bringBytes(context, dataset, [one.bytes]);
    const directoryLabel = input.directoryLabel ?? one.directoryLabel;
    const replaced = await replaceFile(context, { ...input, directoryLabel, bytes: one.bytes });
    return { ...replaced, warning: opened?.warning ?? null };
  } finally {
    // Does nothing for bytes that were kept.
    await services.storage.discard(file);
    await opened?.discard();
  }
}
