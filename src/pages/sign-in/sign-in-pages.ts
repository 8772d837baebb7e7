/** What the pages of signing in show. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfSignInQuery } from '../../generated/page-operations.ts';
import { section } from '../frame.ts';
import type { Page } from '../page.ts';
import { fault, OF_A_FORM, postForm } from './form-parts.ts';

type Provider = PageOfSignInQuery['signInProviders'][number];

/** Path that begins the sign-in by a provider; that of Shibboleth has to be one that the proxy protects. */
function providerPath({ providerId, factoryAlias }: Provider, returnTo: string): string {
  const step = factoryAlias === 'shib' ? '/proxy' : '';
  return `/sign-in/${encodeURIComponent(providerId)}${step}?returnTo=${encodeURIComponent(returnTo)}`;
}

function passwordFields(userName?: string) {
  return [
    { name: 'userName', label: 'User name', value: userName, autocomplete: 'username' },
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
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
  { returnTo, problem, status }: { readonly returnTo: string; readonly problem?: string; readonly status?: number },
): Page {
  const builtin = providers.find(({ factoryAlias }) => factoryAlias === 'BuiltinAuthenticationProvider');
  const others = providers.filter((provider) => provider.factoryAlias !== 'BuiltinAuthenticationProvider');
  return {
    ...OF_A_FORM,
    ...(status === undefined ? {} : { status }),
    title: 'Sign in',
    main: h(
      'div',
      { class: 'heading' },
      h('h1', null, 'Sign in'),
      fault(problem),
      elsewhere(others, returnTo),
      builtin === undefined
        ? null
        : section(
            'password',
            builtin.title,
            postForm('/sign-in', passwordFields(), 'Sign in', { returnTo }),
            h('p', { class: 'quiet' }, h('a', { href: '/forgot-password' }, 'No password, or forgotten?')),
          ),
      providers.length === 0 ? h('p', null, 'No way to sign in is set up here at the moment.') : null,
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
export function signUpPage(facts: SignUpFacts, { problem, status }: { readonly problem?: string; readonly status?: number } = {}): Page {
  return {
    ...OF_A_FORM,
    ...(status === undefined ? {} : { status }),
    title: 'Make an account',
    main: h(
      'div',
      { class: 'heading' },
      h('h1', null, 'Make an account'),
      h('p', null, 'You are signed in at your provider, and have no account here yet.'),
      fault(problem),
      section(
        'new',
        'A new account',
        postForm(
          '/sign-up',
          [
            { name: 'userName', label: 'User name', value: facts.userName, autocomplete: 'username' },
            { name: 'firstName', label: 'Given name', value: facts.firstName, autocomplete: 'given-name' },
            { name: 'lastName', label: 'Family name', value: facts.lastName, autocomplete: 'family-name' },
            { name: 'email', label: 'E-mail address', type: 'email', value: facts.email, autocomplete: 'email' },
            { name: 'affiliation', label: 'Organisation', value: facts.affiliation, autocomplete: 'organization', optional: true },
          ],
          'Make the account',
        ),
      ),
      section(
        'link',
        'You have an account here',
        h('p', null, 'Prove it with its password. From then on your provider signs you in, and the password ends.'),
        postForm('/sign-up/link', passwordFields(), 'Link the account'),
      ),
    ),
  };
}
