import { z } from 'zod';
import { type DatasetKey, isPersistentIdTaken } from '../../db/queries/datasets/datasets.ts';
import { insertAlternatives } from '../../db/queries/identifiers/alternatives.ts';
import { replaceIdentifier } from '../../db/queries/identifiers/exchange.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../../kernel/command.ts';
import type { PidProvider } from '../../kernel/ports/pid-provider.ts';
import { type PersistentIdParts, persistentIdText } from '../../model/persistent-id.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { claimIdentifier } from './mint-identifier.ts';
import { generatorOf } from './pid-generator.ts';

function refused(message: string): DomainError {
  return new DomainError('PID_RECONCILE_REFUSED', message);
}

/** Whether identifiers of a provider begin like one. */
function isOf({ protocol, authority, separator }: PidProvider, pid: PersistentIdParts): boolean {
  return protocol === pid.protocol && authority.toLowerCase() === pid.authority.toLowerCase() && separator === pid.separator;
}

/**
 * Gives a dataset that was never published an identifier of the provider that it is to have. It is still found by the one that it had, which
 * no other dataset gets; its provider takes that back as long as it is not public. The files stay where they are.
 * @throws DomainError PID_RECONCILE_REFUSED | PID_NOT_MINTED. Source: datasets.md 12.3.
 */
export const reconcilePersistentId = command({
  name: 'reconcilePersistentId',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  refusedUnder: 'edit',
  run: async (scope, { dataset }): Promise<{ readonly datasetId: number }> => {
    const { tx, services } = scope;
    if (dataset.publishedAt !== null) throw refused('The persistent identifier of a dataset that was published cannot be exchanged.');
    const provider = await generatorOf(tx, services, dataset.id);
    if (isOf(provider, dataset)) throw refused(`The dataset has an identifier of the provider ${provider.id} already.`);

    const pid = await claimIdentifier(
      scope,
      async (minted) => ((await isPersistentIdTaken(tx, persistentIdText(minted))) ? undefined : minted),
      provider,
    );
    await insertAlternatives(tx, dataset.id, [persistentIdText(dataset)]);
    await replaceIdentifier(tx, dataset.id, pid, provider.registersAtOnce);
    const { protocol, authority, separator, identifier } = dataset;
    scope.emit({ kind: 'PersistentIdReplaced', subjectId: dataset.id, payload: { protocol, authority, separator, identifier } });
    if (!provider.registersAtOnce) scope.emit({ kind: 'PidRecordChanged', subjectId: dataset.id, payload: {} });
    scope.note({ persistentId: persistentIdText(pid), formerPersistentId: persistentIdText(dataset) });
    return { datasetId: dataset.id };
  },
});
