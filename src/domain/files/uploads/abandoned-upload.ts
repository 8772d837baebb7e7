import type { UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import type { EventOf } from '../../../kernel/events.ts';
import { uploadOf } from './upload-ticket.ts';

/** An upload was aborted and its ticket deleted: its bytes have to be removed. */
export function abandonedUpload(ticket: UploadTicketRow): EventOf<'UploadAbandoned'> {
  const { location, uploadId } = uploadOf(ticket);
  return { kind: 'UploadAbandoned', subjectId: ticket.datasetId, payload: { ...location, uploadId } };
}
