import { expect } from 'vitest';
import { type Caller, succeeded, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ActorName } from './contract-world.ts';

const PATH = '/api/admin/authenticationProviders';

const gate: readonly (readonly [ActorName, number, string])[] = [
  ['guest', 401, 'AUTHENTICATION_REQUIRED'],
  ['owner', 403, 'ADMIN_API_REFUSED'],
];

const oidcData = 'issuer: https://login.example.org | clientId: repository | clientSecret: open: sesame';

/** Adds a provider of its own; its id. */
async function freshProvider(caller: Caller, facts: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = uniqueName('provider');
  succeeded(await caller.rest.post(PATH, { id, factoryAlias: 'oidc', title: 'Login', factoryData: oidcData, enabled: false, ...facts }));
  return id;
}

const requests: Readonly<Record<string, CaseRequest>> = {
  'admin.authProviderFactories': {},
  'admin.authProviders.list': {},
  'admin.authProviders.add': { json: { id: 'some' } },
  'admin.authProviders.get': { path: ['some'] },
  'admin.authProviders.enabled.put': { path: ['some'], raw: 'true' },
  'admin.authProviders.enabled.get': { path: ['some'] },
  'admin.authProviders.enabledOld.put': { path: ['some'], raw: 'true' },
  'admin.authProviders.enabledOld.post': { path: ['some'], raw: 'true' },
  'admin.authProviders.enabledOld.get': { path: ['some'] },
  'admin.authProviders.delete': { path: ['some'] },
};

const gateCases = Object.entries(requests).flatMap(([row, request]) =>
  gate.map(([as, status, errorCode]): ContractCase => ({ row, shows: `is closed to ${as}`, as, given: () => request, status, errorCode })),
);

const readingCases: readonly ContractCase[] = [
  {
    row: 'admin.authProviderFactories',
    shows: 'names the four kinds of provider',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => {
      const factories = answer.list('data').map((_factory, at) => answer.text(`data.${at}.alias`));
      expect(factories.toSorted()).toEqual(['BuiltinAuthenticationProvider', 'oauth2', 'oidc', 'shib']);
      for (const at of factories.keys()) expect(answer.text(`data.${at}.info`)).toMatch(/\.$/);
    },
  },
  {
    row: 'admin.authProviders.list',
    shows: 'has the provider that every installation begins with, and all others by id, enabled or not',
    as: 'superuser',
    given: async ({ callers }) => {
      await freshProvider(callers.superuser);
      await freshProvider(callers.superuser);
      return {};
    },
    status: 200,
    holds: (answer) => {
      const ids = answer.list('data').map((_provider, at) => answer.text(`data.${at}.id`));
      expect(ids).toContain('builtin');
      expect(ids).toEqual(ids.toSorted());
      expect(JSON.stringify(answer.at('data'))).not.toContain('sesame');
    },
  },
  {
    row: 'admin.authProviders.get',
    shows: 'gives the built-in provider',
    as: 'superuser',
    given: () => ({ path: ['builtin'] }),
    status: 200,
    keys: ['id', 'factoryAlias', 'title', 'subtitle', 'factoryData', 'enabled'],
    holds: (answer) =>
      expect(answer.record('data')).toMatchObject({ id: 'builtin', factoryAlias: 'BuiltinAuthenticationProvider', enabled: true }),
  },
  {
    row: 'admin.authProviders.get',
    shows: 'leaves out what was not given',
    as: 'superuser',
    given: async ({ callers }) => {
      const id = uniqueName('provider');
      succeeded(await callers.superuser.rest.post(PATH, { id }));
      return { path: [id] };
    },
    status: 200,
    keys: ['id', 'enabled'],
    holds: (answer) => expect(answer.at('data.enabled')).toBe(false),
  },
  {
    row: 'admin.authProviders.get',
    shows: 'finds no provider that is not there, in exact case',
    as: 'superuser',
    given: () => ({ path: ['Builtin'] }),
    status: 404,
    errorCode: 'AUTHENTICATION_PROVIDER_NOT_FOUND',
    message: /Builtin/,
  },
];

interface RefusedBody {
  readonly shows: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly message: RegExp;
}

const refusedBodies: readonly RefusedBody[] = [
  { shows: 'no id', body: { factoryAlias: 'shib' }, message: /id/ },
  ...['', ' ', 'two words', 'a/b', 'line\nbreak', '..', 'x'.repeat(256)].map((id) => ({
    shows: `the id ${JSON.stringify(id.slice(0, 12))}`,
    body: { id },
    message: /[iI]d/,
  })),
  { shows: 'an id that is no text', body: { id: 7 }, message: /id/ },
  { shows: 'a state that is no boolean', body: { id: 'p', enabled: 'perhaps' }, message: /true or false/ },
  { shows: 'an enabled provider without a factory', body: { id: 'p', enabled: true }, message: /factoryAlias: must be one of/ },
  { shows: 'an enabled provider of an unknown factory', body: { id: 'p', factoryAlias: 'Echo', enabled: true }, message: /factoryAlias/ },
  { shows: 'a factory in another case', body: { id: 'p', factoryAlias: 'OIDC', enabled: true }, message: /factoryAlias/ },
  { shows: 'oauth2 without type', body: { id: 'p', factoryAlias: 'oauth2', factoryData: 'clientId: a', enabled: true }, message: /type/ },
  {
    shows: 'oauth2 of a type not listed',
    body: { id: 'p', factoryAlias: 'oauth2', factoryData: 'type: myspace | clientId: a | clientSecret: b', enabled: true },
    message: /type must be one of github/,
  },
  {
    shows: 'orcid without userEndpoint',
    body: { id: 'p', factoryAlias: 'oauth2', factoryData: 'type: orcid | clientId: a | clientSecret: b', enabled: true },
    message: /userEndpoint is needed/,
  },
  {
    shows: 'oidc without issuer and client, both at once',
    body: { id: 'p', factoryAlias: 'oidc', factoryData: '', enabled: true },
    message: /issuer is missing.*clientId is missing/,
  },
  ...['http://login.example.org', 'ftp://login.example.org', 'login.example.org', 'https://me:pw@login.example.org'].map((issuer) => ({
    shows: `the issuer ${issuer}`,
    body: { id: 'p', factoryAlias: 'oidc', factoryData: `issuer: ${issuer} | clientId: a`, enabled: true },
    message: /issuer must be an https/,
  })),
  {
    shows: 'a method of PKCE that hides nothing',
    body: { id: 'p', factoryAlias: 'oidc', factoryData: 'issuer: https://a.example | clientId: a | pkceMethod: plain', enabled: true },
    message: /pkceMethod must be S256/,
  },
  {
    shows: 'a hidden secret where none is stored',
    body: {
      id: 'p',
      factoryAlias: 'oidc',
      factoryData: 'issuer: https://a.example | clientId: a | clientSecret: ********',
      enabled: true,
    },
    message: /clientSecret has to be given/,
  },
];

const addingCases: readonly ContractCase[] = [
  {
    row: 'admin.authProviders.add',
    shows: 'stores a provider as it was given, and shows no secret',
    as: 'superuser',
    given: () => ({
      json: {
        id: uniqueName('orcid'),
        factoryAlias: 'oauth2',
        title: 'ORCID',
        subtitle: 'sandbox',
        factoryData: 'type: orcid | userEndpoint: https://api.sandbox.orcid.org/v2.0/{ORCID}/person | clientId: APP-X | clientSecret: sec',
        enabled: false,
      },
    }),
    status: 201,
    keys: ['id', 'factoryAlias', 'title', 'subtitle', 'factoryData', 'enabled'],
    holds: async (answer, _world, caller) => {
      expect(answer.at('data.factoryData')).toBe(
        'type: orcid | userEndpoint: https://api.sandbox.orcid.org/v2.0/{ORCID}/person | clientId: APP-X | clientSecret: ********',
      );
      expect(answer.headers.get('location')).toContain(`${PATH}/${answer.text('data.id')}`);
      expect((await caller.rest.get(`${PATH}/${answer.text('data.id')}/`)).at('data')).toEqual(answer.at('data'));
    },
  },
  {
    row: 'admin.authProviders.add',
    shows: 'replaces a provider as a whole, but for a secret that is sent back hidden',
    as: 'superuser',
    given: async ({ callers }) => {
      const id = await freshProvider(callers.superuser, { subtitle: 'goes' });
      return { json: { id, factoryAlias: 'oidc', factoryData: oidcData.replace('open: sesame', '********'), enabled: true } };
    },
    status: 201,
    keys: ['id', 'factoryAlias', 'factoryData', 'enabled'],
    holds: async (answer, { server }, caller) => {
      const id = answer.text('data.id');
      const [stored] = await server.application.connection.sql`select factory_data from authentication_provider where id = ${id}`;
      const { secrets } = server.application.services;
      expect(secrets.open('authentication_provider.factory_data', String(stored?.['factory_data']))).toBe(oidcData);
      succeeded(await caller.rest.delete(`${PATH}/${id}`));
    },
  },
  {
    row: 'admin.authProviders.add',
    shows: 'looks at nothing but the id of a provider that is off',
    as: 'superuser',
    given: () => ({ json: { id: uniqueName('echo'), factoryAlias: 'Echo', factoryData: 'Sir,Esq.' } }),
    status: 201,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ factoryAlias: 'Echo', factoryData: 'Sir,Esq.', enabled: false }),
  },
  ...refusedBodies.map(({ shows, body, message }): ContractCase => ({
    row: 'admin.authProviders.add',
    shows: `refuses ${shows}`,
    as: 'superuser',
    given: () => ({ json: body }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
    holds: async (_answer, _world, caller) => expect((await caller.rest.get(`${PATH}/p`)).status).toBe(404),
  })),
  ...['{', '[]', '"builtin"'].map((raw): ContractCase => ({
    row: 'admin.authProviders.add',
    shows: `refuses the body ${raw}`,
    as: 'superuser',
    given: () => ({ raw, headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: raw === '{' ? 'MALFORMED_JSON' : 'BAD_USER_INPUT',
  })),
];

const switchingRows = ['admin.authProviders.enabled.put', 'admin.authProviders.enabledOld.put', 'admin.authProviders.enabledOld.post'];

const switchingCases = switchingRows.flatMap((row): readonly ContractCase[] => [
  ...(
    [
      ['true', false, /enabled\.$/],
      [' YES ', false, /enabled\.$/],
      ['1', true, /already enabled\.$/],
      ['false', true, /disabled\.$/],
      ['0', false, /disabled\.$/],
    ] as const
  ).map(([raw, before, message]): ContractCase => ({
    row,
    shows: `reads ${JSON.stringify(raw)} where the provider is ${before ? 'on' : 'off'}`,
    as: 'superuser',
    given: async ({ callers }) => ({ path: [await freshProvider(callers.superuser, { enabled: before })], raw }),
    status: 200,
    holds: async (answer, _world, caller) => {
      expect(answer.text('data.message')).toMatch(message);
      const id = /'(?<id>[^']*)'/.exec(answer.text('data.message'))?.groups?.['id'] ?? '';
      const read = await caller.rest.get(`${PATH}/${id}/enabled`);
      expect(read.at('data')).toEqual({ message: message.source.includes('disabled') ? 'false' : 'true' });
      succeeded(await caller.rest.delete(`${PATH}/${id}`));
    },
  })),
  ...['maybe', '', '"true"'].map((raw): ContractCase => ({
    row,
    shows: `refuses the state ${JSON.stringify(raw)}, before it looks for the provider`,
    as: 'superuser',
    given: () => ({ path: ['nosuch'], raw }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /true.*false/,
  })),
  {
    row,
    shows: 'finds no provider that is not there',
    as: 'superuser',
    given: () => ({ path: ['nosuch'], raw: 'true' }),
    status: 404,
    errorCode: 'AUTHENTICATION_PROVIDER_NOT_FOUND',
    message: /nosuch/,
  },
  {
    row,
    shows: 'enables no provider whose factory does not exist',
    as: 'superuser',
    given: async ({ callers }) => ({ path: [await freshProvider(callers.superuser, { factoryAlias: 'Echo' })], raw: 'true' }),
    status: 404,
    errorCode: 'AUTHENTICATION_PROVIDER_FACTORY_NOT_FOUND',
    message: /Echo/,
  },
  {
    row,
    shows: 'enables no provider that cannot be used',
    as: 'superuser',
    given: async ({ callers }) => ({ path: [await freshProvider(callers.superuser, { factoryData: 'issuer: nowhere' })], raw: 'true' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /issuer must be.*clientId is missing/,
  },
]);

const enabledCases = ['admin.authProviders.enabled.get', 'admin.authProviders.enabledOld.get'].flatMap((row): readonly ContractCase[] => [
  {
    row,
    shows: 'gives the state as a text',
    as: 'superuser',
    given: () => ({ path: ['builtin'] }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data')).toEqual({ message: 'true' });
      expect(answer.headers.has('deprecation')).toBe(row.includes('Old'));
    },
  },
  {
    row,
    shows: 'finds no provider that is not there',
    as: 'superuser',
    given: () => ({ path: ['nosuch'] }),
    status: 404,
    errorCode: 'AUTHENTICATION_PROVIDER_NOT_FOUND',
    message: /nosuch/,
  },
]);

const remainingCases: readonly ContractCase[] = [
  {
    row: 'admin.authProviders.enabled.put',
    shows: 'warns where no provider is left',
    as: 'superuser',
    given: async ({ callers, server }) => {
      await server.application.connection.sql`update authentication_provider set enabled = false where id <> 'builtin'`;
      expect((await callers.superuser.rest.get(`${PATH}/builtin/enabled`)).at('data.message')).toBe('true');
      return { path: ['builtin'], raw: 'false' };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/disabled\..*No authentication provider/),
    restore: async ({ callers }) => {
      succeeded(await callers.superuser.rest.send(`${PATH}/builtin/enabled`, { method: 'PUT', raw: 'true' }));
    },
  },
  {
    row: 'admin.authProviders.delete',
    shows: 'removes a provider, with and without a slash at the end',
    as: 'superuser',
    given: async ({ callers }) => ({ path: [await freshProvider(callers.superuser)] }),
    status: 200,
    holds: async (answer, _world, caller) => {
      const message = answer.text('data.message');
      expect(message).toMatch(/^AuthenticationProvider \S+ deleted\. $/);
      const id = message.split(' ')[1] ?? '';
      expect((await caller.rest.get(`${PATH}/${id}`)).status).toBe(404);
      expect((await caller.rest.delete(`${PATH}/${id}`)).text('data.message')).toBe(message);
    },
  },
];

/** Providers of accounts. Source: users-admin.md 11. */
export const authenticationProviderCases: readonly ContractCase[] = [
  ...gateCases,
  ...readingCases,
  ...addingCases,
  ...switchingCases,
  ...enabledCases,
  ...remainingCases,
];
