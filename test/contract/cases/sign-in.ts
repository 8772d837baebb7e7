import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';

/** Cases of signing up and out by programs; those that need a provider or a session are in test/e2e. Source: users-admin.md 3.6, 18.1. */
export const signInCases: readonly ContractCase[] = [
  {
    row: 'users.register',
    shows: 'is refused where the operator has not switched bearer tokens on, whatever token comes with it',
    given: () => ({ json: { termsAccepted: true }, headers: { Authorization: 'Bearer nonsense', 'X-Service-key': 'nonsense' } }),
    status: 400,
    errorCode: 'BEARER_REGISTRATION_OFF',
  },
  {
    row: 'users.register',
    shows: 'reads JSON',
    given: () => ({ raw: '{"username":', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'users.register',
    shows: 'names a field of another type, under both keys',
    given: () => ({ json: { username: 7, termsAccepted: 'yes' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /username.*termsAccepted/s,
    holds: (answer) => expect(Object.keys(answer.record('fieldErrors'))).toEqual(['username', 'termsAccepted']),
  },
  {
    row: 'users.logout',
    shows: 'has no session to end where the operator has not switched them on',
    as: 'owner',
    given: () => ({ headers: { Cookie: `__Host-archivolt-session=${'x'.repeat(43)}`, 'Sec-Fetch-Site': 'same-origin' } }),
    status: 400,
    errorCode: 'SESSION_MISSING',
  },
  { row: 'users.logout', shows: 'has no session of a guest to end', given: () => ({}), status: 400, errorCode: 'SESSION_MISSING' },
  {
    row: 'users.logout',
    shows: 'refuses a token that is none',
    given: () => ({ headers: { 'X-Service-key': 'nonsense' } }),
    status: 401,
    errorCode: 'INVALID_API_TOKEN',
  },
];
