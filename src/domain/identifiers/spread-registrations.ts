import type { Database } from '../../db/client.ts';
import { markFileRegistrationsDue } from '../../db/queries/identifiers/file-registration.ts';
import { markRegistrationsDue } from '../../db/queries/identifiers/registration.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { storePatientEvents } from '../../kernel/store-event.ts';
import { registrationWalk } from './registration-commands.ts';

/** Datasets of one transaction, so that none of them is held for long. */
const BATCH = 500;

/** Marks all datasets for an update at their provider, batch by batch. Repeated from the start after a crash, which only costs requests. */
export async function spreadRegistrations(db: Database, services: Pick<DomainServices, 'pids'>, publishedOnly: boolean): Promise<void> {
  const walk = await registrationWalk(db, services, publishedOnly);
  let after: number | undefined = 0;
  while (after !== undefined) {
    const from: number = after;
    after = await db.transaction(async (tx) => {
      const ids = await markRegistrationsDue(tx, walk, { after: from, limit: BATCH });
      await storePatientEvents(tx, 'PidRecordChanged', ids);
      await storePatientEvents(tx, 'FilePidRecordsChanged', await markFileRegistrationsDue(tx, ids));
      return ids.length < BATCH ? undefined : ids.at(-1);
    });
  }
}
