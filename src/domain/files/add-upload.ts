import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { loadDataset } from '../subjects/dataset-subject.ts';
import { addArchive, addFile, type AddedContent, type AddedFiles, admitUpload } from './add-file.ts';
import { bringBytes } from './bring-bytes.ts';
import type { FileFactsInput } from '../../model/files/file-facts.ts';
import type { IngestWish } from './new-file-input.ts';
import { type UploadRequest, withUpload } from './with-upload.ts';

export interface NewUpload extends FileFactsInput, IngestWish, UploadRequest {
  readonly dataset: DatasetKey;
}

/**
 * Adds an upload to the draft, which is made if there is none: an archive is unpacked, unless that is not wanted, forbidden by a
 * limit or impossible. Nothing of it stays behind when it is refused. Source: files.md 4, 15.
 * @returns With a warning when an archive was kept as it is against expectation, and when the dataset held the same content already.
 */
export const addUpload = composed({
  name: 'addUpload',
  of: [admitUpload, addFile, addArchive],
  run: async (
    context: CommandContext,
    { upload, unpack, ...input }: NewUpload,
  ): Promise<AddedFiles & { readonly warning: string | null }> => {
    const target = {
      admit: () => admitUpload(context, input.dataset),
      dataset: async () => (await loadDataset({ tx: context.db, context }, input.dataset)).dataset,
    };
    const added = await withUpload(context, { upload, unpack }, target, async ({ file, unpacked }): Promise<AddedContent> => {
      await bringBytes(context, target, unpacked?.map(({ bytes }) => bytes) ?? [file]);
      if (unpacked !== null) return addArchive(context, { ...input, files: unpacked });
      const { file: record, ...made } = await addFile(context, { ...input, file });
      return { ...made, files: [record] };
    });
    const { duplicates, warning, ...made } = added;
    const warnings = [warning, duplicates].filter((text) => text !== null);
    return { ...made, warning: warnings.length === 0 ? null : warnings.join(' ') };
  },
});
