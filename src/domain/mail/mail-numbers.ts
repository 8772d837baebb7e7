import type { Database } from '../../db/client.ts';
import { countMail, type MailNumbers } from '../../db/queries/mail/outgoing-mail.ts';

/** How mail stands, in numbers for an alarm. */
export function readMailNumbers(db: Database): Promise<MailNumbers> {
  return countMail(db);
}
