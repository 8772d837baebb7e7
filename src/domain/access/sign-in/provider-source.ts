import type { Database } from '../../../db/client.ts';
import { type AuthenticationProviderRow, listAuthenticationProviderRows } from '../../../db/queries/access/authentication-providers.ts';
import type { SecretBox } from '../../../kernel/secret-box.ts';
import type { SignInProvider, SignInProviders } from '../../../kernel/ports/sign-in-providers.ts';
import { readFactoryData } from '../../../model/sign-in/factory-data.ts';
import { isProviderFactory, readConfiguration } from '../../../model/sign-in/provider-configuration.ts';
import { openProvider } from './sealed-provider.ts';

function factsOf(secrets: SecretBox, row: AuthenticationProviderRow): Readonly<Record<string, string>> | undefined {
  try {
    return readFactoryData(openProvider(secrets, row).factoryData ?? '');
  } catch {
    return undefined;
  }
}

/** The provider as it can be used; undefined where it is off, or its configuration is not one that this release accepts. */
function usable(secrets: SecretBox, row: AuthenticationProviderRow, onFault: (id: string) => void): SignInProvider | undefined {
  if (!row.enabled) return undefined;
  const { factoryAlias } = row;
  const facts = factsOf(secrets, row);
  const read = isProviderFactory(factoryAlias) && facts !== undefined ? readConfiguration(factoryAlias, facts) : undefined;
  if (read?.configuration === undefined) {
    onFault(row.id);
    return undefined;
  }
  return { id: row.id, title: row.title ?? row.id, subtitle: row.subtitle ?? undefined, configuration: read.configuration };
}

/**
 * Loads the providers and keeps them in this process. `onFault` hears the ids of enabled providers that cannot be used: writing one is
 * refused, so it came from outside or from another release.
 */
export async function createSignInProviders(
  { db, secrets }: { readonly db: Database; readonly secrets: SecretBox },
  onFault: (id: string) => void,
): Promise<SignInProviders> {
  let providers: ReadonlyMap<string, SignInProvider> = new Map();
  let started = 0;
  let newest = 0;
  const refresh = async (): Promise<void> => {
    const turn = ++started;
    const rows = await listAuthenticationProviderRows(db);
    // A later reading may have come back first, and knows more.
    if (turn < newest) return;
    newest = turn;
    providers = new Map(rows.flatMap((row) => usable(secrets, row, onFault) ?? []).map((provider) => [provider.id, provider]));
  };
  await refresh();
  return { enabled: () => [...providers.values()], find: (id) => providers.get(id), refresh };
}
