import { createHash } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { issueApiToken } from '../../../src/kernel/api-token.ts';
import { assignRole } from '../../../src/domain/access/roles/role-commands.ts';
import { authenticate, type Credentials } from '../../../src/domain/access/accounts/authenticate.ts';
import { type BuiltinUserInput, createBuiltinUser } from '../../../src/domain/access/accounts/create-builtin-user.ts';
import { ADMIN_GATES, type AdminGate } from '../../../src/vocabulary/access.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from './domain-world.ts';

describe('built-in accounts', () => {
  let world: DomainWorld;
  let counter = 0;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  function input(more: Partial<BuiltinUserInput> = {}): BuiltinUserInput {
    counter += 1;
    return {
      userName: `user${counter}`,
      firstName: 'Ada',
      lastName: 'Marsh',
      email: `user${counter}@example.org`,
      password: 'secret-1234',
      ...more,
    };
  }
  const create = (more: Partial<BuiltinUserInput> = {}) => createBuiltinUser(world.as(world.superuser), input(more));
  const codeOf = (more: Partial<BuiltinUserInput>) => outcome(create(more));

  test('neither token nor password is anywhere in the database', async () => {
    const password = 'correct horse battery staple';
    const { apiToken } = await create({ password });
    for (const secret of [apiToken, SUPERUSER_TOKEN, password]) expect(await placesOf(world, secret)).toEqual([]);
    expect(await placesOf(world, `user${counter}@example.org`)).toEqual(['public.email_confirmation.email', 'public.user_account.email']);
  });

  test('the token is kept as its SHA-256, the password as argon2id', async () => {
    const { apiToken, user } = await create({ password: 'pass-word 1' });
    const [token] = await world.sql<{ hash: Buffer; expiresAt: Date }[]>`
      select token_hash as hash, expires_at as "expiresAt" from api_token where user_account_id = ${user.id}`;
    expect(token?.hash.toString('hex')).toBe(createHash('sha256').update(apiToken).digest('hex'));
    expect(token?.expiresAt.getUTCFullYear()).toBe(new Date().getUTCFullYear() + 1);
    const [builtin] = await world.sql<
      { hash: string }[]
    >`select password_hash as hash from builtin_user where user_account_id = ${user.id}`;
    const hash = builtin?.hash ?? '';
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/);
    expect(await verify(hash, 'pass-word 1')).toBe(true);
    expect(await verify(hash, 'pass-word 2')).toBe(false);
  });

  test.each([undefined, null, ''])('no account is made with the password %s', async (password) => {
    await expect(create({ password })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ pointer: '/password' }] });
  });

  test('names and addresses are unique in any case', async () => {
    await create({ userName: 'Selma', email: 'Selma@Example.org' });
    expect(await codeOf({ userName: 'sELMA' })).toBe('USER_NAME_TAKEN');
    expect(await codeOf({ email: 'selma@example.ORG' })).toBe('USER_EMAIL_TAKEN');
    expect(await codeOf({ email: '  selma@example.org ' })).toBe('USER_EMAIL_TAKEN');
    await expect(create({ userName: 'SELMA', email: 'selma@example.org' })).rejects.toMatchObject({
      code: 'USER_NAME_TAKEN',
      problems: [{ pointer: '/userName' }, { pointer: '/email' }],
    });
  });

  test.each([
    ['/userName', { userName: 'a' }],
    ['/userName', { userName: 'x'.repeat(61) }],
    ['/userName', { userName: 'with space' }],
    ['/userName', { userName: 'with@at' }],
    ['/userName', { userName: 'line\n' }],
    ['/firstName', { firstName: ' ' }],
    ['/lastName', { lastName: '' }],
    ['/email', { email: 'nobody' }],
    ['/email', { email: '' }],
    ['/password', { password: 'x'.repeat(1025) }],
  ])('a bad %s is refused and named: %j', async (pointer, more) => {
    await expect(create(more)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ pointer }] });
  });

  test('all faults are named at once', async () => {
    await expect(create({ userName: '', firstName: '', lastName: ' ', email: 'x' })).rejects.toMatchObject({
      problems: [{ pointer: '/userName' }, { pointer: '/firstName' }, { pointer: '/lastName' }, { pointer: '/email' }],
    });
  });

  test('a caller with the key creates accounts, once the key is set', async () => {
    const asGuest = (key?: string | null) => outcome(createBuiltinUser(world.as(guest), input({ key })));
    expect(await asGuest('burrito')).toBe('BUILTIN_USERS_DISABLED');
    await putSetting(world.as(world.superuser), { name: 'BuiltinUsers.KEY', value: 'burrito' });
    expect(await asGuest('burrito')).toBe('OK');
    for (const key of [undefined, null, '', 'Burrito', 'burrito ', 'burritoburrito']) {
      expect(await asGuest(key)).toBe('BUILTIN_USERS_KEY_INVALID');
    }
    expect(await codeOf({})).toBe('OK');
  });

  test('a refused account leaves nothing', async () => {
    const count = () =>
      world.sql`select (select count(*) from user_account), (select count(*) from builtin_user), (select count(*) from api_token)`;
    const before = await count();
    expect(await codeOf({ userName: 'admin' })).toBe('USER_NAME_TAKEN');
    expect(await count()).toEqual(before);
  });
});

describe('authentication', () => {
  let world: DomainWorld;
  let token: string;
  let userId: number;
  beforeAll(async () => {
    world = await startDomainWorld();
    const { user } = await createBuiltinUser(world.as(world.superuser), {
      userName: 'Tove',
      firstName: 'T',
      lastName: 'J',
      email: 't@example.org',
      password: 'secret-1234',
    });
    userId = user.id;
  });
  afterAll(async () => world.stop());
  beforeEach(async () => {
    token = await world.db.transaction((tx) => issueApiToken(tx, userId));
  });

  function enter(sent: string | undefined, gate: AdminGate = 'superuser', more: Partial<Credentials> = {}, unblockKey?: string) {
    const { services } = world.server.application;
    const credentials = { token: sent, clientAddress: undefined, fromLocalhost: false, unblockKey: undefined, ...more };
    return authenticate(world.db, credentials, { gate, unblockKey, groups: services.groups, bearer: services });
  }

  test('a token names its account, in the canonical case of the name', async () => {
    expect(await enter(token)).toMatchObject({
      identifier: '@Tove',
      superuser: false,
      identities: ['@Tove', ':authenticated-users', ':AllUsers'],
      passesAdminGate: false,
    });
    expect(await enter(SUPERUSER_TOKEN)).toMatchObject({ superuser: true, passesAdminGate: true });
  });

  test('no token is a guest', async () => {
    expect(await enter(undefined)).toMatchObject({ identifier: ':guest', account: null, identities: [':guest', ':AllUsers'] });
  });

  test('an empty, unknown, shortened or differently written token is refused', async () => {
    for (const sent of ['', ' ', 'null', 'unknown', token.slice(0, -1), `${token} `, token.toUpperCase(), '\u0000', '€'.repeat(1000)]) {
      expect(await outcome(enter(sent)), JSON.stringify(sent)).toBe('INVALID_API_TOKEN');
    }
  });

  test('an expired token is refused, one about to expire is not', async () => {
    await world.sql`update api_token set expires_at = now() + interval '1 minute' where user_account_id = ${userId}`;
    expect(await outcome(enter(token))).toBe('OK');
    await world.sql`update api_token set expires_at = now() - interval '1 second' where user_account_id = ${userId}`;
    expect(await outcome(enter(token))).toBe('INVALID_API_TOKEN');
  });

  test('the token of a deactivated account is refused', async () => {
    await world.sql`update user_account set deactivated_at = now() where id = ${userId}`;
    expect(await outcome(enter(token))).toBe('INVALID_API_TOKEN');
    await world.sql`update user_account set deactivated_at = null where id = ${userId}`;
    expect(await outcome(enter(token))).toBe('OK');
  });

  test('a deactivated account is given no role', async () => {
    const idle = await world.createUser('idle');
    const grant = () =>
      assignRole(world.as(world.superuser), { collection: { root: true }, assignee: idle.identifier, roleAlias: 'member' });
    await world.sql`update user_account set deactivated_at = now() where user_name = 'idle'`;
    expect(await outcome(grant())).toBe('USER_DEACTIVATED');
    await world.sql`update user_account set deactivated_at = null where user_name = 'idle'`;
    expect(await outcome(grant())).toBe('OK');
  });

  test('a new token takes the place of the old one', async () => {
    const fresh = await world.db.transaction((tx) => issueApiToken(tx, userId));
    expect(await outcome(enter(token))).toBe('INVALID_API_TOKEN');
    expect(await outcome(enter(fresh))).toBe('OK');
  });

  test('the last use is noted at most once a minute', async () => {
    const lastUse = async () => {
      const [row] = await world.sql<{ at: Date | null }[]>`select last_api_use_at as at from user_account where id = ${userId}`;
      return row?.at ?? null;
    };
    await world.sql`update user_account set last_api_use_at = null where id = ${userId}`;
    await enter(token);
    const first = await lastUse();
    expect(first).not.toBeNull();
    world.server.takeStatements();
    await enter(token);
    await enter(token);
    expect(world.server.takeStatements().filter((text) => /^\s*(update|insert|begin)/i.test(text))).toEqual([]);
    expect(await lastUse()).toEqual(first);
    await world.sql`update user_account set last_api_use_at = now() - interval '2 minutes' where id = ${userId}`;
    await enter(token);
    expect((await lastUse())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity);
  });

  /** Who passes which gate: without account, with one, as a superuser. Source: decisions.md 2. */
  const situations: readonly {
    readonly name: string;
    readonly more: Partial<Credentials>;
    readonly key?: string;
    readonly opens: readonly AdminGate[];
  }[] = [
    { name: 'from elsewhere', more: {}, key: 'k3y', opens: ['open'] },
    { name: 'from this machine', more: { fromLocalhost: true }, key: 'k3y', opens: ['open', 'localhost'] },
    { name: 'with the key', more: { unblockKey: 'k3y' }, key: 'k3y', opens: ['open', 'unblock-key'] },
    { name: 'with a wrong key', more: { unblockKey: 'K3Y' }, key: 'k3y', opens: ['open'] },
    { name: 'with an empty key', more: { unblockKey: '' }, key: 'k3y', opens: ['open'] },
    { name: 'with a key where none is set', more: { unblockKey: 'k3y' }, opens: ['open'] },
    { name: 'with an empty key where none is set', more: { unblockKey: '' }, opens: ['open'] },
  ];
  test.each(situations.flatMap((situation) => ADMIN_GATES.map((gate) => ({ ...situation, gate }))))(
    'the gate $gate, $name',
    async ({ gate, more, key, opens }) => {
      const passes = async (sent: string | undefined) => (await enter(sent, gate, more, key)).passesAdminGate;
      expect(await passes(undefined)).toBe(opens.includes(gate));
      expect(await passes(token)).toBe(opens.includes(gate));
      expect(await passes(SUPERUSER_TOKEN)).toBe(true);
    },
  );
});

/** Columns of any table in which a secret stands, as text or as bytes. */
async function placesOf(world: DomainWorld, secret: string): Promise<string[]> {
  const { sql } = world;
  const columns = await sql<{ schema: string; table: string; column: string }[]>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`;
  expect(columns.length).toBeGreaterThan(100);
  const hex = Buffer.from(secret).toString('hex');
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const [row] = await sql<{ present: boolean }[]>`
      select exists (select 1 from ${sql(schema)}.${sql(table)} t
        where strpos(t.${sql(column)}::text, ${secret}) > 0 or strpos(t.${sql(column)}::text, ${hex}) > 0) as present`;
    if (row?.present === true) found.push(`${schema}.${table}.${column}`);
  }
  return found;
}
