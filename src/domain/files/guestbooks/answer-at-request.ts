/** Guestbooks that are answered when access to a restricted file is requested. Reasons: docs/adr/0090-guestbooks-at-requests.md */
import { insertGuestbookResponses } from '../../../db/queries/collections/guestbook-responses.ts';
import { findGuestbook } from '../../../db/queries/collections/guestbooks.ts';
import type { FileWithAccess } from '../../../db/queries/files/file-access.ts';
import type { Scope } from '../../../kernel/command.ts';
import { isAskedAtRequest, isExempt, responseMissing } from './asked-guestbook.ts';
import { knownPerson } from './known-person.ts';
import { type GuestbookResponseInput, readResponse } from './read-response.ts';

/**
 * Stores what the requester tells the guestbook of the dataset; the id of the response, null where none is asked for or, by those who are
 * exempt, given. @throws DomainError GUESTBOOK_RESPONSE_REQUIRED | BAD_USER_INPUT with every problem of the response
 */
export async function answerAtRequest(
  { tx, actor, context }: Scope,
  file: FileWithAccess,
  response: GuestbookResponseInput | null | undefined,
): Promise<number | null> {
  if (file.askedGuestbookId === null || !isAskedAtRequest(context, file)) return null;
  if (!response) {
    if (isExempt(actor, file)) return null;
    throw responseMissing(file.askedGuestbookId, 'request access to this file');
  }
  const guestbook = await findGuestbook(tx, file.askedGuestbookId);
  if (guestbook === undefined) return null;
  const read = readResponse(guestbook, response, await knownPerson(tx, actor));
  const [id] = await insertGuestbookResponses(tx, [file], read, 'AccessRequest');
  return id ?? null;
}
