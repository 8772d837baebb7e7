import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import type { StagedFile } from '../../storage/file-storage.ts';
import { openUpload, type OpenedUpload } from './unpacking/open-upload.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { receiveUpload } from './receive-upload.ts';
import { remainingQuota } from './quotas/storage-quota.ts';
import { type UploadRules, uploadRulesOf } from './upload-rules.ts';

/** What a surface took of an upload, and what is wanted of it. */
export interface UploadRequest {
  /** A staged file, or one that a GraphQL request is about to bring. */
  readonly upload: unknown;
  /** False keeps an archive as the one file that it is. */
  readonly unpack?: boolean | null | undefined;
}

/** An upload in staging. */
export interface ArrivedUpload {
  readonly file: StagedFile;
  /** What came out of it, in the order of the archive; null where it stays one file as it was sent. */
  readonly unpacked: OpenedUpload['unpacked'];
}

/** Who may send an upload under which rules, and to which dataset. */
interface UploadTarget {
  admit(): Promise<UploadRules>;
  /** Asked for where something depends on the dataset before the bytes are added to it. */
  dataset(): Promise<DatasetWithGrants>;
}

/**
 * Receives an upload, opens it where it is an archive that is to be unpacked, and hands it on; whatever is not kept then is forgotten,
 * also when it is refused. Source: files.md 15.
 * @returns What was made of it, with a warning when an archive was kept as it is against expectation.
 */
export async function withUpload<Made extends object>(
  context: CommandContext,
  { upload, unpack }: UploadRequest,
  target: UploadTarget,
  make: (arrived: ArrivedUpload) => Promise<Made>,
): Promise<Made & { readonly warning: string | null }> {
  const { services, db } = context;
  const openingRules = async () => {
    const dataset = await target.dataset();
    return { rules: await uploadRulesOf(db, services, dataset.id), roomBytes: await remainingQuota(db, services, dataset) };
  };
  const file = await receiveUpload(context, upload, () => target.admit());
  let opened: OpenedUpload | undefined;
  try {
    if (unpack !== false) opened = await openUpload(services, file, openingRules);
    const made = await make({ file, unpacked: opened?.unpacked ?? null });
    return { ...made, warning: opened?.warning ?? null };
  } finally {
    // Does nothing for bytes that were kept.
    await services.storage.discard(file);
    await opened?.discard();
  }
}
