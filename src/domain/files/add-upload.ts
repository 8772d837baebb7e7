import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { loadDataset } from '../subjects/dataset-subject.ts';
import { addArchive, addFile, type AddedFiles, admitUpload } from './add-file.ts';
import { bringBytes } from './bring-bytes.ts';
import type { FileFactsInput } from '../../model/files/file-facts.ts';
import { type UploadRequest, withUpload } from './with-upload.ts';

export interface NewUpload extends FileFactsInput, UploadRequest {
  readonly dataset: DatasetKey;
}

/**
 * Adds an upload to the draft, which is made if there is none: an archive is unpacked, unless that is not wanted, forbidden by a
 * limit or impossible. Nothing of it stays behind when it is refused. Source: files.md 4, 15.
 * @returns With a warning when an archive was kept as it is against expectation.
 */
export const addUpload = composed({
  name: 'addUpload',
  of: [admitUpload, addFile, addArchive],
  run: (context: CommandContext, { upload, unpack, ...input }: NewUpload): Promise<AddedFiles & { readonly warning: string | null }> => {
    const target = {
      admit: () => admitUpload(context, input.dataset),
      dataset: async () => (await loadDataset({ tx: context.db, context }, input.dataset)).dataset,
    };
    return withUpload(context, { upload, unpack }, target, async ({ file, unpacked }): Promise<AddedFiles> => {
      await bringBytes(context, target, unpacked?.map(({ bytes }) => bytes) ?? [file]);
      if (unpacked !== null) return addArchive(context, { ...input, files: unpacked });
      const { dataset, version, file: added } = await addFile(context, { ...input, file });
      return { dataset, version, files: [added] };
    });
  },
});
