/** Depositing in the browser without scripts: docs/how-to/deposit-in-the-browser.md. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CookieBrowser, openBrowser, type ShownPage } from '../support/cookie-browser.ts';
import { formTo } from '../support/html-form.ts';
import { htmlPage } from '../support/html-page.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let author: CookieBrowser;
let curator: CookieBrowser;
let stranger: CookieBrowser;

async function signedIn(name: string, role?: string): Promise<CookieBrowser> {
  const { identifier } = await createUser(server, name);
  if (role !== undefined) await assignRole(admin, collection, identifier, role);
  const browser = openBrowser();
  const shown = await browser.post(`${server.url}/sign-in`, { userName: identifier.slice(1), password: 'secret-1234' });
  expect(shown.url).toBe(`${server.url}/account`);
  return browser;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin, { name: 'Coast <lab>' });
  author = await signedIn('ada', 'dsContributor');
  curator = await signedIn('carl', 'curator');
  stranger = await signedIn('stella');
});
afterAll(() => server.stop());

const at = (path: string): string => server.url + path;
const pageOf = (kind: string, { persistentId }: Pick<SeededDataset, 'persistentId'>): string =>
  at(`/deposit/${kind}?persistentId=${encodeURIComponent(persistentId)}`);

/** Sends the form of a page to a path, changed. */
function send(browser: CookieBrowser, shown: ShownPage, path: string, changes: Readonly<Record<string, string>>): Promise<ShownPage> {
  const { action, entries } = formTo(shown.html, path);
  for (const [name, value] of Object.entries(changes)) entries.set(name, value);
  return browser.post(at(action), entries);
}

const FILLED = {
  'citation/title': 'Tides & <b>salt</b>',
  'citation/author/0/authorName': 'Lovelace, Ada',
  'citation/datasetContact/0/datasetContactEmail': 'ada@example.org',
  'citation/dsDescription/0/dsDescriptionValue': 'What the sea did.',
  'citation/subject': 'Earth and Environmental Sciences',
};

async function draftOf(browser: CookieBrowser): Promise<SeededDataset> {
  const form = await browser.get(at(`/deposit/new?collection=${collection.alias}`));
  const created = await send(browser, form, '/deposit/new', FILLED);
  expect([created.status, new URL(created.url).pathname]).toEqual([200, '/deposit/dataset']);
  const persistentId = new URL(created.url).searchParams.get('persistentId') ?? '';
  const known = succeeded(await admin.rest.get(`/api/datasets/:persistentId?persistentId=${persistentId}`));
  return { persistentId, id: known.number('data.id') };
}

async function titleOf({ id }: SeededDataset): Promise<unknown> {
  const fields: { typeName: string; value: unknown }[] = Object(
    (await admin.rest.get(`/api/datasets/${id}/versions/:draft/metadata/citation`)).at('data'),
  ).fields;
  return fields.find(({ typeName }) => typeName === 'title')?.value;
}

describe('a new dataset', () => {
  test('is begun where the account may create some', async () => {
    const { html } = await author.get(at('/deposit'));
    expect(
      htmlPage(html)
        .all('a')
        .map(({ attributes }) => attributes['href']),
    ).toContain(`/deposit/new?collection=${collection.alias}`);
    expect((await stranger.get(at('/deposit'))).html).not.toContain(`collection=${collection.alias}`);
  });

  test('has a form of the fields of the collection, each with its label and help', async () => {
    const { html } = await author.get(at(`/deposit/new?collection=${collection.alias}`));
    const page = htmlPage(html);
    const labels = new Set(page.all('label').map(({ attributes }) => attributes['for']));
    const controls = [...page.all('input'), ...page.all('select'), ...page.all('textarea')].filter(
      ({ attributes: { type, name = '' } }) => type !== 'hidden' && name.startsWith('citation/'),
    );
    expect(controls.length).toBeGreaterThan(15);
    const unnamed = controls.filter(({ attributes: { id = '', 'aria-label': label } }) => !labels.has(id) && label === undefined);
    expect(unnamed).toEqual([]);
    expect(html).not.toContain('<lab>');
    const ids = page.elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(ids.length).toBe(new Set(ids).size);
    const described = page.elements
      .flatMap(({ attributes }) => (attributes['aria-describedby'] ?? '').split(' '))
      .filter((id) => id !== '');
    expect(described.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('keeps all that was typed while fields are added and removed', async () => {
    let shown = await author.get(at(`/deposit/new?collection=${collection.alias}`));
    shown = await send(author, shown, '/deposit/new', { ...FILLED, add: 'citation/author' });
    shown = await send(author, shown, '/deposit/new', { 'citation/author/1/authorName': 'Hopper, Grace', add: 'citation/author' });
    let { entries } = formTo(shown.html, '/deposit/new');
    expect([...entries.keys()].filter((name) => name.endsWith('/authorName'))).toHaveLength(3);
    expect(entries.get('citation/title')).toBe(FILLED['citation/title']);
    expect(entries.getAll('citation/subject')).toEqual([FILLED['citation/subject']]);
    shown = await send(author, shown, '/deposit/new', { remove: 'citation/author/0' });
    ({ entries } = formTo(shown.html, '/deposit/new'));
    const names = [...entries].filter(([name]) => name.endsWith('/authorName')).map(([, value]) => value);
    expect(names).toEqual(['Hopper, Grace', '']);
  });

  test('is created as a draft that its form shows again', async () => {
    const dataset = await draftOf(author);
    expect(await titleOf(dataset)).toBe(FILLED['citation/title']);
    const { entries } = formTo((await author.get(pageOf('metadata', dataset))).html, '/deposit/metadata');
    expect(Object.fromEntries([...entries].filter(([name]) => Object.hasOwn(FILLED, name)))).toEqual(FILLED);
  });

  test('that is not complete is told so at each field, with nothing lost', async () => {
    const form = await author.get(at(`/deposit/new?collection=${collection.alias}`));
    const shown = await send(author, form, '/deposit/new', {
      'citation/title': 'Kept',
      'citation/author/0/authorAffiliation': 'Library',
      'citation/datasetContact/0/datasetContactEmail': 'no address',
    });
    expect(shown.status).toBeGreaterThanOrEqual(400);
    const page = htmlPage(shown.html);
    const ids = page.elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    const links = page.all('a').flatMap(({ attributes: { href = '' } }) => (href.startsWith('#field-') ? [href.slice(1)] : []));
    expect(links).toEqual([
      'field-citation/author/0/authorName',
      'field-citation/datasetContact/0/datasetContactEmail',
      'field-citation/dsDescription/0/dsDescriptionValue',
      'field-citation/subject',
    ]);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    const invalid = page.elements
      .filter(({ attributes }) => attributes['aria-invalid'] === 'true')
      .map(({ attributes }) => attributes['id']);
    expect(invalid).toEqual(links.slice(0, 3));
    expect(formTo(shown.html, '/deposit/new').entries.get('citation/title')).toBe('Kept');
  });

  test('begins with what a template of the collection says', async () => {
    const own = await createCollection(admin);
    const { data } = await admin.graphql
      .expectData('mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { databaseId } } }', {
        input: {
          collection: { alias: own.alias },
          name: 'Cruises',
          isDefault: true,
          fields: [{ typeName: 'title', multiple: false, typeClass: 'primitive', value: 'Cruise' }],
          instructions: [{ instructionField: 'title', instructionText: 'Name the ship.' }],
        },
      })
      .then((answer) => ({ data: answer }));
    const curatorOfAll = openBrowser();
    const { identifier } = await createUser(server, 'tina');
    await assignRole(admin, own, identifier, 'dsContributor');
    await curatorOfAll.post(at('/sign-in'), { userName: identifier.slice(1), password: 'secret-1234' });
    const { html } = await curatorOfAll.get(at(`/deposit/new?collection=${own.alias}`));
    const { entries } = formTo(html, '/deposit/new');
    expect([entries.get('template'), entries.get('citation/title')]).toEqual([
      String(data.number('data.createTemplate.template.databaseId')),
      'Cruise',
    ]);
    expect(html).toContain('Name the ship.');
  });
});

describe('the metadata of a draft', () => {
  test('are changed, with what the form does not show left as it is', async () => {
    const dataset = await draftOf(author);
    const form = await author.get(pageOf('metadata', dataset));
    const saved = await send(author, form, '/deposit/metadata', { 'citation/title': 'Other', 'citation/subtitle': 'One' });
    expect(new URL(saved.url).searchParams.get('done')).toBe('saved');
    expect(await titleOf(dataset)).toBe('Other');
    const again = await send(author, await author.get(pageOf('metadata', dataset)), '/deposit/metadata', { 'citation/subtitle': '' });
    expect(again.status).toBe(200);
    const fields = (await admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft/metadata/citation`)).list('data.fields');
    expect(fields.map((field) => Object(field).typeName)).not.toContain('subtitle');
  });

  test('are not saved over a change that came between, unless it is said once more', async () => {
    const dataset = await draftOf(author);
    const form = await author.get(pageOf('metadata', dataset));
    await send(curator, await curator.get(pageOf('metadata', dataset)), '/deposit/metadata', { 'citation/title': 'By the curator' });
    const refused = await send(author, form, '/deposit/metadata', { 'citation/title': 'By the author' });
    expect(refused.status).toBe(409);
    expect(await titleOf(dataset)).toBe('By the curator');
    expect(formTo(refused.html, '/deposit/metadata').entries.get('citation/title')).toBe('By the author');
    const saved = await send(author, refused, '/deposit/metadata', {});
    expect(saved.status).toBe(200);
    expect(await titleOf(dataset)).toBe('By the author');
  });
});

describe('files', () => {
  const upload = (
    browser: CookieBrowser,
    dataset: SeededDataset,
    facts: Readonly<Record<string, string>>,
    file?: File,
  ): Promise<ShownPage> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(facts)) form.append(name, value);
    form.append('file', file ?? new File([], ''));
    return browser.upload(pageOf('files', dataset), form);
  };

  test('are added, described, replaced and taken out by plain forms', async () => {
    const dataset = await draftOf(author);
    const facts = { directoryLabel: 'data/2024', description: 'Of <one> buoy', categories: 'Data, Code', restrict: 'on' };
    const added = await upload(author, dataset, facts, new File(['level\n'], 'tide.txt'));
    expect(added.status).toBe(200);
    expect(added.html).toContain('data/2024/tide.txt');
    expect(added.html).not.toContain('<one>');
    const files = (): Promise<readonly unknown[]> =>
      admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft/files`).then((answer) => answer.list('data'));
    const [stored] = await files();
    expect(stored).toMatchObject({
      label: 'tide.txt',
      directoryLabel: 'data/2024',
      description: 'Of <one> buoy',
      categories: ['Data', 'Code'],
      restricted: true,
    });

    const link = /href="(\/deposit\/file\?[^"]+)"/.exec(added.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const page = await author.get(at(link));
    const wrong = await send(author, page, '/deposit/file', { label: 'a/b' });
    expect(wrong.status).toBe(400);
    expect(
      htmlPage(wrong.html)
        .all('a')
        .map(({ attributes }) => attributes['href']),
    ).toContain('#label');
    const changed = await send(author, page, '/deposit/file', { label: 'tides.txt', description: '' });
    expect(changed.html).toContain('tides.txt');

    const form = new FormData();
    form.append('file', new File(['other\n'], 'newer.txt'));
    const replaced = await author.upload(at(formTo(page.html, '/deposit/file/replace').action), form);
    expect(replaced.html).toContain('data/2024/newer.txt');
    const [newer] = await files();
    expect(newer).toMatchObject({ label: 'newer.txt', categories: ['Data', 'Code'], restricted: true });

    const newLink = /href="(\/deposit\/file\?[^"]+)"/.exec(replaced.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    await send(author, await author.get(at(newLink)), '/deposit/file/remove', {});
    expect(await files()).toEqual([]);
  });

  test('that are missing from the form are asked for, and what is said of one is told at its field with the text kept', async () => {
    const dataset = await draftOf(author);
    expect((await upload(author, dataset, {})).status).toBe(400);
    const shown = await upload(author, dataset, { directoryLabel: 'a//b?', description: 'Kept' }, new File(['x'], 'x.txt'));
    expect(shown.status).toBe(400);
    expect(
      htmlPage(shown.html)
        .all('a')
        .map(({ attributes }) => attributes['href']),
    ).toContain('#directoryLabel');
    expect(formTo(shown.html, '/deposit/files').entries.get('description')).toBe('Kept');
    expect((await admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft/files`)).list('data')).toEqual([]);
  });

  test('come in parts, and are compared with the checksum of the browser', async () => {
    const dataset = await draftOf(author);
    const cookie = [...(author.cookies.get(server.url) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    const ask = async (path: string, fields: Readonly<Record<string, string>>) =>
      (await fetch(at(path), { method: 'POST', headers, body: new URLSearchParams(fields) })).json();
    const bytes = Buffer.alloc(9 * 1024 * 1024, 7);
    const begun = Object(await ask('/deposit/upload', { persistentId: dataset.persistentId, size: String(bytes.length) }));
    expect(begun.parts).toHaveLength(2);
    const part = (number: number) =>
      fetch(at(`/deposit/upload/part?id=${begun.id}&number=${number}`), {
        method: 'PUT',
        headers,
        body: new Uint8Array(bytes.subarray((number - 1) * begun.partSizeBytes, number * begun.partSizeBytes)),
      });
    expect((await part(1)).status).toBe(200);
    const { parts }: { parts: { number: number }[] } = Object(
      await (await fetch(at(`/deposit/upload?id=${begun.id}`), { headers })).json(),
    );
    expect(parts.map((missing) => missing.number)).toEqual([2]);
    expect((await part(2)).status).toBe(200);
    const facts = {
      persistentId: dataset.persistentId,
      storageIdentifier: begun.storageIdentifier,
      size: String(bytes.length),
      name: 'big.bin',
    };
    expect(await ask('/deposit/upload/add', { ...facts, checksum: '0'.repeat(64) })).toMatchObject({ code: 'CHECKSUM_MISMATCH' });
    const { createHash } = await import('node:crypto');
    expect(await ask('/deposit/upload/add', { ...facts, checksum: createHash('sha256').update(bytes).digest('hex') })).toMatchObject({
      label: 'big.bin',
    });
  });
});

describe('licence and terms', () => {
  test('are chosen, and terms of its own take the place of a licence', async () => {
    const dataset = await draftOf(author);
    const form = await author.get(pageOf('terms', dataset));
    const own = await send(author, form, '/deposit/terms', { license: '-', termsOfUse: 'Ask us.', contactForAccess: 'us@example.org' });
    expect(own.status).toBe(200);
    const stored = (await admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft`)).record('data');
    expect(stored).toMatchObject({ termsOfUse: 'Ask us.', contactForAccess: 'us@example.org' });
    const licensed = await send(author, await author.get(pageOf('terms', dataset)), '/deposit/terms', { license: 'CC0 1.0' });
    expect(licensed.status).toBe(200);
    expect((await admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft`)).at('data.license.name')).toBe('CC0 1.0');
  });
});

describe('review and publication', () => {
  test('a draft is handed in, given back with a reason, handed in again and published with its plan shown', async () => {
    const dataset = await draftOf(author);
    const submitted = await send(author, await author.get(pageOf('dataset', dataset)), '/deposit/submit', {});
    expect(submitted.html).toContain('In review'.toLowerCase());
    const refused = await send(curator, await curator.get(pageOf('dataset', dataset)), '/deposit/return', { reason: ' ' });
    expect(refused.status).toBe(400);
    await send(curator, refused, '/deposit/return', { reason: 'Name the <ship>.' });
    const returned = await author.get(pageOf('dataset', dataset));
    expect(returned.html).toContain('Name the &lt;ship>.');
    expect(
      htmlPage(returned.html)
        .all('a')
        .map(({ attributes }) => attributes['href']),
    ).not.toContain(new URL(pageOf('publish', dataset)).pathname);
    await send(author, returned, '/deposit/submit', {});

    const plan = await curator.get(pageOf('publish', dataset));
    expect(plan.html).toContain('version 1.0');
    const published = await send(curator, plan, '/deposit/publish', {});
    expect(new URL(published.url).searchParams.get('done')).toBe('published');
    expect((await openBrowser().get(at(`/dataset.xhtml?persistentId=${dataset.persistentId}`))).status).toBe(200);
  });

  test('the author may not publish, and a stranger sees nothing', async () => {
    const dataset = await draftOf(author);
    expect((await author.get(pageOf('publish', dataset))).status).toBe(401);
    for (const kind of ['dataset', 'metadata', 'files', 'terms', 'publish', 'delete', 'withdraw']) {
      const { status, html } = await stranger.get(pageOf(kind, dataset));
      expect([kind, status]).toEqual([kind, 401]);
      expect(html).not.toContain('Tides');
    }
  });

  test('what stands against it is told first, and nothing can be published then', async () => {
    const own = await createCollection(admin, { published: false });
    const dataset = await createDataset(admin, own);
    const { identifier } = await createUser(server, 'vera');
    await assignRole(admin, own, identifier, 'curator');
    const browser = openBrowser();
    await browser.post(at('/sign-in'), { userName: identifier.slice(1), password: 'secret-1234' });
    const { html } = await browser.get(pageOf('publish', dataset));
    expect(html).toContain('This stands against it');
    expect(() => formTo(html.replaceAll('method="get"', ''), '/deposit/publish')).toThrow('No form');
  });

  test('the draft of a published dataset chooses its number, and is deleted alone', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    await send(curator, await curator.get(pageOf('metadata', dataset)), '/deposit/metadata', { 'citation/subtitle': 'Second' });
    expect((await curator.get(`${pageOf('publish', dataset)}&type=major`)).html).toContain('version 2.0');
    expect((await curator.get(`${pageOf('publish', dataset)}&type=minor`)).html).toContain('version 1.1');
    const overview = await curator.get(pageOf('dataset', dataset));
    const differences = /href="(\/differences[^"]+)"/.exec(overview.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await curator.get(at(differences))).status).toBe(200);
    const asked = await curator.get(pageOf('delete', dataset));
    const deleted = await send(curator, asked, '/deposit/delete', {});
    expect(new URL(deleted.url).searchParams.get('done')).toBe('deleted');
    expect((await openBrowser().get(at(`/dataset.xhtml?persistentId=${dataset.persistentId}`))).status).toBe(200);
  });

  test('a published version is withdrawn with a reason and another address, which faults of the form are told of first', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    expect((await curator.get(pageOf('dataset', dataset))).html).toContain('/deposit/withdraw?persistentId=');
    const form = await curator.get(pageOf('withdraw', dataset));
    const refused = await send(curator, form, '/deposit/withdraw', {
      version: '1.0',
      deaccessionReason: 'Wrong <b>units</b>',
      deaccessionForwardURL: 'javascript:alert(1)',
    });
    expect([refused.status, refused.html.includes('id="error-summary"')]).toEqual([400, true]);
    expect(formTo(refused.html, '/deposit/withdraw').entries.get('deaccessionReason')).toBe('Wrong <b>units</b>');
    expect((await openBrowser().get(at(`/dataset.xhtml?persistentId=${dataset.persistentId}`))).html).not.toContain('withdrawn');
    const done = await send(curator, refused, '/deposit/withdraw', {
      version: '1.0',
      deaccessionForwardURL: 'https://data.example.org/better',
    });
    expect([done.status, new URL(done.url).pathname]).toEqual([200, '/dataset.xhtml']);
    expect(done.html).toContain('Version 1.0 of this dataset was withdrawn.');
    const tombstone = await openBrowser().get(at(`/dataset.xhtml?persistentId=${dataset.persistentId}`));
    expect(tombstone.html).toContain('href="https://data.example.org/better"');
    expect(tombstone.html).toContain('Wrong &lt;b>units&lt;/b>');
    expect((await author.get(pageOf('withdraw', await draftOf(author)))).status).toBe(401);
  });

  test('a private URL is made and ended', async () => {
    const dataset = await draftOf(author);
    // No field is named that would be withheld.
    const refused = await send(curator, await curator.get(pageOf('dataset', dataset)), '/deposit/private-url', { anonymized: 'on' });
    expect([refused.status, refused.html.includes('id="error-summary"')]).toEqual([406, true]);
    const made = await send(curator, await curator.get(pageOf('dataset', dataset)), '/deposit/private-url', {});
    expect(made.html).toContain('previewurl.xhtml?token=');
    const ended = await send(curator, made, '/deposit/private-url', {});
    expect(ended.html).not.toContain('previewurl.xhtml?token=');
  });
});

describe('what is not from a page of this server', () => {
  test('changes nothing', async () => {
    const dataset = await draftOf(author);
    const { action, entries } = formTo((await author.get(pageOf('metadata', dataset))).html, '/deposit/metadata');
    entries.set('citation/title', 'Forged');
    const answer = await author.post(at(action), entries, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' });
    expect(answer.status).toBe(401);
    expect(await titleOf(dataset)).toBe(FILLED['citation/title']);
  });

  test('is asked to sign in, and gets its form back', async () => {
    const guest = openBrowser();
    expect(await guest.locationOf(at('/deposit'))).toBe('/sign-in?returnTo=%2Fdeposit');
    const answer = await guest.post(at('/deposit/new'), { collection: collection.alias, 'citation/title': 'Typed <long>' });
    expect(answer.status).toBe(401);
    expect(formTo(answer.html, '/deposit/new').entries.get('citation/title')).toBe('Typed <long>');
  });

  test.each([
    ['too many fields', () => 'a=&'.repeat(100_000), 413],
    ['a number beyond all bounds', () => 'citation/author/99999999999/authorName=x&collection=', 400],
    ['a value of megabytes', () => `citation/title=${'x'.repeat(3_000_000)}`, 413],
    ['a NUL', () => 'citation/title=%00', 400],
  ])('is refused for %s', async (_name, body, status) => {
    const text = body().replace('collection=', `collection=${collection.alias}`);
    const cookie = [...(author.cookies.get(server.url) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at('/deposit/new'), {
      method: 'POST',
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: text,
    });
    expect(answer.status).toBe(status);
    await answer.arrayBuffer();
  });
});
