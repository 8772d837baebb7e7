/** What an operator asks about persistent identifiers and those who give them their meaning. Source: datasets.md 14.1. */
import { isPersistentIdTaken } from '../../db/queries/datasets/datasets.ts';
import { listUnreservedDatasets, type UnreservedDataset } from '../../db/queries/identifiers/registration.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { failureText } from '../../errors/failure-text.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { landingPage } from '../../model/landing-page.ts';
import { normalizePersistentId, type PersistentIdParts, persistentIdText } from '../../model/persistent-id.ts';
import type { KnownPid, PidProvider } from '../../kernel/ports/pid-provider.ts';
import { registrationWalk } from './registration-commands.ts';

/** An identifier and what its provider knows of it. */
export interface LookedUpPid extends KnownPid {
  readonly pid: PersistentIdParts;
  readonly provider: PidProvider;
}

function refused(message: string, rule: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer: '/persistentId', message: rule }] });
}

/** What the provider says; without an outside service an identifier is known when something here has it. */
async function askProvider(
  context: Pick<CommandContext, 'db' | 'services'>,
  provider: PidProvider,
  pid: PersistentIdParts,
): Promise<KnownPid | undefined> {
  const persistentId = persistentIdText(pid);
  const { installation, log } = context.services;
  if (provider.registersAtOnce) {
    const isTaken = await isPersistentIdTaken(context.db, persistentId);
    return isTaken ? { state: 'registered', targetUrl: landingPage(installation.siteUrl, persistentId) } : undefined;
  }
  return provider.lookup(pid).catch((error: unknown) => {
    log.warn({ err: failureText(error), persistentId }, 'The provider could not be queried for an identifier.');
    throw new DomainError('SERVICE_UNAVAILABLE', `The provider of ${persistentId} could not be queried; try again later.`);
  });
}

/**
 * Asks the provider of an identifier what it knows of it.
 * @throws DomainError BAD_USER_INPUT | PERSISTENT_ID_NOT_FOUND | SERVICE_UNAVAILABLE
 */
export const lookUpIdentifier = query({
  name: 'lookUpIdentifier',
  subject: noSubject,
  requires: 'Superuser',
  run: async (context, _subject, { persistentId }: { readonly persistentId: string }): Promise<LookedUpPid> => {
    const { pids } = context.services;
    const normalized = normalizePersistentId(persistentId);
    if (normalized === undefined) {
      throw refused(`${persistentId} is not a persistent identifier.`, 'must be a DOI, a handle or a permalink');
    }
    const pid = pids.parse(normalized);
    const provider = pid === undefined ? undefined : pids.find(pid);
    if (pid === undefined || provider === undefined) {
      throw refused(`No provider of this installation manages ${normalized}.`, 'must be managed by this installation');
    }
    const known = await askProvider(context, provider, pid);
    if (known === undefined) throw new DomainError('PERSISTENT_ID_NOT_FOUND', `The provider does not know ${persistentIdText(pid)}.`);
    return { ...known, pid, provider };
  },
});

/** The providers whose identifiers this installation manages, the one of new datasets first. */
export const listPidProviders = query({
  name: 'listPidProviders',
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ services }): Promise<readonly PidProvider[]> => services.pids.all(),
});

/** The datasets whose identifiers are not yet registered at an external provider, by id; reserving and publishing register them. */
export const listUnreserved = query({
  name: 'listUnreserved',
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ db, services }): Promise<readonly UnreservedDataset[]> => {
    const { providers } = await registrationWalk(db, services, false);
    return listUnreservedDatasets(db, providers);
  },
});
