/** Signing in with a browser: its cookies, its policies, and what keeps people out. Skipped on machines without one. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pickFreePort } from '../../src/db/embedded/free-port.ts';
import { BROWSER_TEST, findingsOn, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { type OidcIssuer, startOidcIssuer } from '../support/oidc-issuer.ts';
import { succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe.runIf(hasBrowser)('signing in with a browser', BROWSER_TEST, () => {
  let issuer: OidcIssuer;
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    const port = await pickFreePort();
    const siteUrl = `http://127.0.0.1:${port}`;
    issuer = await startOidcIssuer({ redirectUris: [`${siteUrl}/sign-in/university/callback`] });
    server = await startTestServer({ PORT: String(port), SITE_URL: siteUrl });
    const provider = { id: 'university', factoryAlias: 'oidc', title: 'University', factoryData: issuer.factoryData, enabled: true };
    succeeded(await superuser(server).rest.post('/api/admin/authenticationProviders', provider));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await issuer.stop();
  });

  /** Nothing on the page keeps people out, and it is no wider than the screen of a phone. */
  async function examine(page: Page): Promise<void> {
    expect([page.url(), await findingsOn(page)]).toEqual([page.url(), []]);
    const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect([page.url(), Number(wider) <= 0]).toEqual([page.url(), true]);
  }

  test.each([
    ['in the light', 'light'],
    ['in the dark', 'dark'],
  ] as const)('leads from the choice over the provider to an account and out again, %s', async (_name, colorScheme) => {
    const login = `grace-${colorScheme}`;
    issuer.people.set(login, { email: `${login}@example.org`, given_name: 'Grace', family_name: 'Hopper' });
    // The accessibility check is a script, which the policy of the pages forbids.
    const context = await patientContext(browser, { colorScheme, viewport: { width: 360, height: 740 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${server.url}/sign-in`);
    await examine(page);
    await page.getByRole('textbox', { name: 'User name' }).fill('nobody');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('wrong');
    await examine(page);

    await page.getByRole('link', { name: 'University' }).click();
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
    await page.locator('button[type=submit]').click();
    await page.waitForURL(`${server.url}/sign-in/university/callback?**`);
    await examine(page);
    await page.locator('#sign-up-userName').fill(login);
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.waitForURL(`${server.url}/account`);
    expect(await page.textContent('h1')).toBe('Grace Hopper');
    await examine(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${server.url}/account`);
    expect(page.url()).toBe(`${server.url}/sign-in`);

    // The provider still knows the browser, and leads straight back.
    await page.getByRole('link', { name: 'University' }).click();
    await page.waitForURL(`${server.url}/account`);
    await context.close();
  });
});
