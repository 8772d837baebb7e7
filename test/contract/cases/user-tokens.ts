import { expect } from 'vitest';
import { type Caller, createUser } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const GET = 'users.token.get';
const RECREATE = 'users.token.recreate';
const DELETE = 'users.token.delete';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A year from now, as the sentences have it. */
const EXPIRY = String.raw`${new Date().getUTCFullYear() + 1}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,3}`;

/** A person whose token the case may use up. */
let person: Caller | undefined;

async function somebody({ server, callers }: ContractWorld): Promise<{ readonly token: string; readonly request: CaseRequest }> {
  person = await createUser(server, 'token-owner');
  const renewed = await person.rest.post('/api/users/token/recreate');
  const [token = ''] = new RegExp(UUID).exec(renewed.text('data.message')) ?? [];
  expect((await callers.guest.rest.get(`/api/users/:me?key=${token}`)).status).toBe(200);
  return { token, request: { headers: { 'X-Service-key': token } } };
}

let sent = '';
const asSomebody =
  (query: Readonly<Record<string, string>> = {}) =>
  async (world: ContractWorld): Promise<CaseRequest> => {
    const { token, request } = await somebody(world);
    sent = token;
    return { ...request, query };
  };

async function statusOf(world: ContractWorld, token: string): Promise<number> {
  return (await world.callers.guest.rest.get(`/api/users/:me?key=${token}`)).status;
}

/** Cases of API tokens. Source: users-admin.md 7.3. */
export const userTokenCases: readonly ContractCase[] = [
  {
    row: GET,
    shows: 'tells the token and until when it is valid',
    given: asSomebody(),
    status: 200,
    keys: ['message'],
    holds: (answer) => expect(answer.text('data.message')).toMatch(new RegExp(`^Token ${sent} expires on ${EXPIRY}$`)),
  },
  { row: GET, shows: 'has nothing to tell a guest', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  {
    row: RECREATE,
    shows: 'gives a new token, and the old one is worth nothing at once',
    given: asSomebody(),
    status: 200,
    keys: ['message'],
    holds: async (answer, world) => {
      const text = answer.text('data.message');
      expect(text).toMatch(new RegExp(`^New token for ${person?.identifier.slice(1)} is ${UUID}$`));
      expect(await statusOf(world, text.slice(-36))).toBe(200);
      expect(await statusOf(world, sent)).toBe(401);
    },
  },
  {
    row: RECREATE,
    shows: 'says until when it is valid if it is asked to',
    given: asSomebody({ returnExpiration: 'true' }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(new RegExp(` is ${UUID} and expires on ${EXPIRY}$`)),
  },
  { row: RECREATE, shows: 'finds no token of a guest', given: () => ({}), status: 404, errorCode: 'AUTHENTICATION_REQUIRED' },
  {
    row: RECREATE,
    shows: 'knows true and false alone',
    as: 'owner',
    given: () => ({ query: { returnExpiration: 'maybe' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /returnExpiration.*true or false/,
  },
  {
    row: DELETE,
    shows: 'takes the token away, with which nothing can be called any more',
    given: asSomebody(),
    status: 200,
    keys: ['message'],
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toBe(`Token for ${person?.identifier.slice(1)} deleted.`);
      expect(await statusOf(world, sent)).toBe(401);
    },
  },
  { row: DELETE, shows: 'finds no token of a guest', given: () => ({}), status: 404, errorCode: 'AUTHENTICATION_REQUIRED' },
  ...[GET, RECREATE, DELETE].map((row): ContractCase => ({
    row,
    shows: 'refuses a token that is none',
    given: () => ({ headers: { 'X-Service-key': 'nonsense' } }),
    status: 401,
    errorCode: 'INVALID_API_TOKEN',
  })),
];
