import type { UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { ArrivedPart } from '../../../storage/direct-uploads.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { locationOf, uploadOf } from './upload-ticket.ts';

/** The bytes of an upload in its store: parts, or the whole file after completion. */
export type Arrival = { readonly whole: true } | { readonly whole: false; readonly parts: readonly ArrivedPart[] };

/** Whether the bytes lie where the file will be. Nothing but its own parts is ever put there. */
export async function isWhole({ storage }: Pick<DomainServices, 'storage'>, ticket: UploadTicketRow): Promise<boolean> {
  return (await storage.sizeOf(locationOf(ticket))) === ticket.sizeBytes;
}

/**
 * Asks the store what has arrived. A process that died after it had put the parts together left no parts and no note of it.
 * @throws DomainError UPLOAD_NOT_FOUND when the store has neither parts nor file.
 */
export async function readArrival(services: Pick<DomainServices, 'storage'>, ticket: UploadTicketRow): Promise<Arrival> {
  if (ticket.completedAt !== null) return { whole: true };
  try {
    return { whole: false, parts: await services.storage.uploadsOf(ticket.storageDriver).listParts(uploadOf(ticket)) };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UPLOAD_NOT_FOUND' && (await isWhole(services, ticket))) return { whole: true };
    throw error;
  }
}
