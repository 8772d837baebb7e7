/** Who is asked to answer a guestbook before a download. Source: users-admin.md 18.7. Reasons: docs/adr/0077-guestbooks.md */
import { DomainError } from '../../../errors/domain-error.ts';
import { type Actor, holdsPermission } from '../../../kernel/actor.ts';

/** The facts of a file that decide whether something is asked. */
export interface AskingFile {
  /** Whether a released version holds the file. */
  readonly released: boolean;
  /** The guestbook of its dataset, if it is in use. */
  readonly askedGuestbookId: number | null;
  readonly datasetGranted: number;
}

/** The guestbook that the actor has to answer to download a file; null for those who may edit the dataset, and for unpublished files. */
export function guestbookToAnswer(actor: Actor, { released, askedGuestbookId, datasetGranted }: AskingFile): number | null {
  if (!released || askedGuestbookId === null) return null;
  return holdsPermission(actor, datasetGranted, 'EditDataset') ? null : askedGuestbookId;
}

/** Refuses downloads of those who have a guestbook to answer. @throws DomainError GUESTBOOK_RESPONSE_REQUIRED */
export function refuseUnanswered(actor: Actor, files: readonly AskingFile[]): void {
  const asked = new Set(files.map((file) => guestbookToAnswer(actor, file)).filter((id) => id !== null));
  if (asked.size === 0) return;
  const ids = [...asked].join(', ');
  throw new DomainError(
    'GUESTBOOK_RESPONSE_REQUIRED',
    `You must respond to the guestbook ${ids} to download this: send the request by POST with a guestbookResponse in its body.`,
    { problems: [...asked].map((id) => ({ pointer: '/guestbookResponse', message: `is missing: a response to the guestbook ${id}` })) },
  );
}
