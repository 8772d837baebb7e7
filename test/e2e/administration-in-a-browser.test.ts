/** The pages of administration in a browser: nothing keeps people out, nothing is wider than the screen. Skipped on machines without one. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdministration, type Administration } from '../support/administration.ts';
import { BROWSER_TEST, findingsOn, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { addFile, assignRole, createCollection, createDataset } from '../support/seed.ts';

describe.runIf(hasBrowser)('administering with a browser', BROWSER_TEST, () => {
  let world: Administration;
  let browser: Browser;
  let visitor: number;
  let group: number;

  /** Enough that each list has a row. */
  async function fill({ caller, server, userName }: Administration): Promise<void> {
    const collection = await createCollection(caller);
    const dataset = await createDataset(caller, collection);
    const file = await addFile(caller, dataset);
    await assignRole(caller, collection, `@${userName}`, 'curator');
    const { sql } = server.application.connection;
    await sql`insert into fixity_check (data_file_id, outcome, fault) values (${file}, 'MISSING', 'The storage holds no such bytes.')`;
    await sql`insert into outgoing_mail (user_account_id, type, details, state, last_error, ended_at)
      select id, 'CREATEACC', '{}'::json, 'FAILED', ${'Nobody-answers-'.repeat(20)}, now() from user_account where user_name = ${userName}`;
    await sql`select from graphile_worker.permanently_fail_jobs(array(select (graphile_worker.add_job('nothing', run_at => now() + interval '1 day')).id), ${'It broke. '.repeat(50)})`;
    const steps = [{ provider: ':internal', stepType: 'pause' }];
    await caller.graphql.expectData(
      'mutation ($input: CreateWorkflowInput!) { createWorkflow(input: $input) { workflow { databaseId } } }',
      {
        input: { name: 'Wait', steps },
      },
    );
    await caller.graphql.expectData(
      'mutation ($input: CreateStorageSiteInput!) { createStorageSite(input: $input) { storageSite { databaseId } } }',
      {
        input: { hostname: 'copies.example.org', primaryStorage: false, transferProtocols: 'rsync,posix' },
      },
    );
    const made = await caller.graphql.expectData(
      'mutation ($input: CreateIpGroupInput!) { createIpGroup(input: $input) { group { databaseId } } }',
      {
        input: {
          name: 'Reading rooms',
          description: 'All of them. '.repeat(20),
          addresses: Array.from({ length: 12 }, (_, at) => `2001:db8::${at + 1}`),
        },
      },
    );
    group = made.number('data.createIpGroup.group.databaseId');
    await caller.graphql.expectData(
      'mutation ($input: CreateMailDomainGroupInput!) { createMailDomainGroup(input: $input) { group { databaseId } } }',
      { input: { alias: 'university', domains: [`${'long-'.repeat(10)}name.example.org`] } },
    );
    const texts = ['en', 'fr'].map((language) => ({ language, message: 'Closed '.repeat(30) }));
    await caller.graphql.expectData(
      'mutation ($input: CreateBannerMessageInput!) { createBannerMessage(input: $input) { bannerMessage { databaseId } } }',
      { input: { dismissible: true, texts } },
    );
    await caller.rest.send('/api/admin/settings/:ApplicationTermsOfUse/lang/fr', { method: 'PUT', raw: 'Bonjour' });
    const found = await caller.graphql.expectData('query ($name: String!) { user(reference: { userName: $name }) { databaseId } }', {
      name: userName,
    });
    visitor = found.number('data.user.databaseId');
  }

  beforeAll(async () => {
    world = await openAdministration();
    await fill(world);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  async function signedIn(context: BrowserContext): Promise<{ readonly page: Page; readonly complaints: string[] }> {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(world.at('/sign-in?returnTo=/admin'));
    await page.getByRole('textbox', { name: 'User name' }).fill(world.adminName);
    await page.getByRole('textbox', { name: 'Password' }).fill('secret-1234');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(world.at('/admin'));
    return { page, complaints };
  }

  test('a superuser gets from the frame to a setting; a fault is gone to, and mended', async () => {
    const context = await patientContext(browser);
    const { page, complaints } = await signedIn(context);
    await page.goto(world.at('/'));
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: ':ZipUploadFilesLimit' }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('#error-summary');
    expect(await page.evaluate('document.activeElement.id')).toBe('error-summary');
    await page.locator('#error-summary a').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('value');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('77');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.inputValue('#value')).toBe('77');
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
    const paths = [
      '/admin',
      '/admin/accounts',
      `/admin/accounts?search=${'x'.repeat(300)}`,
      `/admin/account?id=${visitor}`,
      `/admin/account/confirm?id=${visitor}&does=deactivate`,
      '/admin/settings',
      '/admin/setting?name=:SearchApiRequiresToken',
      '/admin/setting?name=:ApplicationTermsOfUse',
      '/admin/jobs',
      '/admin/mail',
      '/admin/workflows',
      '/admin/fixity',
      '/admin/storage',
      '/admin/groups',
      '/admin/ip-group',
      `/admin/ip-group?id=${group}`,
      '/admin/mail-domain-group',
      '/admin/providers',
      '/admin/provider?id=builtin',
      '/admin/banners',
    ];
    const found: Record<string, unknown> = {};
    for (const path of paths) {
      await page.goto(world.at(path));
      const tooWide = Math.max(0, Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')));
      found[path] = { findings: await findingsOn(page), tooWide };
    }
    expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, { findings: [], tooWide: 0 }])));
    await context.close();
  });
});
