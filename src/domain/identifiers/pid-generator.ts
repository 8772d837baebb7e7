/** Which provider the identifier of a dataset is to come from. Source: datasets.md 12.3. */
import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../db/queries/datasets/datasets.ts';
import { findPidGenerator } from '../../db/queries/identifiers/exchange.ts';
import type { Queryable } from '../../db/client.ts';
import { excerpt } from '../../errors/problem-list.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import type { PidProvider } from '../../kernel/ports/pid-provider.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { loadDataset, lockDataset } from '../subjects/dataset-subject.ts';

type Services = Pick<DomainServices, 'pids'>;

function findGenerator({ pids }: Services, id: string | null): PidProvider | undefined {
  return pids.generators().find((provider) => provider.id.toLowerCase() === id?.toLowerCase());
}

/** The provider that a dataset is to have: its own choice where that can still mint, else the one of new datasets. */
export async function generatorOf(db: Queryable, services: Services, datasetId: number): Promise<PidProvider> {
  return findGenerator(services, await findPidGenerator(db, datasetId)) ?? services.pids.current();
}

/** The provider that a dataset is to have an identifier of; public. */
export const viewPidGenerator = query({
  name: 'viewPidGenerator',
  subject: (scope, input: { readonly dataset: DatasetKey }) => loadDataset(scope, input.dataset),
  requires: 'Public',
  run: async ({ db, services }, { dataset }): Promise<PidProvider> => generatorOf(db, services, dataset.id),
});

/**
 * Chooses the provider that a dataset is to have an identifier of, or leaves it to the installation with null; what it has stays until it is
 * exchanged. @throws DomainError PID_PROVIDER_NOT_FOUND
 */
export const setPidGenerator = command({
  name: 'setPidGenerator',
  input: z.object({ dataset: z.custom<DatasetKey>(), provider: z.string().nullable() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async ({ tx, services, note }, { dataset }, input): Promise<PidProvider> => {
    const chosen = findGenerator(services, input.provider?.trim() ?? null);
    if (input.provider !== null && chosen === undefined) {
      const ids = services.pids.generators().map(({ id }) => id);
      throw new DomainError('PID_PROVIDER_NOT_FOUND', `No provider mints identifiers here under the id ${excerpt(input.provider)}.`, {
        problems: [{ pointer: '/provider', message: `must be one of ${ids.join(', ')}` }],
      });
    }
    await updateDataset(tx, dataset.id, { pidGenerator: chosen?.id ?? null });
    note({ pidGenerator: chosen?.id ?? null });
    return chosen ?? services.pids.current();
  },
});
