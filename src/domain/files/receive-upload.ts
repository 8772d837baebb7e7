import type { Readable } from 'node:stream';
import { DomainError } from '../../errors/domain-error.ts';
import type { StagedFile } from '../../storage/file-storage.ts';
import { StagedUpload } from '../../storage/staged-upload.ts';
import type { CommandContext } from '../command.ts';
import type { UploadRules } from './upload-rules.ts';

/** A file of a GraphQL multipart request, as its library gives it. */
interface MultipartFile {
  readonly filename: string;
  readonly mimetype: string;
  createReadStream(): Readable;
}

function isMultipartFile(value: unknown): value is MultipartFile {
  return (
    typeof value === 'object' && value !== null && 'filename' in value && typeof value.filename === 'string' && 'createReadStream' in value
  );
}

/**
 * Brings an upload to staging: one that the REST layer staged is taken as it is, one of a GraphQL multipart request is
 * read now, once `admit` has let the actor through and told the rules.
 * @throws DomainError BAD_USER_INPUT when the value is no upload.
 */
export async function receiveUpload(context: CommandContext, upload: unknown, admit: () => Promise<UploadRules>): Promise<StagedFile> {
  if (upload instanceof StagedUpload) return upload.file;
  const file: unknown = await upload;
  if (!isMultipartFile(file)) {
    throw new DomainError('BAD_USER_INPUT', 'The file has to come as a part of a multipart request.', {
      problems: [{ pointer: '/file', message: 'must be a file of a multipart request' }],
    });
  }
  const rules = await admit();
  return context.services.storage.stage(file.createReadStream(), {
    fileName: file.filename.split(/[\\/]/).at(-1) ?? file.filename,
    suppliedContentType: file.mimetype === '' ? null : file.mimetype,
    checksumAlgorithm: rules.checksumAlgorithm,
    maximumBytes: rules.maximumBytes,
  });
}
