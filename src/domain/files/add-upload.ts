import type { DatasetKey } from '../../db/queries/datasets.ts';
import { openUpload, type OpenedUpload } from '../archives/open-upload.ts';
import type { CommandContext } from '../command.ts';
import { loadDataset } from '../datasets/dataset-subject.ts';
import { addArchive, addFile, type AddedFiles, admitUpload } from './add-file.ts';
import { bringBytes } from './bring-bytes.ts';
import type { NewFileInput } from './new-file-input.ts';
import { receiveUpload } from './receive-upload.ts';
import { remainingQuota } from './storage-quota.ts';
import { uploadRulesOf } from './upload-rules.ts';

export interface NewUpload extends NewFileInput {
  readonly dataset: DatasetKey;
  /** What the surface took: a staged file, or one that a GraphQL request is about to bring. */
  readonly upload: unknown;
  /** False keeps an archive as the one file that it is. */
  readonly unpack?: boolean | null | undefined;
}

/** Adds what was opened: an archive's files in one go, anything else as one file. */
async function addOpened(context: CommandContext, { unpacked }: OpenedUpload, file: Parameters<typeof addFile>[1]): Promise<AddedFiles> {
  if (unpacked !== null) {
    const { file: _archive, ...input } = file;
    return addArchive(context, { ...input, files: unpacked });
  }
  const added = await addFile(context, file);
  return { dataset: added.dataset, version: added.version, files: [added.file] };
}

/**
 * Adds an upload to the draft, which is made if there is none: an archive is unpacked, unless that is not wanted, forbidden by a
 * limit or impossible. Nothing of it stays behind when it is refused. Source: files.md 4, 15.
 * @returns With a warning when an archive was kept as it is against expectation.
 */
export async function addUpload(
  context: CommandContext,
  { upload, unpack, ...input }: NewUpload,
): Promise<AddedFiles & { readonly warning: string | null }> {
  const { services, db } = context;
  const file = await receiveUpload(context, upload, () => admitUpload(context, input.dataset));
  let opened: OpenedUpload | undefined;
  try {
    const { dataset } = await loadDataset({ tx: db, context }, input.dataset);
    if (unpack !== false) {
      const rules = await uploadRulesOf(db, services, dataset.id);
      opened = await openUpload({ services, rules, roomBytes: await remainingQuota(db, services, dataset) }, file);
    }
    await bringBytes(context, dataset, opened?.unpacked?.map(({ bytes }) => bytes) ?? [file]);
    const added = await addOpened(context, opened ?? { unpacked: null, warning: null, discard: async () => {} }, { ...input, file });
    return { ...added, warning: opened?.warning ?? null };
  } finally {
    // Does nothing for bytes that were kept.
    await services.storage.discard(file);
    await opened?.discard();
  }
}
