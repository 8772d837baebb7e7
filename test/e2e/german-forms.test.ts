/** What is wrong with a form, told in German to whom reads German: beside the field, above the form, and without a word of English. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Administration, openAdministration } from '../support/administration.ts';
import type { ShownPage } from '../support/cookie-browser.ts';
import { htmlPage } from '../support/html-page.ts';
import { addFile, createCollection, createDataset, type SeededCollection, type SeededDataset, succeeded } from '../support/seed.ts';

let world: Administration;
let collection: SeededCollection;
let draft: SeededDataset;

beforeAll(async () => {
  world = await openAdministration();
  collection = await createCollection(world.caller);
  draft = await createDataset(world.caller, collection);
  await world.admin.get(world.at('/?lang=de'));
});
afterAll(() => world.stop());

/** Words that any sentence of the API has. */
const ENGLISH = /\b(?:must|the|is|not|should|has|of|and|required)\b/iu;

/** What a page tells of faults, after it was checked that none of it is in English. */
function faultsOf({ status, html }: ShownPage): readonly string[] {
  expect(status).toBeGreaterThanOrEqual(400);
  const page = htmlPage(html);
  expect(page.all('html')[0]?.attributes['lang']).toBe('de');
  const told = page.elements
    .filter(({ attributes }) => attributes['class'] === 'fault' || attributes['role'] === 'alert')
    .map(({ text }) => text.trim());
  expect(told).not.toEqual([]);
  expect(told.filter((text) => ENGLISH.test(text.replaceAll(/„[^“]*“|@[\w-]+/gu, '')))).toEqual([]);
  expect(html).not.toContain('auf Englisch:');
  return told;
}

async function sent(at: string, to: string, changes: Readonly<Record<string, string>>, known?: Readonly<Record<string, string>>) {
  return faultsOf(await world.send(await world.admin.get(world.at(at)), to, changes, known));
}

test.each([
  [
    'a group of addresses',
    '/admin/ip-group',
    '/admin/ip-group',
    { alias: 'twelve', ranges: '192.0.2.9 - 192.0.2.1', addresses: 'nowhere' },
    'endet, bevor es beginnt',
  ],
  [
    'a group of domains',
    '/admin/mail-domain-group',
    '/admin/mail-domain-group',
    { alias: 'ä ö', domains: '-.-' },
    'Buchstaben ohne Umlaute',
  ],
  ['a number', '/admin/setting?name=:MultipleUploadFilesLimit', '/admin/setting', { value: 'many' }, 'muss eine ganze Zahl sein'],
  ['a choice', '/admin/setting?name=:Protocol', '/admin/setting', { value: 'ftp' }, 'muss eines davon sein: doi, hdl, perma'],
  ['an address', '/admin/setting?name=:GuidesBaseUrl', '/admin/setting', { value: 'nowhere' }, 'muss eine gültige Webadresse sein'],
  ['paths of files', '/admin/setting?name=:PVDictionaries', '/admin/setting', { value: '/etc/passwd' }, 'PASSWORD_DICTIONARIES_DIR'],
  ['a storage site', '/admin/storage', '/admin/storage', { hostname: '!', transferProtocols: 'ftp' }, 'Name eines Rechners'],
])('%s of administration', async (_name, at, to, changes, words) => {
  expect((await sent(at, to, changes)).join(' ')).toContain(words);
});

test('a sign-in provider', async () => {
  const changes = { providerId: 'a/b', title: 'A', factoryAlias: 'oidc', factoryData: 'issuer:http://a.example', enabled: 'yes' };
  const named = { ...changes, factoryAlias: 'BuiltinAuthenticationProvider' };
  expect((await sent('/admin/provider', '/admin/provider', named)).join(' ')).toContain('Schrägstriche');
  const told = await sent('/admin/provider', '/admin/provider', { ...changes, providerId: 'ab' });
  expect(told.join(' ')).toContain('„issuer“ muss mit https:// beginnen');
  expect(told.join(' ')).toContain('„clientId“ fehlt und muss ein Text sein');
});

test('a message to visitors', async () => {
  const told = await sent('/admin/banners', '/admin/banners', { 'language-0': 'xx', 'message-0': 'Heute' }, { does: 'add' });
  expect(told.join(' ')).toContain('ISO 639-1');
});

test('a collection', async () => {
  const told = await sent(`/deposit/collection/new?owner=${collection.alias}`, '/deposit/collection/new', {
    name: ' ',
    alias: '77',
    contacts: 'nobody',
  });
  expect(told.join(' ')).toContain('darf nicht nur aus Ziffern bestehen');
  expect(told.join(' ')).toContain('muss eine E-Mail-Adresse sein');
});

test('roles and groups of a collection', async () => {
  const at = `/deposit/collection/roles?alias=${collection.alias}`;
  const told = await sent(at, '/deposit/collection/roles', { assignee: '@nobody-of-this-name' }, { does: 'assign' });
  expect(told.join(' ')).toContain('@nobody-of-this-name ist weder ein Konto noch eine Gruppe');
});

test('metadata of a new dataset', async () => {
  const told = await sent(`/deposit/new?collection=${collection.alias}`, '/deposit/new', {
    'citation/title': '',
    'citation/author/0/authorName': 'Ada',
    'citation/datasetContact/0/datasetContactEmail': 'nobody',
    'citation/dateOfDeposit': 'yesterday',
    'citation/dsDescription/0/dsDescriptionValue': 'D',
  });
  expect(told).toContain('„Titel“ muss angegeben werden');
  expect(told.join(' ')).toContain('keine gültige E-Mail-Adresse');
  expect(told.join(' ')).toContain('kein gültiges Datum');
});

test('what stands against a publication, as data of an answer', async () => {
  succeeded(
    await world.caller.rest.put(`/api/dataverses/${collection.alias}/inputLevels`, [
      { datasetFieldTypeName: 'subtitle', required: true, include: true },
    ]),
  );
  const { html } = await world.admin.get(world.at(`/deposit/publish?persistentId=${encodeURIComponent(draft.persistentId)}`));
  const obstacles = htmlPage(html)
    .all('li')
    .map(({ text }) => text);
  expect(obstacles.join(' ')).toContain('„Untertitel“ muss angegeben werden');
  expect(obstacles.join(' ')).not.toContain('is required');
});

test('the name of a file', async () => {
  const file = await addFile(world.caller, draft, { name: 'a.txt' });
  const told = await sent(`/deposit/file?persistentId=${encodeURIComponent(draft.persistentId)}&file=${file}`, '/deposit/file', {
    label: 'a:b',
    directoryLabel: 'ö',
  });
  expect(told.join(' ')).toContain('Der Dateiname darf weder Steuerzeichen');
  expect(told.join(' ')).toContain('Ordner: Der Ordner darf nur');
});

test('the password of an account', async () => {
  const told = await sent('/account', '/account/password', { currentPassword: 'secret-1234', newPassword: 'ab' });
  expect(told.join(' ')).toContain('muss mindestens 6 Zeichen haben');
});
