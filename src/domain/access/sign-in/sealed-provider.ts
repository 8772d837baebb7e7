import type { AuthenticationProviderRow } from '../../../db/queries/access/authentication-providers.ts';
import type { SecretBox } from '../../../kernel/secret-box.ts';

const PLACE = 'authentication_provider.factory_data';

/** A provider with its configuration in clear. @throws Error when no key opens it */
export function openProvider<Row extends AuthenticationProviderRow>(secrets: SecretBox, row: Row): Row {
  return { ...row, factoryData: row.factoryData === null ? null : secrets.open(PLACE, row.factoryData) };
}

/** A provider as it is stored. */
export function sealProvider(secrets: SecretBox, row: AuthenticationProviderRow): AuthenticationProviderRow {
  return { ...row, factoryData: row.factoryData === null ? null : secrets.seal(PLACE, row.factoryData) };
}
