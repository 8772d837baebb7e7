import type { FileKey } from '../../db/queries/files/file-access.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { bringBytes } from './bring-bytes.ts';
import { loadFile } from './lock-file.ts';
import type { NewBytes } from './new-bytes.ts';
import type { IngestWish } from './new-file-input.ts';
import type { FileFactsInput } from '../../model/files/file-facts.ts';
import { admitReplacement, replaceFile } from './replace-file.ts';
import type { EditedFile } from './restrict-file.ts';
import { type ArrivedUpload, type UploadRequest, withUpload } from './with-upload.ts';
import { broken } from '../../errors/rules/broken.ts';

export interface Replacement extends FileFactsInput, IngestWish, UploadRequest {
  readonly file: FileKey;
  readonly forceReplace?: boolean | null | undefined;
}

/** The one file that arrived, or that an archive held. @throws DomainError BAD_USER_INPUT when it held several. */
function onlyFile({ file, unpacked }: ArrivedUpload): { readonly bytes: NewBytes; readonly directoryLabel: string | null } {
  const [first, second] = unpacked ?? [];
  if (first === undefined) return { bytes: file, directoryLabel: null };
  if (second === undefined) return first;
  throw new DomainError('BAD_USER_INPUT', 'The archive unpacks to more than one file; a file is replaced by exactly one.', {
    problems: [{ pointer: '/file', ...broken('ONE_FILE') }],
  });
}

/** Puts an upload in the place of a file; an archive counts if it holds one file. Source: files.md 5, 15. */
export const replaceUpload = composed({
  name: 'replaceUpload',
  of: [admitReplacement, replaceFile],
  run: (context: CommandContext, { upload, unpack, ...input }: Replacement): Promise<EditedFile & { readonly warning: string | null }> => {
    const target = {
      admit: () => admitReplacement(context, input.file),
      dataset: async () => (await loadFile({ tx: context.db, context }, input.file)).dataset,
    };
    return withUpload(context, { upload, unpack }, target, async (arrived): Promise<EditedFile> => {
      const { bytes, directoryLabel } = onlyFile(arrived);
      await bringBytes(context, target, [bytes]);
      return replaceFile(context, { ...input, directoryLabel: input.directoryLabel ?? directoryLabel, bytes });
    });
  },
});
