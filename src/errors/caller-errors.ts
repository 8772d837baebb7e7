/** Codes about who is calling, and about signing in. */
import type { CatalogEntry } from './catalog-entry.ts';

export const callerErrors = {
  INVALID_API_TOKEN: { status: 401, when: 'A token was sent, but it is unknown, expired, disabled or malformed.' },
  AUTHENTICATION_REQUIRED: { status: 401, when: 'The operation needs a logged-in user and the caller is a guest.' },
  PERMISSION_DENIED: { status: 401, when: 'The caller lacks a permission that the operation requires.' },
  SUPERUSER_REQUIRED: { status: 403, when: 'The operation is for superusers, and the caller is not one.' },
  ADMIN_API_REFUSED: { status: 403, when: 'The administrative gate of this installation refuses the caller.' },
  ENDPOINT_BLOCKED: { status: 503, when: 'The operator has closed the endpoint to the caller; only REST paths can be closed.' },
  TOKEN_SCOPE_EXCEEDED: {
    status: 403,
    when: 'The named token lacks the scope that the operation needs, or is confined to a collection that the operation is outside of.',
  },
  BUILTIN_USERS_DISABLED: { status: 503, when: 'The built-in users key is not set, so accounts cannot be created with it.' },
  BUILTIN_USERS_KEY_INVALID: { status: 401, when: 'The built-in users key is missing or wrong.' },
  INVALID_CREDENTIALS: { status: 400, when: 'The user name is unknown or the password is wrong.' },
  PASSWORD_MISSING: { status: 400, when: 'The account has no password of this server: its authentication provider signs it in.' },
  API_TOKEN_LOOKUP_DISABLED: { status: 403, when: 'Token lookup by password is switched off.' },
  BEARER_TOKEN_INVALID: { status: 401, when: 'A bearer token was sent that no authentication provider of this installation accepts.' },
  BEARER_ACCOUNT_MISSING: {
    status: 403,
    when: 'The bearer token is good, and its owner has no account here yet: it has to be registered.',
  },
  BEARER_REGISTRATION_OFF: { status: 400, when: 'Registration with a bearer token, but this installation takes no bearer tokens.' },
  ACCOUNT_EXISTS: { status: 403, when: 'The user of the provider has an account already.' },
  SIGN_IN_REFUSED: { status: 400, when: 'The sign-in was not completed: the provider refused it, or it is not the one that was begun.' },
  SIGN_IN_LIMITED: { status: 429, when: 'Too many attempts to sign in to the account, or from the address, did not succeed lately.' },
  PASSWORD_RESET_NOT_FOUND: { status: 404, when: 'The link for a new password was used already, is too old, or was never given.' },
  SESSION_MISSING: { status: 400, when: 'The request comes from no browser session that could be ended.' },
  SIGN_IN_TICKET_INVALID: { status: 400, when: 'The sign-in that was begun has expired, or is not known here: begin anew.' },
  DEVICE_SIGN_IN_PENDING: { status: 400, when: 'The user of the program has not decided yet whether to let it in: ask again later.' },
  DEVICE_SIGN_IN_TOO_SOON: {
    status: 400,
    when: 'The user of the program has not decided yet, and the program asks more often than it was told: wait 5 seconds longer from now on.',
  },
  DEVICE_SIGN_IN_REFUSED: { status: 400, when: 'The user of the program has refused to let it in.' },
  DEVICE_SIGN_IN_ENDED: { status: 400, when: 'The sign-in of a program is unknown, was used, or its time is over: begin anew.' },
  DEVICE_CODE_NOT_FOUND: { status: 404, when: 'No program waits for its user with this code.' },
  AUTHENTICATION_PROVIDER_NOT_FOUND: { status: 404, when: 'No authentication provider has this id.' },
  AUTHENTICATION_PROVIDER_FACTORY_NOT_FOUND: {
    status: 404,
    when: 'The authentication provider names a factory that this server does not have, so it cannot be enabled.',
  },
  SIGNED_URL_INVALID: { status: 401, when: 'A signed URL was altered, is for another purpose, or has expired.' },
  RATE_LIMITED: {
    status: 429,
    when: 'The caller has exceeded the rate limit of this operation.',
  },
  TOO_MANY_SUBSCRIPTIONS: {
    status: 429,
    when: 'The account, the address or the server has as many subscriptions and open streams as are allowed; end one, or retry later.',
  },
} as const satisfies Record<string, CatalogEntry>;
