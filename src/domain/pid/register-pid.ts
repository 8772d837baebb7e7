import type { Database } from '../../db/client.ts';
import { findRegistration, markRegistered, markRegistrationFailed, type Registration } from '../../db/queries/registration.ts';
import { failureText } from '../../errors/failure-text.ts';
import type { DomainServices } from '../services.ts';
import { landingPage } from './landing-page.ts';
import { persistentIdText } from './persistent-id.ts';
import type { PidProvider } from './pid-provider.ts';

export interface RegistrationScope {
  readonly db: Database;
  readonly services: Pick<DomainServices, 'pids' | 'installation'>;
  /** Whether nobody will try again after this. */
  readonly lastAttempt: boolean;
}

function requireProvider(services: RegistrationScope['services'], registration: Registration): PidProvider {
  const provider = services.pids.current();
  const sameAuthority = provider.authority.toLowerCase() === registration.authority.toLowerCase();
  if (sameAuthority && provider.protocol === registration.protocol) return provider;
  throw new Error(`No provider of this installation manages ${registration.protocol}:${registration.authority}.`);
}

/**
 * Tells the provider of a published dataset's identifier about it, and keeps on record how that went. Does nothing when
 * the identifier is registered or the dataset is gone; one that was given up is tried again, which is how an operator's
 * retry works. The publication itself is never touched.
 * @throws Error that the provider raised, after it is on record. Source: decisions.md 7, datasets.md 7.3.
 */
export async function registerPid(scope: RegistrationScope, datasetId: number): Promise<void> {
  const { db, services, lastAttempt } = scope;
  const registration = await findRegistration(db, datasetId);
  if (registration === undefined || registration.state === 'REGISTERED') return;
  const persistentId = persistentIdText(registration);
  try {
    await requireProvider(services, registration).publish({
      persistentId,
      targetUrl: landingPage(services.installation.siteUrl, persistentId),
      title: registration.title,
      publicationDate: registration.publicationDate,
    });
  } catch (error) {
    await markRegistrationFailed(db, datasetId, { error: failureText(error), lastAttempt });
    throw error;
  }
  await markRegistered(db, datasetId);
}
