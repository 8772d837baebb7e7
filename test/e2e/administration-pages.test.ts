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

  test.each([
    '/admin',
    '/admin/accounts',
    '/admin/account?id=1',
    '/admin/settings',
    '/admin/setting?name=:InstallationName',
    '/admin/jobs',
    '/admin/mail',
    '/admin/workflows',
    '/admin/fixity',
    '/admin/storage',
  ])('is told so at %s', async (path) => {
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

describe('settings', () => {
  const page = (name: string) => world.admin.get(world.at(`/admin/setting?name=${name}`));
  const stored = async (name: string) => (await world.caller.rest.get(`/api/admin/settings/${name}`)).at('data.message');

  test('are listed by group with what they are for', async () => {
    const { html } = await world.admin.get(world.at('/admin/settings'));
    for (const group of ['installation', 'access', 'files', 'other']) expect(html).toContain(`id="group-${group}"`);
    expect(html).toContain('/admin/setting?name=:ZipDownloadLimit');
    const found = await world.admin.get(world.at('/admin/settings?search=zip+download'));
    expect(found.html).toContain(':ZipDownloadLimit');
    expect(found.html).not.toContain('id="group-identifiers"');
    expect((await world.admin.get(world.at('/admin/settings?search=nothing-like-this'))).html).toContain('No setting fits.');
  });

  test('are saved and reset; what is wrong with a value stands at its field', async () => {
    const refused = await world.send(await page(':ZipDownloadLimit'), '/admin/setting', { value: 'a lot' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('href="#value"');
    expect(refused.html).toContain('value="a lot"');
    const saved = await world.send(refused, '/admin/setting', { value: '12345' });
    expect(saved.html).toContain('The setting was saved.');
    expect(await stored(':ZipDownloadLimit')).toBe('12345');
    const set = await world.admin.get(world.at('/admin/settings?only=set'));
    expect(set.html).toContain(':ZipDownloadLimit');
    expect(set.html).not.toContain(':PVMinLength');
    const reset = await world.send(saved, '/admin/setting', {}, { does: 'reset' });
    expect(reset.html).toContain('The setting was reset.');
    expect((await world.caller.rest.get('/api/admin/settings/:ZipDownloadLimit')).status).toBe(404);
  });

  test('that are yes or no, or a choice, are chosen', async () => {
    await world.send(await page(':SearchApiRequiresToken'), '/admin/setting', { value: 'false' });
    expect(await stored(':SearchApiRequiresToken')).toBe('false');
    const made = await world.send(await page(':FileFixityChecksumAlgorithm'), '/admin/setting', { value: 'SHA-9' });
    expect([made.status, made.html.includes('href="#value"')]).toEqual([400, true]);
    await world.send(made, '/admin/setting', { value: 'SHA-512' });
    expect(await stored(':FileFixityChecksumAlgorithm')).toBe('SHA-512');
  });

  test('that are keys are set, and shown by no page', async () => {
    const key = 'not-to-be-seen-<1>';
    const saved = await world.send(await page(':BlockedApiKey'), '/admin/setting', { value: key });
    expect(await stored(':BlockedApiKey')).toBe(key);
    const list = await world.admin.get(world.at('/admin/settings'));
    const again = await world.send(saved, '/admin/setting', { value: '' });
    expect(again.status).toBe(400);
    for (const { html } of [saved, list, again]) expect(html).not.toContain('not-to-be-seen');
    const query = '{ settingDefinition(name: ":BlockedApiKey") { secret isSet values { value } } }';
    expect((await world.caller.graphql.expectData(query)).at('data.settingDefinition')).toEqual({
      secret: true,
      isSet: true,
      values: [{ value: null }],
    });
  });

  test('have values for languages', async () => {
    const fields = { language: 'French', value: 'Ceci <b>' };
    const refused = await world.send(await page(':ApplicationTermsOfUse'), '/admin/setting', fields, { another: 'yes' });
    expect([refused.status, refused.html.includes('href="#language"')]).toEqual([400, true]);
    const saved = await world.send(refused, '/admin/setting', { language: 'fr' }, { another: 'yes' });
    expect(await stored(':ApplicationTermsOfUse/lang/fr')).toBe('Ceci <b>');
    expect(saved.html).toContain('id="fr-value"');
    const reset = await world.send(saved, '/admin/setting', {}, { does: 'reset', language: 'fr' });
    expect(reset.html).not.toContain('id="fr-value"');
  });

  test('that there are not are not found', async () => {
    for (const name of [':Nothing', '', 'x'.repeat(5000)]) expect((await page(name)).status).toBe(404);
    const answer = await world.admin.post(world.at('/admin/setting'), { name: ':Nothing', does: 'save', value: 'x' });
    expect(answer.status).toBe(404);
  });
});
