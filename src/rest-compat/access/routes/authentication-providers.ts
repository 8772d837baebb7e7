import { z } from 'zod';
import {
  AuthenticationProviderDeleteDocument,
  AuthenticationProviderEnabledDocument,
  AuthenticationProviderEnabledSetDocument,
  type AuthenticationProviderEnabledSetMutation,
  AuthenticationProviderFactoriesDocument,
  AuthenticationProviderPutDocument,
  AuthenticationProvidersDocument,
  AuthenticationProviderViewDocument,
} from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { booleanText, flag } from '../../boolean-text.ts';
import { listOf } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';
import {
  authenticationProviderRecord,
  authenticationProviderSchema,
  providerFactorySchema,
} from '../records/authentication-provider-record.ts';

const providerBody = z.object({
  id: z.string(),
  factoryAlias: z.string().nullish(),
  title: z.string().nullish(),
  subtitle: z.string().nullish(),
  factoryData: z.string().nullish(),
  enabled: flag,
});

type Switched = AuthenticationProviderEnabledSetMutation['setAuthenticationProviderEnabled'];

function switchedMessage({ authenticationProvider: { providerId, enabled }, changed, noneEnabled }: Switched): string {
  const done = enabled ? (changed ? 'enabled' : 'already enabled') : 'disabled';
  const warning = noneEnabled ? ' No authentication provider is enabled now, so sign-in is impossible.' : '';
  return `Authentication provider '${providerId}' ${done}.${warning}`;
}

const readEnabled = {
  auth: 'admin',
  refusals: ['AUTHENTICATION_REQUIRED', 'AUTHENTICATION_PROVIDER_NOT_FOUND'],
  answer: messageAnswer,
  operation: AuthenticationProviderEnabledDocument,
  variables: ({ path }: { path: { id: string } }) => ({ providerId: path.id }),
  reply: ({ authenticationProvider }: { authenticationProvider: { enabled: boolean } }) => ({
    message: String(authenticationProvider.enabled),
  }),
} as const;

const writeEnabled = {
  auth: 'admin',
  body: { kind: 'text', schema: booleanText },
  refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT', 'AUTHENTICATION_PROVIDER_NOT_FOUND', 'AUTHENTICATION_PROVIDER_FACTORY_NOT_FOUND'],
  answer: messageAnswer,
  operation: AuthenticationProviderEnabledSetDocument,
  variables: ({ path, body }: { path: { id: string }; body: boolean }) => ({ input: { providerId: path.id, enabled: body } }),
  reply: ({ setAuthenticationProviderEnabled }: { setAuthenticationProviderEnabled: Switched }) => ({
    message: switchedMessage(setAuthenticationProviderEnabled),
  }),
} as const;

export const authenticationProviderRoutes: readonly Route[] = [
  route({
    id: 'admin.authProviderFactories',
    method: 'GET',
    path: '/api/admin/authenticationProviderFactories',
    summary: 'Kinds of authentication provider that can be configured.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(providerFactorySchema)),
    operation: AuthenticationProviderFactoriesDocument,
    variables: () => ({}),
    reply: ({ authenticationProviderFactories: factories }) => ({ data: factories.map(({ alias, info }) => ({ alias, info })) }),
  }),
  route({
    id: 'admin.authProviders.list',
    method: 'GET',
    path: '/api/admin/authenticationProviders',
    summary: 'All authentication providers, enabled or not.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(authenticationProviderSchema)),
    operation: AuthenticationProvidersDocument,
    variables: () => ({}),
    reply: ({ authenticationProviders }) => ({ data: authenticationProviders.map(authenticationProviderRecord) }),
  }),
  route({
    id: 'admin.authProviders.add',
    method: 'POST',
    path: '/api/admin/authenticationProviders',
    summary: 'Adds an authentication provider, or replaces the one with its id as a whole.',
    auth: 'admin',
    body: { kind: 'json', schema: providerBody },
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(authenticationProviderSchema, { status: 201 }),
    operation: AuthenticationProviderPutDocument,
    variables: ({ body: { id, ...facts } }) => ({ input: { providerId: id, ...facts } }),
    reply: ({ setAuthenticationProvider: { authenticationProvider } }) => ({
      status: 201,
      location: `/api/admin/authenticationProviders/${encodeURIComponent(authenticationProvider.providerId)}`,
      data: authenticationProviderRecord(authenticationProvider),
    }),
  }),
  route({
    id: 'admin.authProviders.get',
    method: 'GET',
    path: '/api/admin/authenticationProviders/{id}',
    summary: 'One authentication provider.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'AUTHENTICATION_PROVIDER_NOT_FOUND'],
    answer: enveloped(authenticationProviderSchema),
    operation: AuthenticationProviderViewDocument,
    variables: ({ path }) => ({ providerId: path.id }),
    reply: ({ authenticationProvider }) => ({ data: authenticationProviderRecord(authenticationProvider) }),
  }),
  route({
    ...writeEnabled,
    id: 'admin.authProviders.enabled.put',
    method: 'PUT',
    path: '/api/admin/authenticationProviders/{id}/enabled',
    summary: 'Switches an authentication provider on or off.',
  }),
  route({
    ...readEnabled,
    id: 'admin.authProviders.enabled.get',
    method: 'GET',
    path: '/api/admin/authenticationProviders/{id}/enabled',
    summary: 'Whether an authentication provider is switched on.',
  }),
  route({
    ...writeEnabled,
    id: 'admin.authProviders.enabledOld.put',
    method: 'PUT',
    path: '/api/admin/authenticationProviders/{id}/:enabled',
    summary: 'Older path of the switch of an authentication provider: sets it.',
    deprecated: true,
  }),
  route({
    ...writeEnabled,
    id: 'admin.authProviders.enabledOld.post',
    method: 'POST',
    path: '/api/admin/authenticationProviders/{id}/:enabled',
    summary: 'Older path of the switch of an authentication provider: sets it, as older clients ask.',
    deprecated: true,
  }),
  route({
    ...readEnabled,
    id: 'admin.authProviders.enabledOld.get',
    method: 'GET',
    path: '/api/admin/authenticationProviders/{id}/:enabled',
    summary: 'Older path of the switch of an authentication provider: reads it.',
    deprecated: true,
  }),
  route({
    id: 'admin.authProviders.delete',
    method: 'DELETE',
    path: '/api/admin/authenticationProviders/{id}/',
    summary: 'Removes an authentication provider; succeeds when there is none.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: messageAnswer,
    operation: AuthenticationProviderDeleteDocument,
    variables: ({ path }) => ({ input: { providerId: path.id } }),
    // The space at the end is the contract's.
    reply: ({ deleteAuthenticationProvider: { providerId } }) => ({ message: `AuthenticationProvider ${providerId} deleted. ` }),
  }),
];
