import type { SignInProviders } from '../../../kernel/ports/sign-in-providers.ts';

/** Whether an account signs in by a password that is kept here, and its provider is switched on. */
export function hasBuiltinProvider(providers: SignInProviders, { providerId }: { readonly providerId: string }): boolean {
  return providers.find(providerId)?.configuration.factory === 'BuiltinAuthenticationProvider';
}
