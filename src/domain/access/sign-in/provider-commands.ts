import { z } from 'zod';
import {
  type AuthenticationProviderRow,
  deleteAuthenticationProviderRow,
  findAuthenticationProvider,
  listAuthenticationProviderRows,
  lockAuthenticationProvider,
  updateProviderEnabled,
  upsertAuthenticationProvider,
} from '../../../db/queries/access/authentication-providers.ts';
import { notifyCaches } from '../../../db/queries/installation/cache-notices.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { command, query, type Scope } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { line } from '../../../model/text-limits.ts';
import { hideSecrets, readFactoryData, restoreSecrets } from '../../../model/sign-in/factory-data.ts';
import { type ConfigurationFault, isProviderFactory, readConfiguration } from '../../../model/sign-in/provider-configuration.ts';
import { PROVIDER_FACTORIES } from '../../../vocabulary/sign-in.ts';
import { openProvider, sealProvider } from './sealed-provider.ts';
import { broken, brokenBy, byRule } from '../../../errors/rules/broken.ts';

/** A provider as it is shown: without its secrets. */
export type ShownProvider = AuthenticationProviderRow;

function shown(row: AuthenticationProviderRow): ShownProvider {
  return { ...row, factoryData: row.factoryData === null ? null : hideSecrets(row.factoryData) };
}

function notFound(id: string): DomainError {
  return new DomainError('AUTHENTICATION_PROVIDER_NOT_FOUND', `There is no authentication provider with the id '${id}'.`);
}

async function lockOpened({ tx, services }: Scope, id: string): Promise<AuthenticationProviderRow | undefined> {
  const row = await lockAuthenticationProvider(tx, id);
  return row === undefined ? undefined : openProvider(services.secrets, row);
}

function aboutKey(key: string, told: ConfigurationFault['told']): Omit<Problem, 'pointer'> {
  return 'rule' in told ? brokenBy(key, told) : { message: `${key} ${told.message}` };
}

/** What keeps a configuration from being used. */
function faultsOf(alias: string | null, factoryData: string): Problem[] {
  if (!isProviderFactory(alias)) {
    return [{ pointer: '/factoryAlias', ...broken('NOT_ONE_OF', { isMissing: false, words: PROVIDER_FACTORIES }) }];
  }
  const read = readConfiguration(alias, readFactoryData(factoryData));
  if (read.configuration !== undefined) return [];
  return read.faults.map(({ key, told }) => ({ pointer: '/factoryData', ...aboutKey(key, told) }));
}

/** Lets every process use the providers as they are now. */
async function notifyProvidersChanged(scope: Scope): Promise<void> {
  await notifyCaches(scope.tx, 'authentication-providers');
  scope.afterCommit(() => scope.services.signInProviders.refresh());
}

const factoryData = z.string().max(10_000, 'must not be longer than 10000 characters');
const providerId = line
  .refine((id) => /^[^\s/\p{C}]+$/u.test(id), byRule('PROVIDER_ID'))
  .refine((id) => /^(?!\.{1,2}$)/.test(id), byRule('PROVIDER_ID_DOTS'));

/** Adds a provider, or replaces the one with its id as a whole. Nothing but the id is looked at while it is off. */
export const putAuthenticationProvider = command({
  name: 'putAuthenticationProvider',
  input: z.object({
    providerId,
    factoryAlias: line.nullish(),
    title: line.nullish(),
    subtitle: line.nullish(),
    factoryData: factoryData.nullish(),
    enabled: z.boolean(),
  }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<ShownProvider> => {
    const { providerId: id, enabled } = input;
    const before = await lockOpened(scope, id);
    const data = input.factoryData ?? null;
    const row: AuthenticationProviderRow = {
      id,
      factoryAlias: input.factoryAlias ?? null,
      title: input.title ?? null,
      subtitle: input.subtitle ?? null,
      factoryData: data === null ? null : restoreSecrets(data, before?.factoryData ?? ''),
      enabled,
    };
    const problems = enabled ? faultsOf(row.factoryAlias, row.factoryData ?? '') : [];
    if (problems.length > 0) {
      const listed = problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
      throw new DomainError('BAD_USER_INPUT', `The provider cannot be enabled. ${listed}`, { problems });
    }
    await upsertAuthenticationProvider(scope.tx, sealProvider(scope.services.secrets, row));
    await notifyProvidersChanged(scope);
    scope.note({ provider: id, factory: row.factoryAlias, enabled, replaced: before !== undefined });
    return shown(row);
  },
});

/** A provider that was switched. */
export interface SwitchedProvider {
  readonly provider: ShownProvider;
  readonly changed: boolean;
  /** No provider is enabled now. */
  readonly noneEnabled: boolean;
}

/**
 * Switches a provider on or off. @throws DomainError AUTHENTICATION_PROVIDER_NOT_FOUND | AUTHENTICATION_PROVIDER_FACTORY_NOT_FOUND |
 * BAD_USER_INPUT when its configuration cannot be used.
 */
export const setAuthenticationProviderEnabled = command({
  name: 'setAuthenticationProviderEnabled',
  input: z.object({ providerId: z.string(), enabled: z.boolean() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { providerId: id, enabled }): Promise<SwitchedProvider> => {
    const row = await lockOpened(scope, id);
    if (row === undefined) throw notFound(id);
    if (enabled && !isProviderFactory(row.factoryAlias)) {
      const named = row.factoryAlias === null ? 'names no factory' : `names the factory '${row.factoryAlias}', which does not exist`;
      throw new DomainError('AUTHENTICATION_PROVIDER_FACTORY_NOT_FOUND', `The provider '${id}' ${named}.`);
    }
    const problems = enabled ? faultsOf(row.factoryAlias, row.factoryData ?? '') : [];
    if (problems.length > 0) {
      const listed = problems.map(({ message }) => message).join('; ');
      throw new DomainError('BAD_USER_INPUT', `The provider '${id}' cannot be enabled. factoryData: ${listed}`, { problems });
    }
    const changed = row.enabled !== enabled;
    if (changed) {
      await updateProviderEnabled(scope.tx, id, enabled);
      await notifyProvidersChanged(scope);
    }
    scope.note({ provider: id, enabled });
    const all = await listAuthenticationProviderRows(scope.tx);
    return { provider: shown({ ...row, enabled }), changed, noneEnabled: !all.some((one) => one.enabled) };
  },
});

/** Removes a provider; whether there was one. Its accounts stay, and cannot be signed in to. */
export const deleteAuthenticationProvider = command({
  name: 'deleteAuthenticationProvider',
  input: z.object({ providerId: z.string() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { providerId: id }): Promise<boolean> => {
    const deleted = await deleteAuthenticationProviderRow(scope.tx, id);
    if (deleted) await notifyProvidersChanged(scope);
    scope.note({ provider: id, deleted });
    return deleted;
  },
});

/** All providers, enabled or not, by id. */
export const listAuthenticationProviders = query({
  name: 'listAuthenticationProviders',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db, services }): Promise<ShownProvider[]> =>
    (await listAuthenticationProviderRows(db)).map((row) => shown(openProvider(services.secrets, row))),
});

/** One provider. @throws DomainError AUTHENTICATION_PROVIDER_NOT_FOUND */
export const viewAuthenticationProvider = query({
  name: 'viewAuthenticationProvider',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, id: string): Promise<ShownProvider> => {
    const row = await findAuthenticationProvider(context.db, id);
    if (row === undefined) throw notFound(id);
    return shown(openProvider(context.services.secrets, row));
  },
});

const FACTORY_INFO = {
  BuiltinAuthenticationProvider: 'Accounts of this repository, with a user name and a password.',
  shib: 'Accounts of a Shibboleth federation, by the headers of a trusted proxy.',
  oauth2: 'Accounts of an OAuth 2 service: GitHub, Google, ORCID or Microsoft.',
  oidc: 'Accounts of an OpenID Connect provider.',
} as const;

/** Kinds of provider that can be configured. */
export const listProviderFactories = query({
  name: 'listProviderFactories',
  subject: noSubject,
  requires: 'AdminGate',
  run: () => PROVIDER_FACTORIES.map((alias) => ({ alias, info: FACTORY_INFO[alias] })),
});
