/** The two pages with scripts, in a browser: they load without a fault and from this machine alone, work, and are accessible. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BROWSER_TEST, findingsOn, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { createCollection, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const GRAVE = ['serious', 'critical'];
/** Areas that are open at once. From about 100 operations on, the viewer draws no more of them than can be seen. */
const SMALL = ['Explicit_groups', 'Files', 'Metadata_blocks'] as const;
const WITH_DEPRECATED = ['Collections'] as const;

describe.runIf(hasBrowser)('in a browser', BROWSER_TEST, () => {
  let server: TestServer;
  let browser: Browser;
  let context: BrowserContext;
  /** `localhost` is another origin than the address that the server was told. */
  let origin: string;

  beforeAll(async () => {
    server = await startTestServer();
    browser = await launchBrowser();
    origin = server.url.replace('127.0.0.1', 'localhost');
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  /** Opens a page; what it complains of, and what it asks of others, is gathered. */
  async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<{ page: Page; complaints: string[] }> {
    context = await patientContext(browser, options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`) && !/^(?:data|blob):/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(origin + path);
    return { page, complaints };
  }

  /** Opens areas and an operation in each form: with parameters, with a JSON body, and with a file where there is one. */
  async function openOperations(page: Page, areas: readonly string[]): Promise<void> {
    for (const area of areas) await page.locator(`#operations-tag-${area}`).click();
    for (const method of ['get', 'post', 'put', 'delete']) {
      await page.locator(`.opblock-${method} .opblock-summary-control`).first().click();
    }
    const files = page.locator('#operations-tag-Files + .no-margin .opblock-post .opblock-summary-control');
    if (areas.includes('Files')) await files.first().click();
  }

  test('the REST documentation draws operations when their area is opened, and sends one', async () => {
    const { page, complaints } = await open('/docs');
    await page.locator('#operations-tag-Metadata_blocks').waitFor();
    expect(await page.locator('.opblock').count()).toBe(0);
    await openOperations(page, SMALL);
    const blocks = page.locator('.opblock-get').filter({ has: page.locator('[data-path="/api/metadatablocks"]') });
    await blocks.locator('.opblock-summary-control').click();
    await blocks.locator('.execute').click();
    await blocks.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(await blocks.locator('.live-responses-table').textContent()).toContain('"citation"');
    expect(await blocks.locator('.request-url').textContent()).toContain(`${origin}/api/metadatablocks`);
    expect(complaints).toEqual([]);
  });

  test('the GraphQL explorer runs an operation, and says what it has cost', async () => {
    const { page, complaints } = await open('/graphql');
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-response', { hasText: '"serverInfo"' }).waitFor();
    await page.locator('.explorer-cost', { hasText: /^Cost \d+, estimated \d+ of \d+/ }).waitFor();
    expect(await page.locator('.graphiql-tab-button').allTextContents()).toEqual(['Server', 'Find', 'DatasetPage', 'Deposit', 'Feed']);
    expect(complaints).toEqual([]);
  });

  test('the GraphQL explorer sends a token, and keeps it where that is wished, and only then', async () => {
    const { page, complaints } = await open('/graphql');
    const viewer = async (): Promise<string> => {
      await page.locator('.graphiql-execute-button').click();
      await page.locator('.explorer-cost', { hasText: /^Cost/ }).waitFor();
      const text = await page.locator('.graphiql-response').textContent();
      return /"identifier": "([^"]*)"/.exec(text ?? '')?.[1] ?? '';
    };
    const kept = (): Promise<string[]> => page.evaluate('Object.values(localStorage)');
    const token = page.getByLabel('API token');
    const keep = page.getByLabel('Keep it in this browser');
    expect([await keep.isChecked(), await viewer()]).toEqual([false, ':guest']);
    await token.fill(SUPERUSER_TOKEN);
    expect(await viewer()).toBe('@admin');
    expect((await kept()).join()).not.toContain(SUPERUSER_TOKEN);
    await keep.check();
    await page.reload();
    expect([await token.inputValue(), await viewer()]).toEqual([SUPERUSER_TOKEN, '@admin']);
    await keep.uncheck();
    expect((await kept()).join()).not.toContain(SUPERUSER_TOKEN);
    await page.reload();
    expect([await token.inputValue(), await viewer()]).toEqual(['', ':guest']);
    expect(complaints).toEqual([]);
  });

  test('the GraphQL explorer tells what happens, until it is told to stop', async () => {
    const { page, complaints } = await open('/graphql');
    await page.getByLabel('API token').fill(SUPERUSER_TOKEN);
    await page.locator('.graphiql-tab-button', { hasText: 'Feed' }).click();
    await page.locator('.graphiql-query-editor', { hasText: 'subscription Feed' }).waitFor();
    const button = page.locator('.graphiql-execute-button');
    const heard = page.locator('.graphiql-response', { hasText: '"COLLECTION_CREATED"' });
    // The explorer takes the operation of a tab some time after it shows it, and sends the one before until then. It begins in its own time;
    // what came before is not told.
    await vi.waitUntil(
      async () => {
        if ((await button.getAttribute('aria-label'))?.startsWith('Execute') === true) await button.click();
        await createCollection(superuser(server), { published: false });
        return (await heard.count()) > 0;
      },
      { timeout: 100_000, interval: 500 },
    );
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-execute-button[aria-label^="Execute"]').waitFor();
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('no page keeps people out, in the %s', async (colorScheme) => {
    for (const [path, areas] of [['/'], ['/docs', SMALL], ['/docs', WITH_DEPRECATED], ['/graphql']] as const) {
      const { page } = await open(path, { bypassCSP: true, colorScheme });
      if (areas !== undefined) await openOperations(page, areas);
      if (path === '/graphql') await page.locator('.graphiql-execute-button').click();
      if (path === '/graphql') await page.locator('.graphiql-response', { hasText: '"serverInfo"' }).waitFor();
      expect([path, await findingsOn(page, GRAVE)]).toEqual([path, []]);
      await context.close();
    }
  });
});
