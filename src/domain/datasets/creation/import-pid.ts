import { isPersistentIdTaken } from '../../../db/queries/datasets/datasets.ts';
import type { Queryable } from '../../../db/client.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { failureText } from '../../../errors/failure-text.ts';
import { normalizePersistentId, type PersistentIdParts, persistentIdText } from '../../../model/persistent-id.ts';
import { folderSegments } from '../../../storage/location-path.ts';
import type { PidProvider } from '../../../kernel/ports/pid-provider.ts';
import type { DomainServices } from '../../../kernel/services.ts';

/** An identifier that a dataset brings along. */
export interface ImportedPid {
  readonly pid: PersistentIdParts;
  /** Whether the world can resolve it already; one that is only reserved is registered when the dataset is published. */
  readonly registered: boolean;
}

const POINTER = '/persistentId';

function refused(message: string, rule: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer: POINTER, message: rule }] });
}

/** @throws DomainError BAD_USER_INPUT when there is no identifier, or it cannot be one. Source: decisions.md 33. */
function requireForm(text: string | null | undefined): string {
  const sent = text?.trim() ?? '';
  if (sent === '') {
    throw refused('The import needs a persistent identifier in the parameter pid, even if the JSON names one.', 'is missing');
  }
  const persistentId = /^[A-Za-z0-9._/:-]+$/.test(sent) ? normalizePersistentId(sent) : undefined;
  if (persistentId !== undefined) return persistentId;
  throw refused(
    `${sent} is not a persistent identifier that can be imported.`,
    'must be a DOI, a handle or a permalink with only letters, digits and . _ / : -',
  );
}

function takeApart(persistentId: string): PersistentIdParts {
  const [, protocol = '', authority = '', identifier = ''] = /^(\w+):([^/]*)\/(.*)$/.exec(persistentId) ?? [];
  if (identifier === '') {
    throw refused(`${persistentId} has no part after the authority.`, 'must have an authority, a slash and an identifier');
  }
  return {
    protocol: protocol.toLowerCase(),
    authority,
    separator: '/',
    identifier: protocol === 'doi' ? identifier.toUpperCase() : identifier,
  };
}

interface Managed {
  readonly pid: PersistentIdParts;
  readonly provider: PidProvider | undefined;
}

function managedHere(services: DomainServices, persistentId: string): Managed | undefined {
  const pid = services.pids.parse(persistentId);
  const provider = pid === undefined ? undefined : services.pids.find(pid);
  if (pid === undefined || provider === undefined) return undefined;
  const begins = pid.identifier.toLowerCase().startsWith(provider.shoulder.toLowerCase());
  return begins ? { pid, provider } : undefined;
}

/** Whether the provider knows the identifier, and has made it public. */
async function isRegistered({ pid, provider }: Managed, services: DomainServices): Promise<boolean> {
  if (provider === undefined || provider.registersAtOnce) return true;
  const known = await provider.lookup(pid).catch((error: unknown) => {
    services.log.warn(
      { err: failureText(error), persistentId: persistentIdText(pid) },
      'The provider could not be queried for an identifier.',
    );
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      `The provider of ${persistentIdText(pid)} could not be queried for the identifier; nothing was imported.`,
    );
  });
  if (known === undefined) throw refused(`The provider does not know ${persistentIdText(pid)}.`, 'must be known to its provider');
  return known.state !== 'draft';
}

/** @throws DomainError PERSISTENT_ID_TAKEN. Source: decisions.md 25. */
export async function requireFree(db: Queryable, pid: PersistentIdParts): Promise<void> {
  if (!(await isPersistentIdTaken(db, persistentIdText(pid)))) return;
  throw new DomainError('PERSISTENT_ID_TAKEN', `A dataset with the persistent identifier ${persistentIdText(pid)} already exists here.`, {
    problems: [{ pointer: POINTER, message: 'belongs to another dataset' }],
  });
}

/**
 * Which party must manage an identifier: this installation, whether the import or the description of a study names it, or any party.
 * Source: datasets.md 4.2, 4.4.
 */
export type WhoManages = 'here' | 'here, as described' | 'any party';

/**
 * Checks the identifier that a dataset is to be imported with: its form, who manages it, that it is free, and that its provider
 * knows it, which may mean to ask a service.
 * @throws DomainError BAD_USER_INPUT | PERSISTENT_ID_NOT_MANAGED | PERSISTENT_ID_TAKEN | SERVICE_UNAVAILABLE. Source: datasets.md 4.2.
 */
export async function examinePid(
  { db, services }: { readonly db: Queryable; readonly services: DomainServices },
  sent: string | null | undefined,
  manages: WhoManages = 'here',
): Promise<ImportedPid> {
  const persistentId = requireForm(sent);
  const managed =
    managedHere(services, persistentId) ?? (manages === 'any party' ? { pid: takeApart(persistentId), provider: undefined } : undefined);
  if (managed === undefined) {
    const begins = beginning(services.pids.current());
    const message = `${persistentId} does not match the persistent identifiers of this server, which begin with ${begins}.`;
    const problems = [{ pointer: POINTER, message: 'must be managed by this installation' }];
    throw new DomainError(manages === 'here' ? 'BAD_USER_INPUT' : 'PERSISTENT_ID_NOT_MANAGED', message, { problems });
  }
  // The folder of its files is named after it.
  folderSegments(managed.pid);
  await requireFree(db, managed.pid);
  return { pid: managed.pid, registered: await isRegistered(managed, services) };
}

function beginning({ protocol, authority, separator, shoulder }: PidProvider): string {
  return `${protocol}:${authority}${separator}${shoulder}`;
}
