/** A deposit from sign-in to the published page by the keyboard alone. Skipped on machines without a browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_TEST, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { walkByTab } from '../support/walk-by-tab.ts';
import { assignRole, createCollection, createUser, type SeededCollection, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe.runIf(hasBrowser)('depositing by the keyboard', BROWSER_TEST, () => {
  let server: TestServer;
  let browser: Browser;
  let collection: SeededCollection;
  let userName: string;

  beforeAll(async () => {
    server = await startTestServer();
    const admin = superuser(server);
    collection = await createCollection(admin);
    const { identifier } = await createUser(server, 'ada');
    userName = identifier.slice(1);
    await assignRole(admin, collection, identifier, 'curator');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  test('a dataset is described, gets a file, and is published', async () => {
    const context = await patientContext(browser);
    const page = await context.newPage();
    const { to, toEnd, press, type } = walkByTab(page);
    /** Follows a link. */
    const follow = async (name: string | RegExp, address: RegExp): Promise<void> => {
      await to(name);
      await press('Enter');
      await page.waitForURL(address);
    };

    await page.goto(server.url);
    await follow('Your account', /\/sign-in/);
    await to('User name');
    await type(userName);
    await to('Password');
    await type('secret-1234');
    await press('Enter');
    await page.waitForURL(`${server.url}/account`);
    await follow('New dataset', /\/deposit$/);
    await to('Skip to the content');
    await press('Enter');
    await follow(new RegExp(collection.alias), /\/deposit\/new\?/);

    await to('Skip to the content');
    await press('Enter');
    await to('Title');
    await type('Tides');
    await to('Name');
    await type('Lovelace, Ada');
    await to('Identifier Type');
    await press('ArrowDown');
    expect(await page.evaluate('document.activeElement.value')).toBe('ORCID');
    await press('ArrowUp');
    await to('Add another: Author');
    await press('Enter');
    await page.waitForSelector('[name="citation/author/1/authorName"]');
    await type('Hopper, Grace');
    await to('E-mail');
    await type('ada@example.org');
    await to('Text');
    await type('What the sea did.');
    await to('Physics');
    await press('Space');
    await to('Create the draft');
    await press('Space');
    await page.waitForURL(/\/deposit\/dataset\?/);

    await follow('Files', /\/deposit\/files\?/);
    const choosing = page.waitForEvent('filechooser');
    expect((await to('File')).element).toBe('input:file');
    await press('Enter');
    const chooser = await choosing;
    await chooser.setFiles({ name: 'levels.csv', mimeType: 'text/csv', buffer: Buffer.from('hour,metres\n1,2.5\n') });
    await to('Folder');
    await type('raw');
    await to('Add the files');
    await press('Enter');
    await page.waitForSelector('#files table');
    // Where it was is not lost with what was sent.
    expect(await page.evaluate('document.activeElement.localName')).not.toBe('body');
    await toEnd();
    await follow('Tides', /\/deposit\/dataset\?/);
    await follow('Go to the publication', /\/deposit\/publish\?/);
    await follow('Publish it now', /done=published/);
    await follow(/readers|published/i, /\/dataset\.xhtml\?/);

    const guest = await (await browser.newContext()).newPage();
    await guest.goto(page.url());
    const main = await guest.textContent('main');
    for (const words of ['Tides', 'Lovelace, Ada', 'Hopper, Grace', 'levels.csv', 'raw']) expect(main).toContain(words);
    await guest.context().close();
    await context.close();
  });
});
