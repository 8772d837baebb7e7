import type { Database } from '../../db/client.ts';
import {
  describeRegisteredFiles,
  findRegistration,
  type RegisteredVersion,
  type Registration,
} from '../../db/queries/identifiers/registration.ts';
import { markRegistered, markRegistrationFailed, markReserved } from '../../db/queries/identifiers/registration-outcomes.ts';
import { failureText } from '../../errors/failure-text.ts';
import { citationYear } from '../../model/citation-date.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { type DescribedVersion, describeDataset, describeTombstone } from '../../formats/datacite/describe-dataset.ts';
import { landingPage } from '../../model/landing-page.ts';
import { type PersistentIdParts, persistentIdText } from '../../model/persistent-id.ts';
import type { PidProvider, PidRecord } from '../../kernel/ports/pid-provider.ts';

/** Files that are described one by one. */
const DESCRIBED_FILES = 1_000;

export interface RegistrationScope {
  readonly db: Database;
  readonly services: Pick<DomainServices, 'pids' | 'installation' | 'blocks'>;
  /** Whether this is the last attempt. */
  readonly lastAttempt: boolean;
}

/** The provider that manages an identifier. @throws Error when none of this installation does. */
export function requireProvider({ pids }: Pick<RegistrationScope['services'], 'pids'>, registration: PersistentIdParts): PidProvider {
  const provider = pids.find(registration);
  if (provider !== undefined) return provider;
  throw new Error(`No provider of this installation manages ${registration.protocol}:${registration.authority}.`);
}

/** What a version says of its dataset, without its files. */
export function describedVersion(
  { installation, blocks }: RegistrationScope['services'],
  registration: Registration,
  version: RegisteredVersion,
): Omit<DescribedVersion, 'files'> {
  return {
    ...version,
    pid: registration,
    alternativePersistentIds: registration.alternativePersistentIds ?? [],
    siteUrl: installation.siteUrl,
    publisher: installation.name(),
    datasetType: registration.datasetType,
    publishedAt: registration.publishedAt,
    publicationYear: citationYear(
      { dataset: registration, version: { ...version, metadata: { value: version.metadata } } },
      blocks.current(),
    ),
  };
}

/** The newest record of a published dataset. */
async function recordOf(scope: RegistrationScope, registration: Registration, version: RegisteredVersion): Promise<PidRecord> {
  const { db, services } = scope;
  const { installation } = services;
  const targetUrl = landingPage(installation.siteUrl, persistentIdText(registration));
  if (version.state === 'DEACCESSIONED') {
    return { pid: registration, targetUrl, metadata: describeTombstone(installation.name(), registration.datasetType) };
  }
  const metadata = describeDataset({
    ...describedVersion(services, registration, version),
    files: await describeRegisteredFiles(db, registration.datasetId, version.ordinal, DESCRIBED_FILES),
  });
  return { pid: registration, targetUrl, metadata };
}

/** An identifier that this installation has not registered yet must not belong to another party. */
export async function refuseForeign(provider: PidProvider, { pid, targetUrl }: PidRecord): Promise<void> {
  const known = await provider.lookup(pid);
  if (known === undefined || known.state === 'draft' || known.targetUrl === targetUrl) return;
  throw new Error(`${persistentIdText(pid)} is already registered, with ${known.targetUrl ?? 'no target'} as its target.`);
}

async function tell(scope: RegistrationScope, registration: Registration): Promise<void> {
  const provider = requireProvider(scope.services, registration);
  const { version } = registration;
  if (version === null) {
    await provider.reserve(registration);
    return;
  }
  const record = await recordOf(scope, registration, version);
  if (registration.registeredAt === null) await refuseForeign(provider, record);
  if (version.state === 'DEACCESSIONED') await provider.hide(record);
  else await provider.publish(record);
}

/**
 * Tells the provider of a dataset's identifier the newest state of the dataset, whichever change asked for it, and keeps on record how
 * that went: a dataset that is not public has its identifier reserved, a published one is public with the metadata of its newest
 * released version, one without any released version left is hidden. Does nothing when the provider knows all that already or the
 * dataset is gone; one that was given up is tried again, which is how an operator's retry works. The publication itself is never
 * touched. @throws Error that the provider raised, after it is on record. Source: decisions.md 7, datasets.md 7.3, 12.2.
 */
export async function syncRegistration(scope: RegistrationScope, datasetId: number): Promise<void> {
  const { db, lastAttempt } = scope;
  let registration = await findRegistration(db, datasetId);
  if (registration?.state === 'REGISTERED') return;
  while (registration !== undefined) {
    try {
      await tell(scope, registration);
    } catch (error) {
      await markRegistrationFailed(db, registration, { error: failureText(error), lastAttempt });
      throw error;
    }
    if (await (registration.version === null ? markReserved : markRegistered)(db, registration)) return;
    // Something changed while the provider was told; another delivery may have told it that, and been overtaken by this one.
    registration = await findRegistration(db, datasetId);
  }
}
