import {
  countFilePids,
  findFilePidsChoice,
  listFilesWithoutPid,
  listTakenPids,
  storeFilePids,
} from '../../db/queries/identifiers/file-registration.ts';
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Scope } from '../../kernel/command.ts';
import { randomSuffix, sequenceSuffix } from './mint-identifier.ts';
import { persistentIdText } from '../../model/persistent-id.ts';
import type { PidProvider } from '../../kernel/ports/pid-provider.ts';

/** Rounds in which identifiers that turn out to be taken are generated again. */
const ROUNDS = 20;

type MintingScope = Pick<Scope, 'tx' | 'services' | 'emit' | 'note'>;
type Minted = Pick<DatasetWithGrants, 'id' | 'ownerId' | 'protocol' | 'authority' | 'separator' | 'identifier'>;

/** Whether files of a collection get persistent identifiers. Source: users-admin.md 10.4. */
async function filesGetPids({ tx, services }: MintingScope, collectionId: number): Promise<boolean> {
  return (await findFilePidsChoice(tx, collectionId)) ?? services.settings.get(':FilePIDsEnabled') ?? false;
}

/** Makes one identifier after another, in the form that the installation has chosen. Source: datasets.md 12.2. */
async function identifierMaker(scope: MintingScope, dataset: Minted, provider: PidProvider): Promise<() => Promise<string>> {
  const { settings } = scope.services;
  const fromSequence = settings.get(':IdentifierGenerationStyle') === 'storedProcGenerated';
  if (settings.get(':DataFilePIDFormat') === 'INDEPENDENT') {
    return async () => `${provider.shoulder}${fromSequence ? await sequenceSuffix(scope) : randomSuffix()}`;
  }
  let counter = fromSequence ? await countFilePids(scope.tx, dataset.id) : 0;
  return async () => `${dataset.identifier}/${fromSequence ? String((counter += 1)) : randomSuffix()}`;
}

/** Free identifiers, as many as asked for. @throws DomainError PID_NOT_MINTED */
async function freePids(scope: MintingScope, dataset: Minted, provider: PidProvider, count: number): Promise<string[]> {
  const { protocol, authority, separator } = dataset;
  const make = await identifierMaker(scope, dataset, provider);
  const free = new Map<string, string>();
  for (let round = 0; round < ROUNDS && free.size < count; round += 1) {
    const candidates = new Map<string, string>();
    for (let missing = count - free.size; missing > 0; missing -= 1) {
      const pid = persistentIdText({ protocol, authority, separator, identifier: await make() });
      candidates.set(pid.toLowerCase(), pid);
    }
    const taken = await listTakenPids(scope.tx, [...candidates.keys()]);
    for (const [key, pid] of candidates) if (!taken.has(key)) free.set(key, pid);
  }
  if (free.size < count) {
    throw new DomainError('PID_NOT_MINTED', `Not enough free identifiers for ${count} files were found in ${ROUNDS} rounds.`);
  }
  return [...free.values()];
}

/** Gives identifiers to files, and registers them through the outbox. @throws DomainError PID_NOT_MINTED */
async function givePids(scope: MintingScope, dataset: Minted, provider: PidProvider, ids: readonly number[]): Promise<void> {
  const pids = await freePids(scope, dataset, provider, ids.length);
  const given = ids.flatMap((id, position) => {
    const persistentId = pids[position];
    return persistentId === undefined ? [] : { id, persistentId };
  });
  await storeFilePids(scope.tx, dataset.id, given, provider.registersAtOnce);
  scope.note({ filePids: given.length });
  if (!provider.registersAtOnce) scope.emit({ kind: 'FilePidRecordsChanged', subjectId: dataset.id, payload: {} });
}

/** Who manages the identifiers of a dataset's files; undefined where that is another party, and where files get none. */
async function findFilePidProvider(scope: MintingScope, dataset: Minted): Promise<PidProvider | undefined> {
  const provider = scope.services.pids.find(dataset);
  return provider !== undefined && (await filesGetPids(scope, dataset.ownerId)) ? provider : undefined;
}

/**
 * Gives the files of a draft their persistent identifiers when it is published, where the collection wants that. Files keep identifiers
 * that they have. Does nothing for a dataset whose own identifier is managed by another party.
 * @throws DomainError PID_NOT_MINTED. Source: datasets.md 7.3, 12.2.
 */
export async function mintFilePids(scope: MintingScope, dataset: Minted): Promise<void> {
  const provider = await findFilePidProvider(scope, dataset);
  if (provider === undefined) return;
  const ids = await listFilesWithoutPid(scope.tx, dataset.id);
  if (ids.length > 0) await givePids(scope, dataset, provider, ids);
}

/** Gives one file its persistent identifier, published or not. @throws DomainError REGISTRATION_REFUSED | PID_NOT_MINTED */
export async function mintFilePid(scope: MintingScope, dataset: Minted, fileId: number): Promise<void> {
  const provider = await findFilePidProvider(scope, dataset);
  if (provider === undefined) {
    throw new DomainError('REGISTRATION_REFUSED', 'Files of this collection get no persistent identifiers.');
  }
  await givePids(scope, dataset, provider, [fileId]);
}
