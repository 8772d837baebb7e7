/** What of a file can be seen on its page, and who sees it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heatMapPng } from '../../src/demo/heat-map-png.ts';
import { decodedText } from '../../src/pages/preview/decoded-text.ts';
import { BROWSER_TEST, findingsOn, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { type HtmlPage, htmlPage, structuralFaults } from '../support/html-page.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { addFile, createCollection, createDataset, publishDataset, type SeededDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PICTURE = heatMapPng([
  [0, 1],
  [1, 0],
]);
const OTHER_PICTURE = heatMapPng([
  [1, 0],
  [0, 1],
]);
const SCRIPT = '<script>alert(1)</script>';

let server: TestServer;
let dataset: SeededDataset;
let guarded: SeededDataset;
const files: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  const collection = await createCollection(admin);
  dataset = await createDataset(admin, collection);
  const add = async (name: string, bytes: string | Buffer, type: string, jsonData = {}): Promise<void> => {
    files[name] = await addFile(admin, dataset, { name, bytes, type, jsonData: { tabIngest: 'false', ...jsonData } });
  };
  await add('map.png', PICTURE, 'image/png');
  await add(
    'drawing.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    'image/svg+xml',
  );
  await add('page.html', `<!doctype html><title>t</title>${SCRIPT}`, 'text/html');
  await add('read me.md', `# Readme\n\nGröße & <b>kind</b> ${SCRIPT}\n`, 'text/markdown');
  await add('old.txt', Buffer.from('caf\xe9 au lait\n', 'latin1'), 'text/plain');
  await add('long.txt', `${'0123456789abcde\n'.repeat(4000)}the end\n`, 'text/plain');
  await add('paper.pdf', smallPdf('Rainfall, 1950 to 2020'), 'application/pdf');
  await add('closed.png', OTHER_PICTURE, 'image/png', { restrict: true });
  await add('closed.txt', 'the secret of the reef', 'text/plain', { restrict: true });
  await publishDataset(admin, dataset);

  guarded = await createDataset(admin, collection);
  files['guarded.txt'] = await addFile(admin, guarded, { name: 'guarded.txt', bytes: 'behind the book', type: 'text/plain' });
  await publishDataset(admin, guarded);
  const guestbook = succeeded(
    await admin.rest.post(`/api/guestbooks/${collection.alias}`, {
      name: 'Who reads this',
      enabled: true,
      emailRequired: true,
      nameRequired: true,
      institutionRequired: false,
      positionRequired: false,
      customQuestions: [],
    }),
  ).number('data.id');
  succeeded(await admin.rest.send(`/api/datasets/${guarded.id}/guestbook`, { method: 'PUT', raw: String(guestbook) }));
});
afterAll(() => server.stop());

async function pageOf(name: string): Promise<{ readonly headers: Headers; readonly html: string; readonly page: HtmlPage }> {
  const response = await fetch(`${server.url}/file.xhtml?fileId=${files[name]}`, { headers: { Accept: 'text/html' } });
  expect([name, response.status]).toEqual([name, 200]);
  const html = await response.text();
  const page = htmlPage(html);
  expect([name, structuralFaults(page)]).toEqual([name, []]);
  return { headers: response.headers, html, page };
}

/** The text of a preview; undefined where the page has none. */
function previewOf({ all }: HtmlPage): string | undefined {
  return all('section').find(({ attributes }) => attributes['id'] === 'preview')?.text;
}

test('a picture is shown smaller, as the PNG that is made of it, and not counted as a download', async () => {
  for (const name of ['map.png', 'drawing.svg']) {
    const { page, headers } = await pageOf(name);
    const [image] = page.all('img');
    expect(image?.attributes['alt']).toContain(name);
    expect(headers.get('content-security-policy')).not.toContain('object-src');
    const shown = await fetch(server.url + (image?.attributes['src'] ?? ''));
    expect([shown.status, shown.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'image/png']);
    await shown.arrayBuffer();
  }
  const count = await superuser(server).rest.get(`/api/files/${files['map.png']}/downloadCount`);
  expect(count.text('data.message')).toBe('0');
});

test('a text is shown escaped, in whatever encoding it is', async () => {
  const markdown = await pageOf('read me.md');
  expect(previewOf(markdown.page)).toContain(`Größe & <b>kind</b> ${SCRIPT}`);
  expect(markdown.html).not.toContain(SCRIPT);
  const source = await pageOf('page.html');
  expect(previewOf(source.page)).toContain(SCRIPT);
  expect(source.html).not.toContain(SCRIPT);
  expect(previewOf((await pageOf('old.txt')).page)).toContain('café au lait');
});

test('of a long text the beginning is shown, in whole lines', async () => {
  const { page, html } = await pageOf('long.txt');
  const text = page.all('pre')[0]?.text ?? '';
  expect(text.endsWith('0123456789abcde')).toBe(true);
  expect(text.length).toBeGreaterThan(30_000);
  expect(html.length).toBeLessThan(60_000);
});

test('a PDF is embedded by a signed address that the browser may show, on a page whose policy allows it', async () => {
  const { page, headers } = await pageOf('paper.pdf');
  const [embedded] = page.all('object');
  expect(headers.get('content-security-policy')).toContain("object-src 'self'");
  const shown = await fetch(server.url + (embedded?.attributes['data'] ?? ''));
  await shown.arrayBuffer();
  expect(shown.headers.get('content-disposition')).toMatch(/^inline; /);
  expect(shown.headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a page or a drawing is never sent to be shown, whoever asks for it', async () => {
  for (const name of ['page.html', 'drawing.svg', 'read me.md']) {
    const { headers, status } = await superuser(server).rest.get(`/api/access/datafile/${files[name]}?inline=true`);
    expect([name, status, headers.get('content-disposition')?.split(';')[0], headers.get('content-security-policy')]).toEqual([
      name,
      200,
      'attachment',
      'sandbox',
    ]);
  }
  const usual = await superuser(server).rest.get(`/api/access/datafile/${files['paper.pdf']}`);
  expect(usual.headers.get('content-disposition')).toMatch(/^attachment; /);
});

test('who may not download a file, or has a guestbook to answer first, sees nothing of it', async () => {
  for (const name of ['closed.png', 'closed.txt', 'guarded.txt']) {
    const { page, html } = await pageOf(name);
    expect([name, previewOf(page), page.all('img').length]).toEqual([name, undefined, 0]);
    expect(html).not.toMatch(/the secret of the reef|behind the book|signature=/);
  }
});

test('the list of files leads to what can be seen', async () => {
  const response = await fetch(`${server.url}/dataset.xhtml?persistentId=${dataset.persistentId}`);
  const page = htmlPage(await response.text());
  const links = page.all('a').filter(({ attributes }) => attributes['href']?.endsWith('#preview') === true);
  const open = ['drawing.svg', 'long.txt', 'map.png', 'old.txt', 'page.html', 'paper.pdf', 'read me.md'];
  expect(links.map(({ text }) => text.replace('Preview ', '')).toSorted()).toEqual(open);
});

describe('bytes as a text', () => {
  test.each([
    ['UTF-8', Buffer.from('Größe'), true, { text: 'Größe', encoding: 'UTF-8' }],
    ['UTF-8 with a mark', Buffer.from('\ufeffGröße'), true, { text: 'Größe', encoding: 'UTF-8' }],
    ['a character that is cut off', Buffer.from('Größe').subarray(0, 3), false, { text: 'Gr', encoding: 'UTF-8' }],
    ['UTF-16', Buffer.from('\ufeffGröße', 'utf16le'), true, { text: 'Größe', encoding: 'UTF-16' }],
    ['Windows-1252', Buffer.from('Gr\xf6\xdfe', 'latin1'), true, { text: 'Größe', encoding: 'Windows-1252' }],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), true, undefined],
  ])('%s', (_name, bytes, isWhole, read) => {
    expect(decodedText(bytes, isWhole)).toEqual(read);
  });
});

describe.runIf(hasBrowser)('in a browser', BROWSER_TEST, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('pictures appear, nothing breaks the policy of its page, and axe finds nothing', async () => {
    const plain = await patientContext(browser);
    const examined = await patientContext(browser, { bypassCSP: true });
    const page = await plain.newPage();
    const examination = await examined.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    for (const name of ['map.png', 'drawing.svg', 'read me.md', 'paper.pdf', 'closed.txt']) {
      const address = `${server.url}/file.xhtml?fileId=${files[name]}`;
      await page.goto(address);
      // Pictures are fetched when they come into sight.
      await page.evaluate('document.querySelector("img.preview")?.scrollIntoView()');
      await expect
        .poll(() => page.evaluate('[...document.querySelectorAll("img.preview")].every((image) => image.naturalWidth > 0)'))
        .toBe(true);
      await examination.goto(address);
      expect([name, await findingsOn(examination)]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await plain.close();
    await examined.close();
  });
});
