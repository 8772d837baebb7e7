import { z } from 'zod';
import { deleteUploadTicket } from '../../../db/queries/files/upload-tickets.ts';
import { command } from '../../../kernel/command.ts';
import { abandonedUpload } from './abandoned-upload.ts';
import { loadUpload, type UploadKey, uploadNotFound } from './upload-ticket.ts';

/** Gives an upload up; what arrived of it is removed soon afterwards. The id of the upload. @throws DomainError UPLOAD_NOT_FOUND */
export const abortUpload = command({
  name: 'abortUpload',
  input: z.object({ key: z.custom<UploadKey>() }),
  subject: (scope, { key }) => loadUpload(scope, key),
  requires: 'EditDataset',
  run: async (scope, { ticket }): Promise<string> => {
    // Another one may have given it up, or made it a file, meanwhile.
    if (!(await deleteUploadTicket(scope.tx, ticket.id))) throw uploadNotFound();
    scope.emit(abandonedUpload(ticket));
    scope.note({ upload: ticket.id });
    return ticket.id;
  },
});
