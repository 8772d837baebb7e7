import { z } from 'zod';
import { markUploadCompleted, type UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import type { UploadPart } from '../../../storage/direct-uploads.ts';
import type { Checksum } from '../../../storage/file-storage.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { uploadRules } from '../upload-rules.ts';
import { describeUpload, type PartOfUpload } from './describe-upload.ts';
import { isWhole } from './read-arrival.ts';
import { readChecksum } from './read-checksum.ts';
import { dropUpload } from './drop-upload.ts';
import { loadUpload, locationOf, requireTicket, type UploadKey, uploadOf } from './upload-ticket.ts';

/** The holder's upload, before its parts are put together. */
export const admitUploadCompletion = query({
  name: 'admitUploadCompletion',
  subject: (scope, key: UploadKey) => loadUpload(scope, key),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (_context, { ticket }, _key: UploadKey): UploadTicketRow => ticket,
});

/** Notes that the bytes are whole, with their checksum; harmless to repeat. */
export const noteUploadCompletion = command({
  name: 'noteUploadCompletion',
  input: z.object({ id: z.string(), checksum: z.custom<Checksum>() }),
  subject: (scope, { id }) => loadUpload(scope, { id }),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { ticket }, { id, checksum }): Promise<UploadTicketRow> => {
    await markUploadCompleted(scope.tx, id, checksum);
    scope.note({ upload: ticket.id });
    return requireTicket(scope, { id });
  },
});

function problemOf({ partNumber, etag }: PartOfUpload, sent: ReadonlyMap<number, string> | null): Problem[] {
  const pointer = `/parts/${partNumber}`;
  if (etag === null) return [{ pointer, message: 'has not arrived' }];
  if (sent === null || sent.get(partNumber) === etag) return [];
  return [{ pointer, message: sent.has(partNumber) ? `arrived with the entity tag ${etag}` : 'is not named' }];
}

/**
 * Finds out whether every part has arrived as the sender believes, and gives their receipts.
 * @throws DomainError UPLOAD_PARTS_MISSING naming every part that has not.
 */
function requireParts(parts: readonly PartOfUpload[], sent: readonly UploadPart[] | null): UploadPart[] {
  const claimed = sent === null ? null : new Map(sent.map(({ partNumber, etag }) => [partNumber, etag]));
  const beyond = (sent ?? []).filter(({ partNumber }) => partNumber < 1 || partNumber > parts.length);
  const problems = [
    ...parts.flatMap((part) => problemOf(part, claimed)),
    ...beyond.map(({ partNumber }) => ({ pointer: `/parts/${partNumber}`, message: `must not be named: there are ${parts.length} parts` })),
  ];
  if (problems.length > 0) {
    const numbers = problems.slice(0, 20).map(({ pointer, message }) => `part ${pointer.slice('/parts/'.length)} ${message}`);
    const more = problems.length > numbers.length ? `; ${problems.length - numbers.length} more` : '';
    throw new DomainError('UPLOAD_PARTS_MISSING', `The upload cannot be completed: ${numbers.join('; ')}${more}.`, { problems });
  }
  return parts.flatMap(({ partNumber, etag }) => (etag === null ? [] : [{ partNumber, etag }]));
}

async function join(context: CommandContext, ticket: UploadTicketRow, sent: readonly UploadPart[] | null): Promise<void> {
  const { whole, parts } = await describeUpload(context, ticket);
  if (whole) return;
  const receipts = requireParts(parts, sent);
  try {
    await context.services.storage.uploadsOf(ticket.storageDriver).complete(uploadOf(ticket), receipts);
  } catch (error) {
    // Another process may have put the same parts together.
    if (!(await isWhole(context.services, ticket))) throw error;
  }
}

/** Completions in progress in this process, by ticket: concurrent requests wait for the same work. */
const underWay = new Map<string, Promise<Checksum>>();

function makeWhole(context: CommandContext, ticket: UploadTicketRow, sent: readonly UploadPart[] | null): Promise<Checksum> {
  const known = underWay.get(ticket.id);
  if (known !== undefined) return known;
  const { services } = context;
  const work = join(context, ticket, sent)
    .then(() => readChecksum(services.storage, locationOf(ticket), uploadRules(services).checksumAlgorithm))
    .finally(() => underWay.delete(ticket.id));
  underWay.set(ticket.id, work);
  return work;
}

async function note(context: CommandContext, ticket: UploadTicketRow, checksum: Checksum): Promise<UploadTicketRow> {
  try {
    return await noteUploadCompletion(context, { id: ticket.id, checksum });
  } catch (error) {
    // Aborted while the parts were assembled: the result has no owner.
    if (error instanceof DomainError && error.code === 'UPLOAD_NOT_FOUND') await dropUpload(context.db, context.services, uploadOf(ticket));
    throw error;
  }
}

/**
 * Makes the parts of an upload one file and finds out its checksum by reading it. Nothing is added to the dataset yet. Harmless to
 * repeat, also by two at once and after the server died on the way; goes on when the client leaves.
 * @throws DomainError UPLOAD_NOT_FOUND | UPLOAD_PARTS_MISSING
 */
export const completeUpload = composed({
  name: 'completeUpload',
  of: [admitUploadCompletion, noteUploadCompletion],
  run: async (
    context: CommandContext,
    { key, parts }: { readonly key: UploadKey; readonly parts: readonly UploadPart[] | null },
  ): Promise<UploadTicketRow> => {
    const ticket = await admitUploadCompletion(context, key);
    return ticket.completedAt === null ? note(context, ticket, await makeWhole(context, ticket, parts)) : ticket;
  },
});
