import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { BUILTIN_USERS_KEY, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';

const USER_KEYS = [
  'id',
  'identifier',
  'displayName',
  'firstName',
  'lastName',
  'email',
  'superuser',
  'deactivated',
  'persistentUserId',
  'createdTime',
  'lastLoginTime',
  'authenticationProviderId',
];

function account(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const userName = uniqueName('user');
  return { userName, firstName: 'Pete', lastName: 'Privileged', email: `${userName}@example.org`, ...more };
}

function withKey(json: unknown, more: Readonly<Record<string, string>> = {}) {
  return { query: { password: 'secret-1234', key: BUILTIN_USERS_KEY, ...more }, json };
}

/** Path of the older forms. */
const pathed = (...path: readonly string[]) => ({ path: ['secret-1234', BUILTIN_USERS_KEY, ...path], json: account() });

const BY_PATH = 'builtinusers.createByPath';
const BY_PATH_NOTIFIED = 'builtinusers.createByPathNotified';

/** Source: users-admin.md 7.1. */
const olderForms: readonly ContractCase[] = [
  ...(
    [
      [BY_PATH, [], ['CREATEACC']],
      [BY_PATH_NOTIFIED, ['TRUE'], ['CREATEACC']],
      [BY_PATH_NOTIFIED, ['false'], []],
    ] as const
  ).map(([row, more, notices]): ContractCase => ({
    row,
    shows: `makes an account${more.map((word) => `, notified: ${word}`).join('')}`,
    given: () => pathed(...more),
    status: 200,
    keys: ['user', 'authenticatedUser', 'apiToken'],
    holds: async (answer, { callers }) => {
      const key = answer.text('data.apiToken');
      const told = await callers.guest.rest.get(`/api/notifications/all?key=${key}&inAppNotificationFormat=true`);
      expect(told.list('data').map((notice) => readJson(notice).at('type'))).toEqual(notices);
    },
  })),
  ...['maybe', '1'].map((word): ContractCase => ({
    row: BY_PATH_NOTIFIED,
    shows: `takes ${word} for neither true nor false`,
    given: () => pathed(word),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /sendEmailNotification/,
  })),
  ...(
    [
      [BY_PATH, []],
      [BY_PATH_NOTIFIED, ['true']],
    ] as const
  ).flatMap(([row, more]): ContractCase[] => [
    {
      row,
      shows: 'refuses a wrong key',
      given: () => ({ ...pathed(), path: ['secret-1234', 'wrong', ...more] }),
      status: 401,
      errorCode: 'BUILTIN_USERS_KEY_INVALID',
    },
    {
      row,
      shows: 'refuses what no account can be',
      given: () => ({ ...pathed(...more), json: account({ userName: 'p', email: 'pete' }) }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: /userName.*email/,
    },
    {
      row,
      shows: 'refuses a name that is taken',
      given: ({ callers }) => ({ ...pathed(...more), json: account({ userName: callers.owner.identifier.slice(1) }) }),
      status: 400,
      errorCode: 'USER_NAME_TAKEN',
    },
    {
      row,
      shows: 'refuses an address that is taken',
      given: ({ callers }) => ({ ...pathed(...more), json: account({ email: `${callers.owner.identifier.slice(1)}@example.org` }) }),
      status: 409,
      errorCode: 'USER_EMAIL_TAKEN',
    },
  ]),
];

/** Cases of accounts. Source: users-admin.md 3 and 7. */
export const userCases: readonly ContractCase[] = [
  ...olderForms,
  {
    row: 'builtinusers.create',
    shows: 'answers 200 with account and token, trims the address, and looks at no token',
    given: () => ({
      ...withKey(account({ email: ` ${uniqueName('mail')}@example.org `, affiliation: 'Top', position: 'The Boss' })),
      headers: { 'X-Service-key': 'nonsense' },
    }),
    status: 200,
    keys: ['user', 'authenticatedUser', 'apiToken'],
    holds: async (answer, { callers }) => {
      const record = answer.record('data.authenticatedUser');
      const wanted = USER_KEYS.flatMap((key) => (key === 'deactivated' ? [key, 'affiliation', 'position'] : [key]));
      expect(Object.keys(record)).toEqual(wanted);
      expect(record).toMatchObject({
        identifier: `@${answer.text('data.user.userName')}`,
        displayName: 'Pete Privileged',
        superuser: false,
        authenticationProviderId: 'builtin',
      });
      expect(answer.text('data.authenticatedUser.email')).toMatch(/^mail-\w+@example\.org$/);
      const me = await callers.guest.rest.get(`/api/users/:me?key=${answer.text('data.apiToken')}`);
      expect(me.at('data.id')).toBe(record['id']);
    },
  },
  ...[undefined, ''].map((password): ContractCase => ({
    row: 'builtinusers.create',
    shows: `makes no account with ${password === '' ? 'an empty' : 'no'} password`,
    given: () => ({ json: account(), query: { key: BUILTIN_USERS_KEY, ...(password === undefined ? {} : { password }) } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /password/,
  })),
  {
    row: 'builtinusers.create',
    shows: 'refuses a name that is taken in another case',
    given: ({ callers }) => withKey(account({ userName: callers.owner.identifier.slice(1).toUpperCase() })),
    status: 400,
    errorCode: 'USER_NAME_TAKEN',
    message: /^username '[\w-]+' already exists$/,
  },
  {
    row: 'builtinusers.create',
    shows: 'refuses an address that is taken in another case',
    given: ({ callers }) => withKey(account({ email: `${callers.owner.identifier.slice(1)}@EXAMPLE.org` })),
    status: 409,
    errorCode: 'USER_EMAIL_TAKEN',
  },
  ...(
    [
      ['a name with a leading space', { userName: ' pete' }, /userName/],
      ['a name of one letter', { userName: 'p' }, /userName/],
      ['a name of 61 letters', { userName: 'p'.repeat(61) }, /userName/],
      ['a name with other characters', { userName: 'pété' }, /userName/],
      ['a malformed address', { email: 'pete' }, /email/],
      ['a blank first name', { firstName: ' ' }, /firstName/],
      ['a missing last name', { lastName: undefined }, /lastName/],
      ['a name that is no text', { userName: 12345 }, /userName/],
    ] as const
  ).map(([what, more, message]): ContractCase => ({
    row: 'builtinusers.create',
    shows: `refuses ${what}`,
    given: () => withKey(account(more)),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
  })),
  {
    row: 'builtinusers.create',
    shows: 'asks for the key',
    given: () => ({ query: { password: 'x' }, json: account() }),
    status: 401,
    errorCode: 'BUILTIN_USERS_KEY_INVALID',
    message: /key/,
  },
  {
    row: 'builtinusers.create',
    shows: 'refuses a wrong key',
    given: () => withKey(account(), { key: 'wrong' }),
    status: 401,
    errorCode: 'BUILTIN_USERS_KEY_INVALID',
  },
  {
    row: 'builtinusers.create',
    shows: 'reads JSON alone',
    given: () => ({ ...withKey(undefined), raw: 'x', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'users.me',
    shows: 'gives the caller’s record with its keys in order',
    as: 'owner',
    given: () => ({}),
    status: 200,
    holds: (answer, { callers }) => {
      const keys = Object.keys(answer.record('data'));
      expect(keys.filter((key) => key !== 'lastApiUseTime')).toEqual(USER_KEYS);
      expect(answer.text('data.identifier')).toBe(callers.owner.identifier);
    },
  },
  { row: 'users.me', shows: 'has no record of a guest', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  {
    row: 'users.me',
    shows: 'refuses a bad token',
    given: () => ({ headers: { 'X-Service-key': 'nonsense' } }),
    status: 401,
    errorCode: 'INVALID_API_TOKEN',
    message: /Bad API key/,
  },
  {
    row: 'users.me',
    shows: 'takes the header before the query',
    given: ({ callers }) => ({ headers: { 'X-Service-key': '' }, query: { key: callers.owner.rest.token ?? '' } }),
    status: 401,
    errorCode: 'INVALID_API_TOKEN',
  },
];
