import { afterwards } from '../../kernel/subscribers.ts';
import { abandonPid, giveBackPid } from './abandon-pid.ts';
import { announceGivenUp } from './announce-given-up.ts';
import { fileLandingPage } from '../../model/landing-page.ts';
import { spreadRegistrations } from './spread-registrations.ts';
import { syncFileRegistrations } from './sync-file-registrations.ts';
import { syncRegistration } from './sync-registration.ts';

/** Subscribers that inform the providers of identifiers. */
export const subscribers = [
  afterwards('PidRecordChanged', async (scope, { subjectId }) => {
    try {
      await syncRegistration(scope, subjectId);
    } catch (error) {
      const { db, commandServices: services } = scope;
      if (scope.lastAttempt && services !== undefined) await announceGivenUp({ db, services }, subjectId);
      throw error;
    }
  }),
  afterwards('PidAbandoned', ({ services }, { payload }) => abandonPid(services, payload)),
  afterwards('PersistentIdReplaced', ({ services }, { payload }) => giveBackPid(services, payload)),
  afterwards('AllPidRecordsChanged', ({ db, services }, { payload }) => spreadRegistrations(db, services, payload.publishedOnly)),
  afterwards('FilePidRecordsChanged', (scope, { subjectId }) => syncFileRegistrations(scope, subjectId)),
  afterwards('FilePidsAbandoned', async ({ services }, { payload }) => {
    for (const persistentId of payload.persistentIds) {
      const pid = services.pids.parse(persistentId);
      if (pid !== undefined) await abandonPid(services, pid, fileLandingPage);
    }
  }),
];
