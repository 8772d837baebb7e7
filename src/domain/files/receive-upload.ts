import { DomainError } from '../../errors/domain-error.ts';
import type { StagedFile } from '../../storage/file-storage.ts';
import { FormFile } from '../../storage/form-file.ts';
import { StagedUpload } from '../../storage/staged-upload.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { UploadRules } from './upload-rules.ts';

/**
 * Brings an upload to staging: one that the REST layer staged is taken as it is, one of a GraphQL multipart request is
 * read now, once `admit` has let the actor through and told the rules.
 * @throws DomainError BAD_USER_INPUT when the value is no upload, or its form has no such file.
 */
export async function receiveUpload(context: CommandContext, upload: unknown, admit: () => Promise<UploadRules>): Promise<StagedFile> {
  if (upload instanceof StagedUpload) return upload.file;
  if (!(upload instanceof FormFile)) {
    throw new DomainError('BAD_USER_INPUT', 'The file must be a part of a multipart request.', {
      problems: [{ pointer: '/file', message: 'must be a file of a multipart request' }],
    });
  }
  const file = await upload.arrive();
  const rules = await admit();
  return context.services.storage.stage(file.createReadStream(), {
    fileName: file.filename.split(/[\\/]/).at(-1) ?? file.filename,
    suppliedContentType: file.mimetype === '' ? null : file.mimetype,
    checksumAlgorithm: rules.checksumAlgorithm,
    maximumBytes: rules.maximumBytes,
  });
}
