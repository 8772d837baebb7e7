import { query } from '../../../kernel/command.ts';
import { describeUpload, type DirectUpload } from './describe-upload.ts';
import { loadUpload, type UploadKey } from './upload-ticket.ts';

/** An upload of the actor with its received parts, from which it can be resumed. */
export const viewUpload = query({
  name: 'viewUpload',
  subject: (scope, key: UploadKey) => loadUpload(scope, key),
  requires: 'EditDataset',
  run: (context, { ticket }, _key: UploadKey): Promise<DirectUpload> => describeUpload(context, ticket),
});
