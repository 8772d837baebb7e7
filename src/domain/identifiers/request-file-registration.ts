import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { listFilePids, markFileRegistrationsDue } from '../../db/queries/identifiers/file-registration.ts';
import type { Scope } from '../../kernel/command.ts';
import type { PersistentIdParts } from '../../model/persistent-id.ts';

/** Identifiers that one event names. */
const BATCH = 100;

type RequestingScope = Pick<Scope, 'tx' | 'services' | 'emit'>;
type Registered = PersistentIdParts & Pick<DatasetWithGrants, 'id'>;

function isOutside({ services }: RequestingScope, dataset: Registered): boolean {
  return services.pids.find(dataset)?.registersAtOnce === false;
}

/** Has the provider of the identifiers of a dataset's files told of them once more, with the transaction of the change. */
export async function requestFileRegistrations(scope: RequestingScope, dataset: Registered): Promise<void> {
  if (!isOutside(scope, dataset)) return;
  const [due] = await markFileRegistrationsDue(scope.tx, [dataset.id]);
  if (due !== undefined) scope.emit({ kind: 'FilePidRecordsChanged', subjectId: dataset.id, payload: {} });
}

/** Has the provider told that the files of a dataset are gone for good; before they are. */
export async function requestFileAbandonments(scope: RequestingScope, dataset: Registered): Promise<void> {
  if (!isOutside(scope, dataset)) return;
  const persistentIds = await listFilePids(scope.tx, dataset.id);
  for (let start = 0; start < persistentIds.length; start += BATCH) {
    scope.emit({ kind: 'FilePidsAbandoned', subjectId: dataset.id, payload: { persistentIds: persistentIds.slice(start, start + BATCH) } });
  }
}
