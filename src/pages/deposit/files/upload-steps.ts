/** What the script of the page of files asks for: uploads in parts, which are resumed and compared. */
import { errorCatalog } from '../../../errors/catalog.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  PageAbortUploadDocument,
  PageAddUploadedFilesDocument,
  PageBeginUploadDocument,
  PageOfUploadDocument,
  PageSendPartDocument,
} from '../../../generated/page-operations.ts';
import { discardBody } from '../../../rest-compat/discard-body.ts';
import { sentBytes } from '../../../rest-compat/sent-bytes.ts';
import { messagesOf } from '../../messages/messages.ts';
import type { DepositAnswer, DepositAnswerer } from '../deposit-call.ts';
import { valueOf } from '../form-values.ts';
import { factsIn, newFileInput } from './file-fields.ts';
import { refusalIn } from '../../refusal-in.ts';
import { toldInText } from '../../told.ts';
import { toldRefusal } from '../../told-refusal.ts';

/** A part is sent anew from its beginning, so they are small; larger files have fewer than 5,000 larger ones. */
const PART_BYTES = 8 * 1024 * 1024;
const MOST_PARTS = 5000;

function refusal(error: unknown): DepositAnswer {
  if (!(error instanceof DomainError)) throw error;
  const { status } = errorCatalog[error.code];
  if (status >= 500 && error.code !== 'SERVICE_UNAVAILABLE') throw error;
  return { status, json: { code: error.code, message: toldInText(toldRefusal(error)) } };
}

/** Answers with JSON, refusals too. */
function answering(answer: (call: Parameters<DepositAnswerer>[0]) => Promise<unknown>): DepositAnswerer {
  return async (call) => {
    try {
      return { status: 200, json: await answer(call) };
    } catch (error) {
      // Of a part that is refused, the rest is in the way of the answer.
      discardBody(call.request);
      return refusal(error);
    }
  };
}

export const beginUpload = answering(async ({ form, run }) => {
  const sizeBytes = Number(valueOf(form, 'size'));
  const partSizeBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / MOST_PARTS));
  const dataset = { persistentId: valueOf(form, 'persistentId') };
  return (await run(PageBeginUploadDocument, { input: { dataset, sizeBytes, partSizeBytes } })).beginUpload.upload;
});

export const uploadState = answering(async ({ query, run }) => {
  const { directUpload } = await run(PageOfUploadDocument, { id: query['id'] ?? '' });
  if (directUpload === null) throw new DomainError('UPLOAD_NOT_FOUND', 'There is no such upload.');
  return directUpload;
});

/** Takes the bytes of a part as they are. */
export const sendPart = answering(async ({ request, query, run }) => {
  const { bytes, md5 } = sentBytes(request);
  const input = { upload: query['id'] ?? '', number: Number(query['number']), part: bytes, md5 };
  return (await run(PageSendPartDocument, { input })).sendUploadPart;
});

/** Adds the file, if its bytes have the checksum that the browser made. */
export const addUpload = answering(async ({ form, run }) => {
  const facts = newFileInput(factsIn((name) => form.get(name)?.[0]));
  const file = {
    storageIdentifier: valueOf(form, 'storageIdentifier'),
    fileName: valueOf(form, 'name'),
    sizeBytes: Number(valueOf(form, 'size')),
    checksum: { algorithm: 'SHA_256', value: valueOf(form, 'checksum') },
    ...facts,
  } as const;
  const { outcomes } = (
    await run(PageAddUploadedFilesDocument, { input: { dataset: { persistentId: valueOf(form, 'persistentId') }, files: [file] } })
  ).addFiles;
  const [outcome] = outcomes;
  const refused = outcome?.refusal;
  if (refused) return { code: refused.code, message: toldInText(messagesOf().shipped.refusal(refusalIn(refused))) };
  return { label: outcome?.file?.label, warning: outcome?.warning };
});

export const abortUpload = answering(
  async ({ form, run }) => (await run(PageAbortUploadDocument, { input: { upload: { id: valueOf(form, 'id') } } })).abortUpload,
);
