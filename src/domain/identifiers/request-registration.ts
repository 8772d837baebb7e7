import { markRegistrationDue } from '../../db/queries/identifiers/registration.ts';
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import type { Scope } from '../../kernel/command.ts';
import type { PersistentIdParts } from '../../model/persistent-id.ts';

type RegisteringScope = Pick<Scope, 'tx' | 'services' | 'emit'>;

/**
 * Has the provider of a dataset's identifier told about a change, with the transaction of that change: reserved, published, updated and
 * withdrawn alike, for what is sent is the newest state. Nothing to do where no outside service is asked, or where a registered identifier
 * is managed by another party, as that of an imported dataset can be.
 */
export async function requestRegistration(
  { tx, services, emit }: RegisteringScope,
  dataset: PersistentIdParts & Pick<DatasetWithGrants, 'id' | 'registrationState'>,
  published: boolean,
): Promise<void> {
  if (dataset.registrationState === 'REGISTERED' && services.pids.find(dataset)?.registersAtOnce !== false) return;
  await markRegistrationDue(tx, dataset.id, published);
  emit({ kind: 'PidRecordChanged', subjectId: dataset.id, payload: {} });
}

/** Requests that the provider is informed of the deletion of a dataset, if there is an external service. */
export function requestAbandonment({ services, emit }: Pick<Scope, 'services' | 'emit'>, datasetId: number, pid: PersistentIdParts): void {
  if (services.pids.find(pid)?.registersAtOnce !== false) return;
  const { protocol, authority, separator, identifier } = pid;
  emit({ kind: 'PidAbandoned', subjectId: datasetId, payload: { protocol, authority, separator, identifier } });
}
