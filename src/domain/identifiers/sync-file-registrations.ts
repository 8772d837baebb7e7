import {
  type DueFile,
  giveUpFileRegistrations,
  listDueFiles,
  markFileRegistered,
  markFileRegistrationFailed,
} from '../../db/queries/identifiers/file-registration.ts';
import { findRegistration, type RegisteredVersion, type Registration } from '../../db/queries/identifiers/registration.ts';
import { failureText } from '../../errors/failure-text.ts';
import { describeTombstone } from '../../formats/datacite/describe-dataset.ts';
import { describeFile } from '../../formats/datacite/describe-file.ts';
import { fileLandingPage } from '../../model/landing-page.ts';
import { splitPersistentId } from '../../model/persistent-id.ts';
import type { PidProvider, PidRecord } from '../../kernel/ports/pid-provider.ts';
import { storePatientEvents } from '../../kernel/store-event.ts';
import { describedVersion, refuseForeign, type RegistrationScope, requireProvider } from './sync-registration.ts';

/** Files of one delivery: others that wait for the provider get their turn in between. */
const BATCH = 50;

function recordOf(scope: RegistrationScope, registration: Registration, version: RegisteredVersion, file: DueFile): PidRecord {
  const { installation } = scope.services;
  const pid = splitPersistentId(file.persistentId, registration);
  if (pid === undefined) {
    throw new Error(`${file.persistentId} is not an identifier under ${registration.protocol}:${registration.authority}.`);
  }
  return {
    pid,
    targetUrl: fileLandingPage(installation.siteUrl, file.persistentId),
    metadata:
      version.state === 'DEACCESSIONED'
        ? describeTombstone(installation.name(), registration.datasetType)
        : describeFile(describedVersion(scope.services, registration, version), file),
  };
}

async function tell(provider: PidProvider, record: PidRecord, version: RegisteredVersion, file: DueFile): Promise<void> {
  if (file.registeredAt === null) await refuseForeign(provider, record);
  if (version.state === 'DEACCESSIONED') await provider.hide(record);
  else await provider.publish(record);
}

/**
 * Tells the provider of the identifiers of a dataset's files what it does not know of them yet, a batch at a time, and keeps on record
 * how that went. The publication itself is never touched. @throws Error that the provider raised, after it is on record.
 * Source: decisions.md 7, datasets.md 7.3.
 */
export async function syncFileRegistrations(scope: RegistrationScope, datasetId: number): Promise<void> {
  const { db, lastAttempt } = scope;
  const registration = await findRegistration(db, datasetId);
  if (registration === undefined || registration.version === null) return;
  const { version } = registration;
  const due = await listDueFiles(db, datasetId, BATCH);
  for (const file of due) {
    try {
      await tell(requireProvider(scope.services, registration), recordOf(scope, registration, version, file), version, file);
    } catch (error) {
      await markFileRegistrationFailed(db, file.id, failureText(error));
      if (lastAttempt) await giveUpFileRegistrations(db, datasetId);
      throw error;
    }
    await markFileRegistered(db, file);
  }
  if (due.length === BATCH) await storePatientEvents(db, 'FilePidRecordsChanged', [datasetId]);
}
