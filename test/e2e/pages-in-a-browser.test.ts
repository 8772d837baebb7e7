/** Checks of the pages that need a browser: accessibility. Skipped on machines without one. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_TEST, findingsOn, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { createPageWorld, pagesOf, type PageWorld } from '../support/page-world.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe.runIf(hasBrowser)('in a browser', BROWSER_TEST, () => {
  let server: TestServer;
  let world: PageWorld;
  let browser: Browser;

  beforeAll(async () => {
    server = await startTestServer();
    world = await createPageWorld(server);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  test.each([
    ['in the light', { colorScheme: 'light', viewport: { width: 1200, height: 900 } }],
    ['in the dark', { colorScheme: 'dark', viewport: { width: 1200, height: 900 } }],
    ['on a phone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ] as const)('no page %s has anything that keeps people out, is wider than the screen, or breaks its policy', async (_name, options) => {
    const plain = await patientContext(browser, options);
    // The accessibility check is a script, which the policy of the pages forbids.
    const examined = await patientContext(browser, { ...options, bypassCSP: true });
    try {
      const page = await plain.newPage();
      const examination = await examined.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('dialog', (dialog) => {
        complaints.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      for (const [name, path, status] of pagesOf(world)) {
        const response = await page.goto(server.url + path);
        expect([name, response?.status()]).toEqual([name, status]);
        const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([name, Number(wider) <= 0]).toEqual([name, true]);
        await examination.goto(server.url + path);
        expect([name, await findingsOn(examination)]).toEqual([name, []]);
      }
      expect(complaints).toEqual([]);
    } finally {
      await plain.close();
      await examined.close();
    }
  });

  test('the keyboard finds the skip link first, and it leads to the content', async () => {
    const context = await patientContext(browser);
    const page = await context.newPage();
    await page.goto(`${server.url}/dataset.xhtml?persistentId=${world.published.persistentId}`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await context.close();
  });
});
