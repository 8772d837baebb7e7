import type { Readable } from 'node:stream';
import { extendUploadTicket, type UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { ArrivedPart } from '../../../storage/direct-uploads.ts';
import { FormFile } from '../../../storage/form-file.ts';
import { IncomingBytes } from '../../../storage/incoming-bytes.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { isPartSignatureValid, type PartSignature } from './part-signature.ts';
import { loadUpload, partCountOf, partSizeOf, requireTicket, uploadOf, type UploadSubject } from './upload-ticket.ts';

/** A part before it is received. */
export interface PartName {
  readonly uploadId: string;
  readonly partNumber: number;
  /** From the signed URL; it replaces the token of the upload's owner. */
  readonly signature: PartSignature | null;
}

function badPart(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `The part ${message}.`, { problems: [{ pointer: '/part', message }] });
}

/**
 * Checks before any byte is read whether a part may be sent now, and gives the ticket.
 * @throws DomainError SIGNED_URL_INVALID | UPLOAD_NOT_FOUND | UPLOAD_COMPLETED | BAD_USER_INPUT
 */
export const admitUploadPart = query({
  name: 'admitUploadPart',
  tokenScope: 'DEPOSIT',
  subject: async (scope, part: PartName): Promise<UploadSubject> => {
    if (part.signature === null) return loadUpload(scope, { id: part.uploadId });
    if (!isPartSignatureValid(scope.context, part, part.signature)) throw new DomainError('SIGNED_URL_INVALID', 'Bad signed URL');
    const ticket = await requireTicket(scope, { id: part.uploadId });
    return { ...(await loadDataset(scope, { id: ticket.datasetId })), ticket };
  },
  requires: (_subject, part) => (part.signature === null ? 'EditDataset' : 'Public'),
  run: (_context, { ticket }, { partNumber }: PartName): UploadTicketRow => {
    if (ticket.completedAt !== null) throw new DomainError('UPLOAD_COMPLETED', 'The upload is complete; it accepts no more parts.');
    const count = partCountOf(ticket);
    if (partNumber < 1 || partNumber > count) throw badPart(`must have a number from 1 to ${count}`);
    return ticket;
  },
});

async function openPart(file: unknown, sizeBytes: number): Promise<Readable> {
  if (file instanceof IncomingBytes) {
    if (file.sizeBytes !== null && file.sizeBytes !== sizeBytes) {
      throw badPart(`must have ${sizeBytes} bytes; ${file.sizeBytes} were declared`);
    }
    return file.open();
  }
  if (file instanceof FormFile) return (await file.arrive()).createReadStream();
  throw badPart('must be a file of a multipart request');
}

/**
 * Takes one part of an upload, in place of an earlier one of its number; when it resolves the part is durable. Parts may come in
 * any order and several at once, and each puts off the time at which the upload is given up.
 * @throws DomainError as `admitUploadPart` and `DirectUploads.receivePart`.
 */
export const receiveUploadPart = composed({
  name: 'receiveUploadPart',
  of: [admitUploadPart],
  run: async (
    context: CommandContext,
    name: PartName,
    { part, md5 }: { readonly part: unknown; readonly md5: string | null },
  ): Promise<ArrivedPart> => {
    const ticket = await admitUploadPart(context, name);
    const { partNumber } = name;
    const sizeBytes = partSizeOf(ticket, partNumber);
    const source = await openPart(part, sizeBytes);
    const uploads = context.services.storage.uploadsOf(ticket.storageDriver);
    const incoming = { partNumber, sizeBytes, maximumBytes: sizeBytes, md5 };
    const arrived = await uploads.receivePart(uploadOf(ticket), incoming, source);
    await extendUploadTicket(context.db, ticket.id, new Date(Date.now() + context.services.uploads.lifetimeMs));
    return arrived;
  },
});
