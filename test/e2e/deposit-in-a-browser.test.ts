/** Depositing with a browser: what its scripts add to the forms. Skipped on machines without one. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_TEST, findingsOn, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { assignRole, type Caller, createCollection, createUser, type SeededCollection, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PART_BYTES = 8 * 1024 * 1024;
const PATIENCE = 300_000;

describe.runIf(hasBrowser)('depositing with a browser', BROWSER_TEST, () => {
  let server: TestServer;
  let browser: Browser;
  let admin: Caller;
  let collection: SeededCollection;
  let userName: string;

  beforeAll(async () => {
    server = await startTestServer();
    admin = superuser(server);
    collection = await createCollection(admin);
    const { identifier } = await createUser(server, 'ada');
    userName = identifier.slice(1);
    await assignRole(admin, collection, identifier, 'curator');
    await assignRole(admin, collection, identifier, 'dsContributor');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  /** A page of an account that is signed in; what its policy keeps from it is a complaint. */
  async function signedIn(context: BrowserContext): Promise<{ readonly page: Page; readonly complaints: string[] }> {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d|ERR_/.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${server.url}/sign-in`);
    await page.getByRole('textbox', { name: 'User name' }).fill(userName);
    await page.getByRole('textbox', { name: 'Password' }).fill('secret-1234');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/account`);
    return { page, complaints };
  }

  async function fillIn(page: Page): Promise<string> {
    await page.goto(`${server.url}/deposit/new?collection=${collection.alias}`);
    await page.fill('[name="citation/title"]', 'Tides');
    await page.fill('[name="citation/author/0/authorName"]', 'Lovelace, Ada');
    await page.fill('[name="citation/datasetContact/0/datasetContactEmail"]', 'ada@example.org');
    await page.fill('[name="citation/dsDescription/0/dsDescriptionValue"]', 'What the sea did.');
    await page.check('input[value="Physics"]');
    await page.getByRole('button', { name: 'Create the draft' }).last().click();
    await page.waitForURL(/\/deposit\/dataset\?/);
    return new URL(page.url()).searchParams.get('persistentId') ?? '';
  }

  test('a compound is added and removed in place, the keyboard goes on in it, and faults lead to their fields', async () => {
    const context = await patientContext(browser);
    const { page, complaints } = await signedIn(context);
    await page.goto(`${server.url}/deposit/new?collection=${collection.alias}`);
    const address = page.url();
    await page.fill('[name="citation/title"]', 'Kept');
    await page.getByRole('button', { name: 'Add another: Author' }).click();
    await page.waitForSelector('[name="citation/author/1/authorName"]');
    expect(await page.evaluate('document.activeElement.name')).toBe('citation/author/1/authorName');
    await page.keyboard.type('Hopper, Grace');
    await page.getByRole('button', { name: 'Remove Author 1' }).click();
    // What is left keeps its number.
    await page.waitForSelector('[name="citation/author/0/authorName"]', { state: 'detached' });
    expect(await page.inputValue('[name="citation/author/1/authorName"]')).toBe('Hopper, Grace');
    expect([await page.inputValue('[name="citation/title"]'), page.url()]).toEqual(['Kept', address]);
    // The key Enter sends the form; it presses none of the buttons in it.
    await page.focus('[name="citation/title"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#error-summary');
    expect(await page.evaluate('document.activeElement.id')).toBe('error-summary');
    await page.locator('#error-summary a').first().click();
    expect(await page.evaluate('document.activeElement.name')).toBe('citation/datasetContact/0/datasetContactEmail');
    expect(await page.inputValue('[name="citation/author/0/authorName"]')).toBe('Hopper, Grace');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('files go up in parts, on after a lost connection and a closed page, and are the bytes that were chosen', async () => {
    const context = await patientContext(browser);
    const { page, complaints } = await signedIn(context);
    const persistentId = await fillIn(page);
    const files = `${server.url}/deposit/files?persistentId=${encodeURIComponent(persistentId)}`;
    const bytes = Buffer.alloc(PART_BYTES * 3 + 12_345);
    for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, Math.min(at, bytes.length - 4));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // From the disk, so that it is the same file when it is chosen again.
    const chosen = join(await mkdtemp(join(tmpdir(), 'archivolt-chosen-')), 'levels.bin');
    await writeFile(chosen, bytes);

    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    /** Slow enough that something can come between; each page has to be told anew. */
    const connect = (offline: boolean): Promise<unknown> =>
      network.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: 6_000_000 });
    const partOf = (request: Request): string | undefined => /\/upload\/part\?.*number=(\d+)/.exec(request.url())?.[1];
    const begun: (string | undefined)[] = [];
    const finished: (string | undefined)[] = [];
    page.on('request', (request) => void (partOf(request) === undefined || begun.push(partOf(request))));
    page.on('requestfinished', (request) => void (partOf(request) === undefined || finished.push(partOf(request))));
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(files);
    await connect(false);
    await page.fill('#directoryLabel', 'raw');
    await page.setInputFiles('#file', chosen);
    await page.getByRole('button', { name: 'Add the files' }).click();
    await expect.poll(() => finished, { timeout: PATIENCE }).toEqual(['1']);
    await connect(true);
    await page.getByText('The connection is lost').waitFor();
    await connect(false);
    await expect.poll(() => finished, { timeout: PATIENCE }).toEqual(['1', '2']);

    // The page is closed while a part is on its way. What has arrived is not sent again.
    await page.goto(files);
    begun.length = 0;
    expect(await page.textContent('#unfinished')).toContain('levels.bin');
    await page.fill('#directoryLabel', 'raw');
    await page.setInputFiles('#file', chosen);
    await page.getByRole('button', { name: 'Add the files' }).click();
    await page.waitForSelector('ul.uploads li.finished');
    expect(await page.textContent('ul.uploads li.finished')).toContain(sha256);
    await page.waitForSelector('#files table');
    expect(await page.textContent('#files')).toContain('raw/levels.bin');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    expect(begun).not.toContain('1');
    expect(begun).not.toContain('2');
    expect(begun.at(-1)).toBe('4');
    await rm(dirname(chosen), { recursive: true });
    const stored = (await admin.rest.get(`/api/datasets/:persistentId/versions/:draft/files?persistentId=${persistentId}`)).list('data');
    expect(stored).toHaveLength(1);
    expect(Object(stored[0]).dataFile).toMatchObject({
      filesize: bytes.length,
      checksum: { value: createHash('md5').update(bytes).digest('hex') },
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([
    ['in the light', { colorScheme: 'light', viewport: { width: 1200, height: 900 } }],
    ['in the dark', { colorScheme: 'dark', viewport: { width: 1200, height: 900 } }],
    ['on a phone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ] as const)('no page %s has anything that keeps people out, or is wider than the screen', async (_name, options) => {
    // The accessibility check is a script, which the policy of the pages forbids.
    const context = await patientContext(browser, { ...options, bypassCSP: true });
    const { page } = await signedIn(context);
    const persistentId = await fillIn(page);
    const query = `?persistentId=${encodeURIComponent(persistentId)}`;
    const kinds = ['dataset', 'metadata', 'files', 'terms', 'publish', 'delete'].map((kind) => `/deposit/${kind}${query}`);
    for (const path of ['/deposit', `/deposit/new?collection=${collection.alias}`, ...kinds]) {
      await page.goto(server.url + path);
      expect([path, await findingsOn(page)]).toEqual([path, []]);
      expect([path, Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0]).toEqual([path, true]);
    }
    await context.close();
  });
});
