/** Who is asked to answer a guestbook, and when. Source: users-admin.md 18.7. Reasons: docs/adr/0077-guestbooks.md, 0090-guestbooks-at-requests.md */
import { DomainError } from '../../../errors/domain-error.ts';
import { type Actor, holdsPermission } from '../../../kernel/actor.ts';
import type { CommandContext } from '../../../kernel/command.ts';

type AskingContext = Pick<CommandContext, 'actor' | 'services'>;

/** The facts of a dataset that decide when its guestbook is answered. */
interface AskingDataset {
  /** Its own choice; null for what the installation says. */
  readonly guestbookAtRequest: boolean | null;
}

/** The facts of a file that decide whether something is asked. */
export interface AskingFile extends AskingDataset {
  /** Whether a released version holds the file. */
  readonly released: boolean;
  /** The guestbook of its dataset, if it is in use. */
  readonly askedGuestbookId: number | null;
  readonly datasetGranted: number;
}

/** Whether a guestbook is answered when access to restricted files is requested, in place of at downloads. */
export function isAskedAtRequest({ services }: Pick<CommandContext, 'services'>, { guestbookAtRequest }: AskingDataset): boolean {
  return guestbookAtRequest ?? services.settings.get(':GuestbookAtRequest') === true;
}

/** Whether the actor has nothing to answer, as those who may edit the dataset. */
export function isExempt(actor: Actor, { datasetGranted }: Pick<AskingFile, 'datasetGranted'>): boolean {
  return holdsPermission(actor, datasetGranted, 'EditDataset');
}

/** The guestbook that the actor has to answer to download a file; null for those who may edit the dataset, and for unpublished files. */
export function guestbookToAnswer(context: AskingContext, file: AskingFile): number | null {
  if (!file.released || file.askedGuestbookId === null || isAskedAtRequest(context, file)) return null;
  return isExempt(context.actor, file) ? null : file.askedGuestbookId;
}

/** Refuses downloads of those who have a guestbook to answer. @throws DomainError GUESTBOOK_RESPONSE_REQUIRED */
export function refuseUnanswered(context: AskingContext, files: readonly AskingFile[]): void {
  const asked = new Set(files.map((file) => guestbookToAnswer(context, file)).filter((id) => id !== null));
  if (asked.size === 0) return;
  const ids = [...asked].join(', ');
  throw new DomainError(
    'GUESTBOOK_RESPONSE_REQUIRED',
    `You must respond to the guestbook ${ids} to download this: send the request by POST with a guestbookResponse in its body.`,
    { problems: [...asked].map((id) => ({ pointer: '/guestbookResponse', message: `is missing: a response to the guestbook ${id}` })) },
  );
}

/** The refusal of who has sent no response to a guestbook. */
export function responseMissing(guestbookId: number, purpose: string): DomainError {
  return new DomainError('GUESTBOOK_RESPONSE_REQUIRED', `You must respond to the guestbook ${guestbookId} to ${purpose}.`, {
    problems: [{ pointer: '/response', message: `is missing: a response to the guestbook ${guestbookId}` }],
  });
}
