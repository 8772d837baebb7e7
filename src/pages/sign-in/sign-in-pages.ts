/** What the pages of signing in show. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfSignInQuery } from '../../generated/page-operations.ts';
import { section } from '../frame.ts';
import type { Page } from '../page.ts';
import { fault, OF_A_FORM, postForm } from './form-parts.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Told } from '../told.ts';

type Provider = PageOfSignInQuery['signInProviders'][number];

/** Path that begins the sign-in by a provider; that of Shibboleth has to be one that the proxy protects. */
function providerPath({ providerId, factoryAlias }: Provider, returnTo: string): string {
  const step = factoryAlias === 'shib' ? '/proxy' : '';
  return `/sign-in/${encodeURIComponent(providerId)}${step}?returnTo=${encodeURIComponent(returnTo)}`;
}

function passwordFields(userName?: string) {
  const words = messagesOf().account;
  return [
    { name: 'userName', label: words.userName, value: userName, autocomplete: 'username' },
    { name: 'password', label: words.password, type: 'password', autocomplete: 'current-password' },
  ] as const;
}

function elsewhere(providers: readonly Provider[], returnTo: string): ComponentChildren {
  if (providers.length === 0) return null;
  return h(
    'ul',
    { class: 'list' },
    providers.map((provider) =>
      h(
        'li',
        null,
        h('a', { href: providerPath(provider, returnTo), class: 'button', dir: 'auto' }, provider.title),
        provider.subtitle === null ? null : h('p', { class: 'quiet', dir: 'auto' }, provider.subtitle),
      ),
    ),
  );
}

/** Where one chooses how to sign in. */
export function signInPage(
  providers: readonly Provider[],
  { returnTo, problem, status }: { readonly returnTo: string; readonly problem?: Told; readonly status?: number },
): Page {
  const words = messagesOf().account;
  const builtin = providers.find(({ factoryAlias }) => factoryAlias === 'BuiltinAuthenticationProvider');
  const others = providers.filter((provider) => provider.factoryAlias !== 'BuiltinAuthenticationProvider');
  return {
    ...OF_A_FORM,
    ...(status === undefined ? {} : { status }),
    title: words.signIn,
    main: h(
      'div',
      { class: 'heading' },
      h('h1', null, words.signIn),
      fault(problem),
      elsewhere(others, returnTo),
      builtin === undefined
        ? null
        : section(
            'password',
            builtin.title,
            postForm('/sign-in', passwordFields(), words.signIn, { returnTo }),
            h('p', { class: 'quiet' }, h('a', { href: '/forgot-password' }, words.forgotten)),
          ),
      providers.length === 0 ? h('p', null, words.noProvider) : null,
    ),
  };
}

/** What is known of a person without an account. */
export interface SignUpFacts {
  readonly userName?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly affiliation?: string | null;
}

/** Where a person whom a provider knows creates an account, or links an existing one. */
export function signUpPage(facts: SignUpFacts, { problem, status }: { readonly problem?: Told; readonly status?: number } = {}): Page {
  const words = messagesOf().account;
  const { signUp } = words;
  return {
    ...OF_A_FORM,
    ...(status === undefined ? {} : { status }),
    title: signUp.title,
    main: h(
      'div',
      { class: 'heading' },
      h('h1', null, signUp.title),
      h('p', null, signUp.text),
      fault(problem),
      section(
        'new',
        signUp.newHeading,
        postForm(
          '/sign-up',
          [
            { name: 'userName', label: words.userName, value: facts.userName, autocomplete: 'username' },
            { name: 'firstName', label: signUp.givenName, value: facts.firstName, autocomplete: 'given-name' },
            { name: 'lastName', label: signUp.familyName, value: facts.lastName, autocomplete: 'family-name' },
            { name: 'email', label: signUp.email, type: 'email', value: facts.email, autocomplete: 'email' },
            { name: 'affiliation', label: signUp.organisation, value: facts.affiliation, autocomplete: 'organization', optional: true },
          ],
          signUp.make,
        ),
      ),
      section('link', signUp.linkHeading, h('p', null, signUp.linkText), postForm('/sign-up/link', passwordFields(), signUp.link)),
    ),
  };
}
