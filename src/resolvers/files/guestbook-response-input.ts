import type { GuestbookResponseInput as CommandInput } from '../../domain/files/guestbooks/read-response.ts';
import type { GuestbookResponseInput } from '../generated/resolver-types.ts';

/** A response to a guestbook as commands take it. */
export function guestbookResponseOf(response: GuestbookResponseInput | null | undefined): CommandInput | undefined {
  if (!response) return undefined;
  const answers = response.answers?.map(({ questionDatabaseId, value }) => ({ questionId: questionDatabaseId, value: [...value] }));
  return { ...response, answers };
}
