import { z } from 'zod';
import type { AuthenticationProviderRecordFragment } from '../../../generated/operations.ts';
import { recordSchema } from '../../records/schema.ts';

export const authenticationProviderSchema = recordSchema('AuthenticationProvider', 'A provider of accounts. Source: users-admin.md 11.', {
  id: z.string(),
  factoryAlias: z.string().optional(),
  title: z.string().optional(),
  subtitle: z.string().optional(),
  factoryData: z.string().optional().describe('`key: value` pairs separated by `|`; secrets are shown as `********`.'),
  enabled: z.boolean(),
});
export type AuthenticationProviderRecord = z.infer<typeof authenticationProviderSchema>;

/** The record of a provider; what was not given is left out. Source: users-admin.md 11. */
export function authenticationProviderRecord(provider: AuthenticationProviderRecordFragment): AuthenticationProviderRecord {
  return {
    id: provider.providerId,
    factoryAlias: provider.factoryAlias ?? undefined,
    title: provider.title ?? undefined,
    subtitle: provider.subtitle ?? undefined,
    factoryData: provider.factoryData ?? undefined,
    enabled: provider.enabled,
  };
}

export const providerFactorySchema = recordSchema(
  'AuthenticationProviderFactory',
  'A kind of provider that can be configured. Source: users-admin.md 11.',
  { alias: z.string(), info: z.string().describe('What it is, in a sentence.') },
);
