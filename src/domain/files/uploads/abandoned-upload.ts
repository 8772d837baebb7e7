import { z } from 'zod';
import type { UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import type { UploadInParts } from '../../../storage/direct-uploads.ts';
import type { DomainEvent } from '../../../kernel/command.ts';
import { uploadOf } from './upload-ticket.ts';

const payload = z.object({
  driver: z.string(),
  authority: z.string(),
  identifier: z.string(),
  storageId: z.string(),
  uploadId: z.string(),
});

/** The fact that an upload was given up and its ticket is gone: what arrived of it has to be removed. */
export function abandonedUpload(ticket: UploadTicketRow): DomainEvent {
  const { location, uploadId } = uploadOf(ticket);
  return { kind: 'UploadAbandoned', subjectId: ticket.datasetId, payload: { ...location, uploadId } };
}

/** What an event of that kind says. */
export function readAbandonedUpload(sent: unknown): UploadInParts {
  const { uploadId, ...location } = payload.parse(sent);
  return { location, uploadId };
}
