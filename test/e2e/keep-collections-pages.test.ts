/** Looking after collections in the browser, without scripts: docs/how-to/deposit-in-the-browser.md. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CookieBrowser, openBrowser, type ShownPage } from '../support/cookie-browser.ts';
import { formsOf, formTo } from '../support/html-form.ts';
import { assignRole, type Caller, createCollection, createUser, type SeededCollection, superuser, uniqueName } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let keeper: CookieBrowser;
let stranger: CookieBrowser;
let other: string;

async function signedIn(userName: string): Promise<CookieBrowser> {
  const browser = openBrowser();
  await browser.post(`${server.url}/sign-in`, { userName, password: 'secret-1234' });
  return browser;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
  const { identifier } = await createUser(server, 'keeper');
  await assignRole(admin, collection, identifier, 'admin');
  keeper = await signedIn(identifier.slice(1));
  ({ identifier: other } = await createUser(server, 'other'));
  stranger = await signedIn(other.slice(1));
});
afterAll(() => server.stop());

const at = (path: string): string => server.url + path;

function send(shown: ShownPage, path: string, changes: Readonly<Record<string, string>>): Promise<ShownPage> {
  const { action, entries } = formTo(shown.html, path);
  for (const [name, value] of Object.entries(changes)) entries.set(name, value);
  return keeper.post(at(action), entries);
}

/** Sends the form that says that it does something. */
function act(shown: ShownPage, does: string, changes: Readonly<Record<string, string>>): Promise<ShownPage> {
  const form = formsOf(shown.html).find(({ entries }) => entries.get('does') === does);
  if (form === undefined) throw new Error(`No form does ${does}.`);
  for (const [name, value] of Object.entries(changes)) form.entries.set(name, value);
  return keeper.post(at(form.action), form.entries);
}

test('a collection is created below another, changed and published', async () => {
  const alias = uniqueName('cruise');
  const form = await keeper.get(at(`/deposit/collection/new?owner=${collection.alias}`));
  const refused = await send(form, '/deposit/collection/new', { name: 'Cruises <1>', alias: 'not an alias', contacts: 'a@example.org' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('href="#alias"');
  const created = await send(refused, '/deposit/collection/new', { alias });
  expect(new URL(created.url).searchParams.get('done')).toBe('created');
  expect(created.html).not.toContain('<1>');
  const saved = await send(created, '/deposit/collection', {
    description: 'All of them',
    contacts: 'a@example.org\nb@example.org',
    collectionType: 'LABORATORY',
  });
  await send(saved, '/deposit/collection/publish', {});
  expect((await admin.rest.get(`/api/collections/${alias}`)).record('data')).toMatchObject({
    name: 'Cruises <1>',
    description: 'All of them',
    collectionType: 'LABORATORY',
    isReleased: true,
    collectionContacts: [{ contactEmail: 'a@example.org' }, { contactEmail: 'b@example.org' }],
  });
});

test('roles are given and taken away, and groups gather who gets them', async () => {
  const path = at(`/deposit/collection/roles?alias=${collection.alias}`);
  const refused = await act(await keeper.get(path), 'assign', { assignee: '@nobody-at-all', role: 'curator' });
  expect([refused.status >= 400, refused.html.includes('id="error-summary"')]).toEqual([true, true]);
  await act(refused, 'createGroup', { displayName: 'Team', aliasInOwner: 'team' });
  await act(await keeper.get(path), 'addMember', { member: other });
  const group = `&explicit/${collection.id}-team`;
  await act(await keeper.get(path), 'assign', { assignee: group, role: 'curator' });
  const assignees = async () =>
    (await admin.rest.get(`/api/collections/${collection.alias}/assignments`))
      .list('data')
      .map((assignment) => Object(assignment).assignee);
  expect(await assignees()).toContain(group);
  expect((await stranger.get(at(`/collection/${collection.alias}`))).html).toContain('/deposit/new?collection=');
  const shown = await keeper.get(path);
  const revoked = formsOf(shown.html)
    .filter(({ entries }) => entries.get('does') === 'revoke')
    .at(-1);
  await keeper.post(at(revoked?.action ?? ''), revoked?.entries ?? {});
  expect(await assignees()).not.toContain(group);
  await act(await keeper.get(path), 'removeMember', {});
  const gone = await act(await keeper.get(path), 'deleteGroup', {});
  expect(formsOf(gone.html).filter(({ entries }) => entries.get('does') === 'deleteGroup')).toEqual([]);
});

test('a field that is required here is asked for by the form of a new dataset', async () => {
  const shown = await keeper.get(at(`/deposit/collection/fields?alias=${collection.alias}`));
  const { action, entries } = formTo(shown.html, '/deposit/collection/fields');
  expect(entries.getAll('required')).toContain('title');
  entries.append('required', 'subtitle');
  entries.append('block', 'geospatial');
  entries.set('whose', 'own');
  expect((await keeper.post(at(action), entries)).status).toBe(200);
  const form = await keeper.get(at(`/deposit/new?collection=${collection.alias}`));
  expect(form.html).toContain('id="field-citation/subtitle"');
  const again = formTo((await keeper.get(at(`/deposit/collection/fields?alias=${collection.alias}`))).html, '/deposit/collection/fields');
  expect(again.entries.getAll('required')).toContain('subtitle');
  expect(again.entries.getAll('block')).toContain('geospatial');
});

test('those who do not look after it get nothing of it', async () => {
  const closed = await createCollection(admin, { published: false, name: 'Hidden place' });
  for (const page of ['collection', 'collection/roles', 'collection/fields', 'new']) {
    const { status, html } = await stranger.get(at(`/deposit/${page}?alias=${closed.alias}&collection=${closed.alias}`));
    expect([page, status]).toEqual([page, 401]);
    expect(html).not.toContain('Hidden place');
  }
});
