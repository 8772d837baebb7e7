/** What the factories read from `factoryData`. Source: users-admin.md 11. */
import { z } from 'zod';
import { OAUTH2_TYPES, PROVIDER_FACTORIES, type ProviderFactory } from '../../vocabulary/sign-in.ts';
import { ruleInWords } from '../../errors/rule-in-words.ts';
import { toldOf } from '../../errors/rules/rule-of-issue.ts';
import { HIDDEN_SECRET } from './factory-data.ts';
import { type ToldRule, byRule } from '../../errors/rules/broken.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/** Secrets and claims travel to and from it. */
const address = z.string().refine(isSafeAddress, byRule('SAFE_ADDRESS'));

const word = z.string().min(1);
const secret = z.string().refine((text) => text !== HIDDEN_SECRET, byRule('SECRET_NEEDED'));
const yes = z
  .enum(['true', 'false'], 'must be true or false')
  .default('true')
  .transform((text) => text === 'true');
const scopes = z.string().refine((text) => /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text), byRule('SPACED_WORDS'));
/** A place in the answer of a service: names of keys, or places in lists, with dots between them. */
const claimPath = z.string().max(200);
const headerName = z
  .string()
  .refine((name) => /^[A-Za-z0-9-]{1,100}$/.test(name), byRule('HEADER_NAME'))
  .transform((name) => name.toLowerCase());

const oidc = z.object({
  issuer: address,
  clientId: word,
  clientSecret: secret.optional(),
  pkceEnabled: yes,
  pkceMethod: z.enum(['S256'], 'must be S256').default('S256'),
  scope: scopes.refine((text) => text.split(' ').includes('openid'), byRule('OPENID_SCOPE')).default('openid email profile'),
  /** A further `aud` of bearer tokens that counts as this server; its client id always does. */
  audience: word.optional(),
});

const oauth2 = z
  .object({
    type: z.enum(OAUTH2_TYPES, `must be one of ${OAUTH2_TYPES.join(', ')}`),
    clientId: word,
    clientSecret: secret,
    authorizationEndpoint: address.optional(),
    tokenEndpoint: address.optional(),
    userEndpoint: address.optional(),
    scope: scopes.optional(),
    userIdClaim: claimPath.optional(),
    userNameClaim: claimPath.optional(),
    givenNameClaim: claimPath.optional(),
    familyNameClaim: claimPath.optional(),
    nameClaim: claimPath.optional(),
    emailClaim: claimPath.optional(),
  })
  .refine(({ type, userEndpoint }) => type !== 'orcid' || userEndpoint !== undefined, {
    path: ['userEndpoint'],
    ...byRule('NEEDED_BY_ORCID'),
  });

/** Headers that the Shibboleth service provider in front sets; a trusted proxy alone is believed. */
const shib = z.object({
  identityProviderHeader: headerName.default('shib-identity-provider'),
  userIdHeader: headerName.default('eppn'),
  givenNameHeader: headerName.default('givenname'),
  familyNameHeader: headerName.default('sn'),
  emailHeader: headerName.default('mail'),
  affiliationHeader: headerName.default('o'),
});

const factorySchemas = {
  BuiltinAuthenticationProvider: z.object({}),
  shib,
  oauth2,
  oidc,
} satisfies Record<ProviderFactory, z.ZodType>;

export type OidcConfiguration = z.infer<typeof oidc>;
export type OAuth2Configuration = z.infer<typeof oauth2>;
export type ShibConfiguration = z.infer<typeof shib>;

/** A factory with what its provider was configured with. */
export type ProviderConfiguration =
  | { readonly factory: 'BuiltinAuthenticationProvider' }
  | ({ readonly factory: 'shib' } & ShibConfiguration)
  | ({ readonly factory: 'oauth2' } & OAuth2Configuration)
  | ({ readonly factory: 'oidc' } & OidcConfiguration);

/** Whether the text names a factory; exact case. */
export function isProviderFactory(alias: string | null | undefined): alias is ProviderFactory {
  return PROVIDER_FACTORIES.some((known) => known === alias);
}

/** A key with the rule that its value breaks; a rule without a code has words alone. */
export interface ConfigurationFault {
  readonly key: string;
  readonly told: ToldRule | { readonly message: string };
}

/** What was read of a configuration, or what is wrong with it. */
export type ConfigurationReading =
  | { readonly configuration: ProviderConfiguration }
  | { readonly configuration?: undefined; readonly faults: readonly ConfigurationFault[] };

/** Reads what a factory needs from the pairs of `factoryData`; keys that it does not know are left alone. */
export function readConfiguration(factory: ProviderFactory, pairs: Readonly<Record<string, string>>): ConfigurationReading {
  const parsed = factorySchemas[factory].safeParse(pairs, { error: ruleInWords, reportInput: true });
  if (!parsed.success) return { faults: parsed.error.issues.map((issue) => ({ key: issue.path.join('.'), told: toldOf(issue) })) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema that was chosen by the factory made the rest of it
  return { configuration: { factory, ...parsed.data } as ProviderConfiguration };
}
