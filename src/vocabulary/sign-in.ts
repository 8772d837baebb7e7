/** Words about how people and programs sign in. */

/** Parts of the server that the operator switches on. Source: users-admin.md 3.5, 3.6, 18.1. */
export const FEATURE_FLAGS = [
  'api-session-auth',
  'api-bearer-auth',
  'api-bearer-auth-provide-missing-claims',
  'api-bearer-auth-handle-tos-acceptance-in-idp',
  'api-bearer-auth-use-shib-user-on-id-match',
  'api-bearer-auth-use-oauth-user-on-id-match',
  'api-bearer-auth-use-builtin-user-on-id-match',
] as const;
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/** Kinds of authentication provider that can be configured. Source: users-admin.md 11. */
export const PROVIDER_FACTORIES = ['BuiltinAuthenticationProvider', 'shib', 'oauth2', 'oidc'] as const;
export type ProviderFactory = (typeof PROVIDER_FACTORIES)[number];

/** Services whose OAuth 2 dialects are known. Source: users-admin.md 11. */
export const OAUTH2_TYPES = ['github', 'google', 'orcid', 'microsoft'] as const;
export type OAuth2Type = (typeof OAUTH2_TYPES)[number];

/** What can be wrong with a password, in the order in which it is told. Source: users-admin.md 8.3. */
export const PASSWORD_FAULTS = [
  'TOO_SHORT',
  'TOO_LONG',
  'INSUFFICIENT_UPPERCASE',
  'INSUFFICIENT_LOWERCASE',
  'INSUFFICIENT_DIGIT',
  'INSUFFICIENT_SPECIAL',
  'INSUFFICIENT_ALPHABETICAL',
  'INSUFFICIENT_CHARACTERISTICS',
  'ILLEGAL_MATCH',
  'ILLEGAL_WORD',
  'NO_GOODSTRENGTH',
] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];
