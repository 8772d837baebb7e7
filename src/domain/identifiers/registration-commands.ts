import { z } from 'zod';
import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import {
  countByRegistrationState,
  countRegistrations,
  listRegistrationProviders,
  type RegistrationState,
  type RegistrationWalk,
} from '../../db/queries/identifiers/registration.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { requestFileRegistrations } from './request-file-registration.ts';
import { requestRegistration } from './request-registration.ts';

/**
 * Sends what the provider has to know of a dataset's identifier, target and metadata, once more; the dataset. The provider is told by
 * a job, so a provider that is down is no error here. With `publishedOnly` a dataset that was never published is refused.
 * @throws DomainError REGISTRATION_REFUSED. Source: datasets.md 12.3.
 */
export const updateRegistration = command({
  name: 'updateRegistration',
  input: z.object({ dataset: z.custom<DatasetKey>(), publishedOnly: z.boolean() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async (scope, { dataset }, { publishedOnly }): Promise<DatasetWithGrants> => {
    const published = dataset.publishedAt !== null;
    if (publishedOnly && !published) {
      throw new DomainError('REGISTRATION_REFUSED', 'Only a published dataset has metadata at the provider of its persistent identifier.');
    }
    await requestRegistration(scope, dataset, published);
    await requestFileRegistrations(scope, dataset);
    return dataset;
  },
});

/** The datasets whose provider is an outside service of this installation. */
export async function registrationWalk(
  db: Queryable,
  { pids }: Pick<DomainServices, 'pids'>,
  publishedOnly: boolean,
): Promise<RegistrationWalk> {
  const known = await listRegistrationProviders(db);
  const outside = known.filter((place) => pids.find({ ...place, separator: '/', identifier: '' })?.registersAtOnce === false);
  return { publishedOnly, providers: outside.map(({ protocol, authority }) => `${protocol}:${authority}`) };
}

/**
 * Has the records of all datasets sent to their providers once more, one after another and behind everything more urgent; how many
 * that are. `summarizeRegistrations` shows how far it has come. Source: datasets.md 12.3.
 */
export const updateAllRegistrations = command({
  name: 'updateAllRegistrations',
  input: z.object({ publishedOnly: z.boolean() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async (scope, _subject, { publishedOnly }): Promise<number> => {
    const count = await countRegistrations(scope.tx, await registrationWalk(scope.tx, scope.services, publishedOnly));
    scope.note({ datasets: count });
    scope.emit({ kind: 'AllPidRecordsChanged', subjectId: null, payload: { publishedOnly } });
    return count;
  },
});

/** Number of datasets in each state of registration. */
export type RegistrationSummary = Readonly<Record<Lowercase<RegistrationState>, number>>;

/** How registration stands over the whole installation. */
export const summarizeRegistrations = query({
  name: 'summarizeRegistrations',
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ db }): Promise<RegistrationSummary> => {
    const counts = await countByRegistrationState(db);
    return {
      reserved: counts.get('RESERVED') ?? 0,
      pending: counts.get('PENDING') ?? 0,
      registered: counts.get('REGISTERED') ?? 0,
      failed: counts.get('FAILED') ?? 0,
    };
  },
});
