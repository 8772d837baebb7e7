/** Groups of the installation, providers of sign-in and messages to visitors in the browser: docs/how-to/administer-in-the-browser.md. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdministration, type Administration } from '../support/administration.ts';
import { openBrowser } from '../support/cookie-browser.ts';
import { assignRole, createCollection, succeeded } from '../support/seed.ts';
import { until } from '../support/server-process.ts';

let world: Administration;
beforeAll(async () => {
  world = await openAdministration();
});
afterAll(() => world.stop());

const get = (path: string) => world.admin.get(world.at(path));
const told = async (path: string) => (await world.caller.rest.get(path)).at('data');

/** The number in the link to a record of a list. */
async function numberOf(path: string, alias: string): Promise<string> {
  const { html } = await get('/admin/groups');
  const found = [...html.matchAll(new RegExp(`${path}\\?id=(\\d+)">([^<]*)<`, 'g'))].find(([, , name]) => name === alias);
  if (found?.[1] === undefined) throw new Error(`There is no ${alias} in the list.`);
  return found[1];
}

describe('groups by network address', () => {
  test('are made and changed, and keep their alias', async () => {
    const made = await world.send(await get('/admin/ip-group'), '/admin/ip-group', {
      alias: 'library',
      name: 'Library <1>',
      ranges: '192.0.2.1 - 192.0.2.99\n\n 2001:db8::-2001:db8::ff ',
      addresses: '198.51.100.7',
    });
    expect(made.html).toContain('The group was saved.');
    expect(made.html).toContain('Library &lt;1>');
    expect(await told('/api/admin/groups/ip/library')).toMatchObject({
      alias: 'library',
      ranges: [
        ['192.0.2.1', '192.0.2.99'],
        ['2001:db8::', '2001:db8::ff'],
      ],
      addresses: ['198.51.100.7'],
    });
    const id = await numberOf('/admin/ip-group', 'Library &lt;1>');
    const page = await get(`/admin/ip-group?id=${id}`);
    expect(page.html).not.toContain('name="alias"');
    await world.send(page, '/admin/ip-group', { name: 'Library', ranges: '' }, { does: 'save' });
    expect(await told('/api/admin/groups/ip/library')).toMatchObject({ name: 'Library', addresses: ['198.51.100.7'] });
    expect(await told('/api/admin/groups/ip/library')).not.toHaveProperty('ranges');
  });

  test('say all that is wrong with them at their fields, and keep what was typed', async () => {
    const refused = await world.send(await get('/admin/ip-group'), '/admin/ip-group', {
      alias: 'no blanks',
      description: 'x'.repeat(1025),
    });
    expect(refused.status).toBe(400);
    for (const field of ['alias', 'description']) expect(refused.html).toContain(`href="#${field}"`);
    expect(refused.html).toContain('value="no blanks"');
    const again = await world.send(refused, '/admin/ip-group', {
      alias: 'mended',
      description: '',
      ranges: '192.0.2.9 - 192.0.2.1\nnowhere',
    });
    expect(again.html).toContain('ends before it begins');
    expect(again.html).toContain('nowhere is no IPv4 or IPv6 address');
    expect((await world.send(again, '/admin/ip-group', { ranges: '' })).html).toContain('The group was saved.');
  });

  test('are deleted, unless a role is given to them', async () => {
    const collection = await createCollection(world.caller);
    await world.send(await get('/admin/ip-group'), '/admin/ip-group', { alias: 'held', addresses: '192.0.2.7' });
    await assignRole(world.caller, collection, '&ip/held', 'curator');
    const id = await numberOf('/admin/ip-group', 'held');
    const refused = await world.send(await get(`/admin/ip-group?id=${id}`), '/admin/ip-group', {}, { does: 'delete' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('id="error-summary"');
    // The form beside the button shows what is kept.
    expect(refused.html).toContain('192.0.2.7');
    const roles = await world.caller.rest.get(`/api/collections/${collection.alias}/assignments`);
    const assignment = roles.list('data').find((one) => Object(one).assignee === '&ip/held');
    succeeded(
      await world.caller.rest.send(`/api/collections/${collection.alias}/assignments/${String(Object(assignment).id)}`, {
        method: 'DELETE',
      }),
    );
    expect((await world.send(refused, '/admin/ip-group', {}, { does: 'delete' })).html).toContain('The group was deleted.');
    expect((await get(`/admin/ip-group?id=${id}`)).status).toBe(404);
    expect((await world.admin.post(world.at('/admin/ip-group'), { does: 'save', id, addresses: '192.0.2.7' })).status).toBe(404);
  });
});

describe('groups by e-mail address', () => {
  test('are made, changed and deleted', async () => {
    const refused = await world.send(await get('/admin/mail-domain-group'), '/admin/mail-domain-group', {
      alias: 'university',
      domains: 'example.org\nnot a domain',
    });
    expect([refused.status, refused.html.includes('href="#domains"')]).toEqual([400, true]);
    await world.send(refused, '/admin/mail-domain-group', { domains: 'example.org\nexample.com' });
    expect(await told('/api/admin/groups/domain/university')).toMatchObject({ domains: ['example.org', 'example.com'], regex: false });
    const id = await numberOf('/admin/mail-domain-group', 'university');
    const page = await get(`/admin/mail-domain-group?id=${id}`);
    await world.send(page, '/admin/mail-domain-group', { domains: '[a-z]+\\.example\\.org', regex: 'yes' }, { does: 'save' });
    expect(await told('/api/admin/groups/domain/university')).toMatchObject({ domains: ['[a-z]+\\.example\\.org'], regex: true });
    const shown = await get(`/admin/mail-domain-group?id=${id}`);
    expect((await world.send(shown, '/admin/mail-domain-group', {}, { does: 'delete' })).html).toContain('The group was deleted.');
  });
});

describe('providers of sign-in', () => {
  const SECRET = 'not-to-be-seen';

  test('are added with a secret that no page shows, and that stays when they are changed', async () => {
    const refused = await world.send(await get('/admin/provider'), '/admin/provider', {
      providerId: 'campus',
      factoryAlias: 'oidc',
      title: 'Campus',
      factoryData: `issuer: not an address\nclientId: us\nclientSecret: ${SECRET}`,
      enabled: 'yes',
    });
    expect([refused.status, refused.html.includes('href="#factoryData"')]).toEqual([400, true]);
    const saved = await world.send(refused, '/admin/provider', {
      factoryData: `issuer: http://localhost:1\nclientId: us\nclientSecret: ${SECRET}`,
    });
    expect(saved.html).toContain('The provider was saved.');
    const page = await get('/admin/provider?id=campus');
    expect(page.html).not.toContain(SECRET);
    const changed = await world.send(page, '/admin/provider', { title: 'The campus' }, { does: 'save' });
    expect(changed.html).toContain('The campus');
    // An enabled provider is refused without a secret that the hidden one could stand for: the stored one stayed.
    expect(await told('/api/admin/authenticationProviders/campus')).toMatchObject({ title: 'The campus', enabled: true });
  });

  test('are not put in place of another one', async () => {
    const refused = await world.send(await get('/admin/provider'), '/admin/provider', { providerId: 'builtin' });
    expect([refused.status, refused.html.includes('href="#providerId"')]).toEqual([400, true]);
  });

  test('are switched off and on', async () => {
    const off = await world.send(await get('/admin/providers'), '/admin/providers', {}, { id: 'campus', does: 'off' });
    expect(off.html).toContain('The provider is switched off.');
    expect(await told('/api/admin/authenticationProviders/campus')).toMatchObject({ enabled: false });
    const on = await world.send(off, '/admin/providers', {}, { id: 'campus', does: 'on' });
    expect(on.html).toContain('The provider is switched on.');
    expect(await told('/api/admin/authenticationProviders/campus')).toMatchObject({ enabled: true });
  });

  test('by which one is signed in stay on', async () => {
    const { html } = await get('/admin/providers');
    expect(html).toContain('You are signed in by it.');
    expect(html).not.toContain('name="id" value="builtin"');
    const forms = [
      ['/admin/providers', { does: 'off' }],
      ['/admin/provider', { does: 'delete' }],
      ['/admin/provider', { does: 'save', factoryAlias: 'BuiltinAuthenticationProvider' }],
    ] as const;
    for (const [path, fields] of forms) {
      const refused = await world.admin.post(world.at(path), { id: 'builtin', ...fields });
      expect([refused.status, refused.html.includes('id="error-summary"')]).toEqual([400, true]);
    }
    expect(await told('/api/admin/authenticationProviders/builtin')).toMatchObject({ enabled: true });
  });

  test('are removed', async () => {
    const removed = await world.send(await get('/admin/provider?id=campus'), '/admin/provider', {}, { does: 'delete' });
    expect(removed.html).toContain('The provider was removed.');
    expect((await get('/admin/provider?id=campus')).status).toBe(404);
  });
});

describe('messages to visitors', () => {
  const messages = async () => {
    const answer = await world.caller.graphql.expectData(
      '{ bannerMessages(includeInactive: true) { nodes { databaseId active dismissible texts { language message } } } }',
    );
    return answer.list('data.bannerMessages.nodes').map((one) => Object(one));
  };

  test('are added in several languages, one more at a time; what is wrong stands at its field', async () => {
    const more = await world.send(
      await get('/admin/banners'),
      '/admin/banners',
      { 'message-0': 'Closed <tonight>', another: 'yes' },
      { does: 'add' },
    );
    expect(more.html).toContain('Closed &lt;tonight>');
    expect(await messages()).toEqual([]);
    const refused = await world.send(more, '/admin/banners', { 'language-2': 'French', 'message-2': 'Fermé' }, { does: 'add' });
    expect([refused.status, refused.html.includes('href="#language-2"')]).toEqual([400, true]);
    const done = await world.send(refused, '/admin/banners', { 'language-2': 'fr' }, { does: 'add' });
    expect(done.html).toContain('The message is shown from now on.');
    expect(await messages()).toMatchObject([
      {
        active: true,
        dismissible: true,
        texts: [
          { language: 'en', message: 'Closed <tonight>' },
          { language: 'fr', message: 'Fermé' },
        ],
      },
    ]);
  });

  test('without a text are refused', async () => {
    const refused = await world.send(await get('/admin/banners'), '/admin/banners', {}, { does: 'add' });
    expect([refused.status, refused.html.includes('id="error-summary"')]).toEqual([400, true]);
  });

  test('stand at the top of every page until the reader hides them', async () => {
    const reader = openBrowser();
    await until('the message', async () => (await reader.get(world.at('/'))).html.includes('Closed'));
    const search = await reader.get(world.at('/search?q=a'));
    const hide = /href="([^"]*hide-message=\d+)"/.exec(search.html)?.[1] ?? '';
    expect((await reader.get(world.at(hide.replaceAll('&amp;', '&')))).html).not.toContain('Closed');
    expect((await reader.get(world.at('/no-such-page'))).html).not.toContain('Closed');
    expect((await openBrowser().get(world.at('/no-such-page'))).html).toContain('Closed');
  });

  test('are ended, and removed', async () => {
    const [first] = await messages();
    const id = String(first?.databaseId);
    const ended = await world.send(await get('/admin/banners'), '/admin/banners', {}, { does: 'end', id });
    expect(ended.html).toContain('The message is no longer shown.');
    expect(await messages()).toMatchObject([{ active: false }]);
    const removed = await world.send(ended, '/admin/banners', {}, { does: 'delete', id });
    expect(removed.html).toContain('There is no message.');
    expect((await world.admin.post(world.at('/admin/banners'), { does: 'end', id })).status).toBe(404);
  });
});

const PATHS = ['/admin/groups', '/admin/ip-group', '/admin/mail-domain-group', '/admin/providers', '/admin/provider', '/admin/banners'];

test.each(PATHS)('%s is for superusers alone', async (path) => {
  expect((await world.user.get(world.at(path))).status).toBe(403);
  expect((await world.guest.get(world.at(path))).url).toContain('/sign-in');
  // The list of groups has no form.
  expect((await world.user.post(world.at(path), { does: 'save' })).status).toBe(path === '/admin/groups' ? 404 : 403);
});

test.each(PATHS)('%s speaks German', async (path) => {
  const { html, status } = await get(`${path}?lang=de`);
  expect([status, html.includes('lang="de"')]).toEqual([200, true]);
  await get(`${path}?lang=en`);
});
