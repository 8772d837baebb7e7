import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptUser } from '../../support/cli.ts';
import { createCollection, createUser, superuser, uniqueName } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('accounts are listed, shown, raised, renamed, deactivated and deleted', async () => {
  const admin = scriptUser(server.url, SUPERUSER_TOKEN);
  const { identifier } = await createUser(server, 'ada');
  const name = identifier.slice(1);
  const listed = (await admin.run(['admin', 'accounts', 'list', '--search', name, '--json'])).json();
  expect([listed.number('totalCount'), listed.text('accounts.0.identifier')]).toEqual([1, identifier]);
  expect((await admin.run(['admin', 'accounts', 'superuser', identifier, '--json'])).json().at('superuser')).toBe(true);
  expect((await admin.run(['admin', 'accounts', 'superuser', name, '--off', '--json'])).json().at('superuser')).toBe(false);
  const other = uniqueName('grace');
  expect((await admin.run(['admin', 'accounts', 'rename', name, other, '--json'])).json().text('identifier')).toBe(`@${other}`);
  expect(await admin.run(['admin', 'accounts', 'show', other])).toMatchObject({ code: 0, stdout: expect.stringContaining(`@${other}`) });
  expect((await admin.run(['admin', 'accounts', 'deactivate', other, '--json'])).json().at('deactivated')).toBe(true);
  expect((await admin.run(['admin', 'accounts', 'delete', other])).code).toBe(0);
  expect((await admin.run(['admin', 'accounts', 'show', other])).code).toBe(5);
  expect((await scriptUser(server.url).run(['admin', 'accounts', 'list'])).code).toBe(3);
});

test('a long list of accounts comes in pages', async () => {
  const admin = scriptUser(server.url, SUPERUSER_TOKEN);
  await createUser(server, 'paged');
  const page = async (number: string) =>
    (await admin.run(['admin', 'accounts', 'list', '--limit', '1', '--page', number, '--json'])).json();
  const [first, second] = [await page('1'), await page('2')];
  expect([first.number('page'), second.number('page')]).toEqual([1, 2]);
  expect(second.text('accounts.0.identifier')).not.toBe(first.text('accounts.0.identifier'));
});

test('settings are set, from a file as well, read and deleted; a value against the rules is refused', async () => {
  const admin = scriptUser(server.url, SUPERUSER_TOKEN);
  const settings = (...words: string[]) => admin.run(['admin', 'settings', ...words]);
  expect((await settings('set', 'InstallationName', 'Test archive')).code).toBe(0);
  expect(await settings('get', ':InstallationName')).toMatchObject({ code: 0, stdout: 'Test archive\n' });
  await writeFile(join(admin.home, 'terms.html'), '<p>Be fair.</p>');
  expect((await settings('set', 'ApplicationTermsOfUse', '@terms.html', '--language', 'en', '--json')).json().text('value')).toBe(
    '<p>Be fair.</p>',
  );
  expect((await settings('list')).stdout).toContain(':ApplicationTermsOfUse (en) = <p>Be fair.</p>');
  expect((await settings('set', 'MaxFileUploadSizeInBytes', 'large')).code).toBe(6);
  expect((await settings('delete', 'InstallationName')).code).toBe(0);
  expect((await settings('get', 'InstallationName')).code).toBe(5);
});

test('a metadata block is loaded from definitions, and a collection chooses it', async () => {
  const admin = scriptUser(server.url, SUPERUSER_TOKEN);
  const { alias } = await createCollection(superuser(server));
  const listed = (await admin.run(['admin', 'blocks', 'list', '--json'])).stdout;
  expect(listed).toContain('"citation"');
  const table = [
    '#metadataBlock\tname\tdataverseAlias\tdisplayName\tblockURI',
    '\tfieldnotes\t\tField notes\t',
    '#datasetField\tname\ttitle\tdescription\twatermark\tfieldType\tdisplayOrder\tdisplayFormat\tadvancedSearchField\tallowControlledVocabulary\tallowmultiples\tfacetable\tdisplayoncreate\trequired\tparent\tmetadatablock_id\ttermURI',
    '\tfieldNote\tNote\tA note\t\ttext\t0\t\tFALSE\tFALSE\tFALSE\tFALSE\tFALSE\tFALSE\t\tfieldnotes\t',
  ].join('\n');
  await writeFile(join(admin.home, 'block.tsv'), `${table}\n`);
  const loaded = await admin.run(['admin', 'blocks', 'load', 'block.tsv']);
  expect(loaded, loaded.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('fieldnotes') });
  const used = await admin.run(['admin', 'blocks', 'use', alias, 'citation', 'fieldnotes']);
  expect(used).toMatchObject({ code: 0, stdout: expect.stringContaining('fieldnotes') });
  await writeFile(join(admin.home, 'bad.tsv'), '#datasetField\tname\n\tx\n');
  expect((await admin.run(['admin', 'blocks', 'load', 'bad.tsv'])).code).toBe(6);
});

test('the doctor tells a guest and a superuser what it finds', async () => {
  const guest = await scriptUser(server.url).run(['doctor']);
  expect(guest).toMatchObject({ code: 0, stdout: expect.stringContaining('You are a guest there.') });
  const found = (await scriptUser(server.url, SUPERUSER_TOKEN).run(['doctor', '--json'])).json();
  expect(found.at('findings')).toEqual(expect.arrayContaining([expect.objectContaining({ check: 'fixity', ok: true })]));
  expect((await scriptUser('http://127.0.0.1:9').run(['doctor'])).code).toBe(7);
});
