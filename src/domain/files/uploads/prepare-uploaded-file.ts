import { z } from 'zod';
import type { UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import type { Checksum } from '../../../storage/file-storage.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import type { PlacedBytes } from '../new-bytes.ts';
import { readHead } from '../read-head.ts';
import { line } from '../../../model/text-limits.ts';
import { type FileFacts, fileFactsInput, type FileFactsInput } from '../../../model/files/file-facts.ts';
import { type IngestWish, newFileFacts } from '../new-file-input.ts';
import { announceChecksumFailure } from './announce-checksum-failure.ts';
import { completeUpload } from './complete-upload.ts';
import { readChecksum } from './read-checksum.ts';
import { checksumOf, holdsTicket, locationOf, requireTicket, uploadNotFound } from './upload-ticket.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** A file whose bytes were sent past the server's form, as a client describes it. Source: files.md 4.1, 22.6. */
export interface UploadedFile extends FileFactsInput, IngestWish {
  /** As `beginUpload` gave it. */
  readonly storageIdentifier: string;
  /** Name of the file, unless `label` gives another. */
  readonly fileName?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  /** Of the whole file; it has to be right. */
  readonly checksum: Checksum;
  /** If given, it has to be right. */
  readonly sizeBytes?: number | null | undefined;
}

/** A file that wants nothing but its record. */
export interface PreparedFile {
  readonly ticketId: string;
  readonly bytes: PlacedBytes;
  readonly facts: FileFacts;
  readonly ingest: IngestWish['ingest'];
}

/** The actor's own ticket of this dataset. @throws DomainError UPLOAD_NOT_FOUND */
async function requireOwnTicket(context: CommandContext, datasetId: number, storageIdentifier: string): Promise<UploadTicketRow> {
  const ticket = await requireTicket({ tx: context.db, context }, { storageIdentifier });
  if (ticket.datasetId !== datasetId || !holdsTicket(context.actor, ticket)) throw uploadNotFound();
  return ticket;
}

function problemsIn(work: () => unknown): readonly Problem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.problems.length > 0) return error.problems;
    throw error;
  }
}

/** What else a client says of the file, which no header or form has checked yet. */
const said = z.object({
  ...fileFactsInput,
  fileName: line.nullish(),
  contentType: line.regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *;[\x20-\x7e]*)?$/, 'must have the form type/subtype').nullish(),
});

/** What the record will say. @throws DomainError BAD_USER_INPUT listing every problem. */
function factsOf(file: UploadedFile, ticketBytes: number): FileFacts {
  const origin = { fileName: file.fileName ?? '' };
  const problems = [
    ...problemsIn(() => parseInput(said, { ...file, contentType: file.contentType?.trim() || null })),
    ...problemsIn(() => newFileFacts(file, origin)),
  ];
  if (typeof file.sizeBytes === 'number' && file.sizeBytes !== ticketBytes) {
    problems.push({ pointer: '/fileSize', ...broken('SIZE_DECLARED', { bytes: ticketBytes }) });
  }
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', problems.map(({ message }) => message).join(' '), { problems });
  return newFileFacts(file, origin);
}

/**
 * Checks what a client says of an uploaded file against what lies in the store, which is put together first if need be.
 * @throws DomainError BAD_USER_INPUT | UPLOAD_NOT_FOUND | UPLOAD_PARTS_MISSING | CHECKSUM_MISMATCH
 */
export async function prepareUploadedFile(context: CommandContext, datasetId: number, file: UploadedFile): Promise<PreparedFile> {
  const { storage } = context.services;
  const begun = await requireOwnTicket(context, datasetId, file.storageIdentifier);
  const facts = factsOf(file, begun.sizeBytes);
  const ticket = await completeUpload(context, { key: { id: begun.id }, parts: null });
  const location = locationOf(ticket);
  const checksum = checksumOf(ticket);
  if (checksum === null) throw new Error(`The completed upload ${ticket.id} has no checksum.`);
  const { algorithm } = file.checksum;
  const found = algorithm === checksum.algorithm ? checksum : await readChecksum(storage, location, algorithm);
  if (found.value !== file.checksum.value.toLowerCase()) {
    const fault = `The uploaded bytes have the ${algorithm} checksum ${found.value}.`;
    await announceChecksumFailure(context, datasetId, fault);
    throw new DomainError('CHECKSUM_MISMATCH', fault, {
      problems: [{ pointer: '/checksum', ...broken('CHECKSUM_OF_BYTES', { checksum: found.value }) }],
    });
  }
  const bytes: PlacedBytes = {
    storageDriver: ticket.storageDriver,
    storageId: ticket.storageId,
    sizeBytes: ticket.sizeBytes,
    checksum,
    fileName: facts.label,
    suppliedContentType: file.contentType ?? null,
    head: await readHead(storage, location, ticket.sizeBytes),
  };
  return { ticketId: ticket.id, bytes, facts, ingest: file.ingest };
}
