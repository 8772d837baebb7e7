import * as oidc from 'openid-client';
import { DomainError } from '../../errors/domain-error.ts';
import { unavailable } from './oidc-issuers.ts';

/** The refusal for what went wrong on the way back from a provider. Texts of the provider are left to the log: they are for its operator. */
export function refusedSignIn(cause: unknown): DomainError {
  if (cause instanceof DomainError) return cause;
  const named = cause instanceof oidc.AuthorizationResponseError || cause instanceof oidc.ResponseBodyError;
  // A fault of the provider, which may be over at the next attempt.
  if (cause instanceof oidc.ResponseBodyError && cause.status >= 500) return unavailable(cause);
  if (!(cause instanceof oidc.ClientError) && !named) return unavailable(cause);
  const code = named && /^[\w-]{1,50}$/.test(cause.error) ? ` (${cause.error})` : '';
  return new DomainError('SIGN_IN_REFUSED', `The authentication provider did not complete the sign-in${code}.`, { cause });
}

/** Where a browser came back to, with what the provider gave it. */
export function callbackOf(redirectUri: string, parameters: string): URL {
  const url = new URL(redirectUri);
  url.search = parameters;
  return url;
}
