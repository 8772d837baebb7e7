/** Kinds of datasets, and labels of curation, in the browser: docs/how-to/deposit-in-the-browser.md. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CookieBrowser, ShownPage } from '../support/cookie-browser.ts';
import { type Administration, openAdministration, signedIn } from '../support/administration.ts';
import { formsOf, formTo } from '../support/html-form.ts';
import {
  assignRole,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
} from '../support/seed.ts';

const LABELS = ['Author contacted', 'Ready'];

let world: Administration;
let collection: SeededCollection;
let author: CookieBrowser;
let curator: CookieBrowser;
let editor: CookieBrowser;

async function member(name: string, role: string): Promise<CookieBrowser> {
  const { browser, userName } = await signedIn(world.server, name);
  await assignRole(world.caller, collection, `@${userName}`, role);
  return browser;
}

beforeAll(async () => {
  world = await openAdministration();
  const { caller } = world;
  collection = await createCollection(caller);
  author = await member('ada', 'dsContributor');
  curator = await member('carl', 'curator');
  editor = await member('edith', 'contributor');
  const raw = JSON.stringify({ Ours: LABELS });
  succeeded(await caller.rest.send('/api/admin/settings/:AllowedCurationLabels', { method: 'PUT', raw }));
  succeeded(await caller.rest.send(`/api/admin/collection/${collection.alias}/curationLabelSet?name=Ours`, { method: 'PUT' }));
});
afterAll(() => world.stop());

const at = (path: string): string => world.at(path);
const overviewOf = ({ persistentId }: Pick<SeededDataset, 'persistentId'>): string =>
  at(`/deposit/dataset?persistentId=${encodeURIComponent(persistentId)}`);

function send(browser: CookieBrowser, shown: ShownPage, path: string, changes: Readonly<Record<string, string>>): Promise<ShownPage> {
  const { action, entries } = formTo(shown.html, path);
  for (const [name, value] of Object.entries(changes)) entries.set(name, value);
  return browser.post(at(action), entries);
}

const FILLED = {
  'citation/title': 'A program',
  'citation/author/0/authorName': 'Lovelace, Ada',
  'citation/datasetContact/0/datasetContactEmail': 'ada@example.org',
  'citation/dsDescription/0/dsDescriptionValue': 'It computes.',
  'citation/subject': 'Other',
};

describe('the kind of a dataset', () => {
  test('is not asked for where there is one alone', async () => {
    const { html } = await author.get(at(`/deposit/new?collection=${collection.alias}`));
    expect(html).not.toContain('name="datasetType"');
  });

  test('is chosen among several, brings its fields, and stays with what is edited later', async () => {
    succeeded(await world.caller.rest.post('/api/datasets/datasetTypes', { name: 'software', linkedMetadataBlocks: ['geospatial'] }));
    const form = await author.get(at(`/deposit/new?collection=${collection.alias}&all=yes`));
    expect(form.html).not.toContain('geospatial/geographicUnit');
    const chosen = await send(author, form, '/deposit/new', { ...FILLED, datasetType: 'software', useType: 'yes' });
    expect(chosen.html).toContain('geospatial/geographicUnit');
    expect(formTo(chosen.html, '/deposit/new').entries.get('citation/title')).toBe('A program');
    const created = await send(author, chosen, '/deposit/new', { 'geospatial/geographicUnit/0': 'Bit' });
    expect(created.html).toContain('The draft was created.');
    expect(created.html).toContain('software');
    const persistentId = new URL(created.url).searchParams.get('persistentId') ?? '';
    const answer = await world.caller.rest.get(`/api/datasets/:persistentId?persistentId=${persistentId}`);
    expect(answer.at('data.datasetType')).toBe('software');
    const edited = await author.get(at(`/deposit/metadata?persistentId=${encodeURIComponent(persistentId)}`));
    expect(formTo(edited.html, '/deposit/metadata').entries.get('geospatial/geographicUnit/0')).toBe('Bit');
    const read = await author.get(at(`/dataset.xhtml?persistentId=${encodeURIComponent(persistentId)}&version=:draft`));
    expect(read.html).toContain('software');
  });

  test('that there is not is refused, and nothing is made', async () => {
    const form = await author.get(at(`/deposit/new?collection=${collection.alias}`));
    const refused = await send(author, form, '/deposit/new', { ...FILLED, datasetType: 'nonsense' });
    expect([refused.status, refused.html.includes('id="error-summary"')]).toEqual([400, true]);
  });
});

describe('labels of curation', () => {
  test('are set, changed and taken away by curators, and stay as a history', async () => {
    const dataset = await createDataset(world.caller, collection);
    const shown = await curator.get(overviewOf(dataset));
    const set = await send(curator, shown, '/deposit/curation', { label: LABELS[0] ?? '' });
    expect(set.html).toContain('The draft has another label of curation.');
    expect(set.html).toContain('<span class="badge draft">Author contacted</span>');
    const path = `/api/datasets/${dataset.id}/curationStatus`;
    expect((await world.caller.rest.get(path)).at('data.label')).toBe(LABELS[0]);
    const again = await curator.post(at('/deposit/curation'), { persistentId: dataset.persistentId, does: 'set', label: LABELS[0] ?? '' });
    expect([again.status, again.html.includes('id="error-summary"')]).toEqual([400, true]);
    const clearing = formsOf(set.html).find(({ entries }) => entries.get('does') === 'clear');
    const cleared = await curator.post(at('/deposit/curation'), clearing?.entries ?? {});
    expect(cleared.html).toContain('The draft has no label of curation any more.');
    expect((await world.caller.rest.get(path)).at('data.label')).toBeUndefined();
    expect(cleared.html).toContain('Labels so far');
  });

  test('are seen on the page of the draft and in the own list by those who publish, and by nobody else', async () => {
    const dataset = await createDataset(world.caller, collection);
    succeeded(await world.caller.rest.send(`/api/datasets/${dataset.id}/curationStatus?label=Ready`, { method: 'PUT' }));
    const page = at(`/dataset.xhtml?persistentId=${encodeURIComponent(dataset.persistentId)}&version=:draft`);
    const MARK = '<span class="badge draft">Ready</span>';
    for (const address of [page, at('/account'), overviewOf(dataset)]) {
      expect((await curator.get(address)).html).toContain(MARK);
      const { html, status } = await editor.get(address);
      expect([status, html.includes('Ready')]).toEqual([200, false]);
    }
    expect(
      (await editor.post(at('/deposit/curation'), { persistentId: dataset.persistentId, does: 'clear' })).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await world.caller.rest.get(`/api/datasets/${dataset.id}/curationStatus`)).at('data.label')).toBe('Ready');
  });

  test('are not offered for what is published, nor where there are none', async () => {
    const published = await createDataset(world.caller, collection);
    await publishDataset(world.caller, published);
    const elsewhere = await createDataset(world.caller, await createCollection(world.caller));
    for (const dataset of [published, elsewhere]) {
      expect((await world.admin.get(overviewOf(dataset))).html).not.toContain('/deposit/curation');
    }
    expect(
      (await world.admin.post(at('/deposit/curation'), { persistentId: published.persistentId, does: 'set', label: 'Ready' })).status,
    ).toBe(403);
  });
});
