/** Administering in the browser, without scripts: docs/how-to/administer-in-the-browser.md. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdministration, signedIn, type Administration } from '../support/administration.ts';
import { assignRole, createCollection, createUser } from '../support/seed.ts';

let world: Administration;
beforeAll(async () => {
  world = await openAdministration();
});
afterAll(() => world.stop());

describe('who is no superuser', () => {
  test('is led to signing in, and back, as a guest', async () => {
    expect(await world.guest.locationOf(world.at('/admin'))).toBe('/sign-in?returnTo=%2Fadmin');
  });

  test.each(['/admin', '/admin/accounts', '/admin/account?id=1'])('is told so at %s', async (path) => {
    const { status, html } = await world.user.get(world.at(path));
    expect(status).toBe(403);
    expect(html).toContain('For administrators');
  });

  test('has no link to it in the frame; superusers have', async () => {
    expect((await world.user.get(world.at('/'))).html).not.toContain('href="/admin"');
    expect((await world.guest.get(world.at('/'))).html).not.toContain('href="/admin"');
    for (const path of ['/', '/account', '/deposit']) {
      expect([path, (await world.admin.get(world.at(path))).html.includes('href="/admin"')]).toEqual([path, true]);
    }
  });
});

test('the overview says how the installation stands', async () => {
  const { status, html } = await world.admin.get(world.at('/admin'));
  expect(status).toBe(200);
  expect(html).toContain('id="attention"');
  expect(html).toContain('id="state"');
});

test('whoever is no superuser changes nothing with a form that was made up', async () => {
  const { databaseId } = await accountNamed(world.userName);
  const answer = await world.user.post(world.at('/admin/account'), { id: String(databaseId), does: 'promote' });
  expect(answer.status).toBe(403);
  expect((await accountNamed(world.userName)).superuser).toBe(false);
});

interface AccountFacts {
  readonly databaseId: number;
  readonly superuser: boolean;
  readonly deactivated: boolean;
}

async function accountNamed(userName: string): Promise<AccountFacts> {
  const query = 'query ($userName: String!) { user(reference: { userName: $userName }) { databaseId superuser deactivated } }';
  const answer = await world.caller.graphql.send(query, { userName });
  return {
    databaseId: answer.number('data.user.databaseId'),
    superuser: answer.at('data.user.superuser') === true,
    deactivated: answer.at('data.user.deactivated') === true,
  };
}

async function pageOf(userName: string) {
  const { databaseId } = await accountNamed(userName);
  return world.admin.get(world.at(`/admin/account?id=${databaseId}`));
}

describe('accounts', () => {
  test('are found by how their names begin, and by what they are', async () => {
    const all = await world.admin.get(world.at('/admin/accounts?search=visit'));
    expect(all.html).toContain(`@${world.userName}`);
    expect(all.html).not.toContain(`@${world.adminName}`);
    const superusers = await world.admin.get(world.at('/admin/accounts?only=superusers'));
    expect(superusers.html).toContain(`@${world.adminName}`);
    expect(superusers.html).not.toContain(`@${world.userName}`);
    const none = await world.admin.get(world.at('/admin/accounts?search=nobody-begins-like-this'));
    expect(none.html).toContain('No account fits.');
    const long = await world.admin.get(world.at(`/admin/accounts?search=${'x'.repeat(300)}`));
    expect([long.status, long.html.includes('href="#search"')]).toEqual([400, true]);
  });

  test('become superusers and ordinary again', async () => {
    const made = await world.send(await pageOf(world.userName), '/admin/account', {}, { does: 'promote' });
    expect(made.html).toContain('The account is a superuser now.');
    expect((await accountNamed(world.userName)).superuser).toBe(true);
    await world.send(await pageOf(world.userName), '/admin/account', {}, { does: 'demote' });
    expect((await accountNamed(world.userName)).superuser).toBe(false);
  });

  test('are renamed; what is wrong with a name stands at its field', async () => {
    const { userName } = await signedIn(world.server, 'renamed');
    const refused = await world.send(await pageOf(userName), '/admin/account', { userName: '!' }, { does: 'rename' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('href="#userName"');
    const taken = await world.send(refused, '/admin/account', { userName: world.adminName }, { does: 'rename' });
    expect(taken.html).toContain('id="error-summary"');
    const done = await world.send(taken, '/admin/account', { userName: `${userName}-2` }, { does: 'rename' });
    expect(done.html).toContain('The account was renamed.');
    expect((await accountNamed(`${userName}-2`)).databaseId).toBeGreaterThan(0);
  });

  test('show that there are tokens, and never which', async () => {
    const { identifier, token = '' } = await createUser(world.server, 'robot');
    const { html } = await pageOf(identifier.slice(1));
    expect(html).toContain('It has an API token');
    expect(html).not.toContain(token);
  });

  test('are deactivated once that was confirmed', async () => {
    const { userName } = await signedIn(world.server, 'leaver');
    const { databaseId } = await accountNamed(userName);
    const question = await world.admin.get(world.at(`/admin/account/confirm?id=${databaseId}&does=deactivate`));
    expect((await accountNamed(userName)).deactivated).toBe(false);
    const done = await world.send(question, '/admin/account');
    expect(done.html).toContain('The account was deactivated.');
    expect((await accountNamed(userName)).deactivated).toBe(true);
  });

  test('that left something behind are not deleted, and say what it is; merged ones give it on', async () => {
    const collection = await createCollection(world.caller);
    const { userName: leaving } = await signedIn(world.server, 'double');
    const { userName: staying } = await signedIn(world.server, 'single');
    await assignRole(world.caller, collection, `@${leaving}`, 'curator');
    const { databaseId } = await accountNamed(leaving);
    const shown = await pageOf(leaving);
    expect(shown.html).toContain('<h3>Roles');
    const refused = await world.send(
      await world.admin.get(world.at(`/admin/account/confirm?id=${databaseId}&does=delete`)),
      '/admin/account',
    );
    expect([refused.status >= 400, refused.html.includes('id="error-summary"')]).toEqual([true, true]);
    const unknown = await world.admin.get(world.at(`/admin/account/confirm?id=${databaseId}&does=merge&into=nobody`));
    expect(unknown.html).toContain('href="#into"');
    const question = await world.admin.get(world.at(`/admin/account/confirm?id=${databaseId}&does=merge&into=%40${staying}`));
    const merged = await world.send(question, '/admin/account');
    expect(merged.html).toContain('The accounts were merged');
    expect(merged.html).toContain(`@${staying}`);
    const roles = await world.caller.rest.get(`/api/collections/${collection.alias}/assignments`);
    expect(roles.list('data').map((assignment) => Object(assignment).assignee)).toContain(`@${staying}`);
  });

  test('that left nothing behind are deleted', async () => {
    const { userName } = await signedIn(world.server, 'empty');
    const { databaseId } = await accountNamed(userName);
    const question = await world.admin.get(world.at(`/admin/account/confirm?id=${databaseId}&does=delete`));
    expect((await world.send(question, '/admin/account')).html).toContain('The account was deleted.');
    expect((await world.admin.get(world.at(`/admin/account?id=${databaseId}`))).status).toBe(404);
  });

  test.each(['0', '-1', 'x', '99999999999', ''])('of no such number as %s are not found', async (id) => {
    expect((await world.admin.get(world.at(`/admin/account?id=${id}`))).status).toBe(404);
  });
});
