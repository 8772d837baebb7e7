/**
 * Pages as they look, beside pictures of how they are meant to look: in the light and in the dark, at a desk and on a phone. Where a browser draws
 * letters in another way than the one that took the pictures, their layout alone is compared. Each page is examined for what keeps people out as well.
 *
 *     PICTURES=renew npm test -- test/e2e/page-pictures.test.ts
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { repositoryPath } from '../../src/repository-path.ts';
import { BROWSER_TEST, findingsOn, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { type Box, drawingOf, type Layout, layoutOf, pictureOf, steadyPage } from '../support/page-picture.ts';
import { createPageWorld } from '../support/page-world.ts';
import { PICTURED, type PicturedThings } from '../support/pictured-pages.ts';
import { addFile, assignRole, type Caller, createDataset, createUser, publishDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const RENEWS = process.env['PICTURES'] === 'renew';
const REFERENCES = repositoryPath('test/e2e/page-pictures');
const FOUND = repositoryPath('.cache/page-pictures');
const LAYOUTS = join(REFERENCES, 'layouts.json');

const WINDOWS = {
  desk: { width: 1200, height: 900 },
  phone: { width: 360, height: 740 },
} as const;
const SCHEMES = ['light', 'dark'] as const;
/** Windows that every page is looked at and examined in; the other two would say the same of most. */
const EVERY_PAGES: ReadonlySet<string> = new Set(['desk-light', 'phone-dark']);
/** Half the size says as much of a page, and takes a quarter of the bytes. */
const SCALE = 0.5;
/** The part of the pixels that may differ, beyond what smoothing of edges explains. */
const TOLERATED_PART = 0.005;
const TOLERATED_SHIFT = 3;

const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const referenceSchema = z.object({
  drawing: z.string(),
  layouts: z.record(z.string(), z.record(z.string(), z.array(boxSchema))),
});
type Reference = z.infer<typeof referenceSchema>;

/** How far two boxes are apart; infinitely where one is missing. */
function shift(one: Box | undefined, other: Box | undefined): number {
  if (one === undefined || other === undefined) return Infinity;
  return Math.max(...one.map((side, place) => Math.abs(side - (other[place] ?? Infinity))));
}

/** What lies elsewhere than in the reference, in words. */
function layoutFaults(found: Layout, reference: Layout): string[] {
  return Object.entries(found).flatMap(([selector, boxes]) => {
    const expected = reference[selector] ?? [];
    if (boxes.length !== expected.length) return [`${boxes.length} of ${selector}, not ${expected.length}`];
    return boxes.flatMap((box, place) =>
      shift(box, expected[place]) <= TOLERATED_SHIFT ? [] : [`${selector} ${place} at ${box.join()}, not ${expected[place]?.join() ?? ''}`],
    );
  });
}

describe.runIf(hasBrowser)('pages look as they are meant to', { timeout: BROWSER_TEST.timeout * 6 }, () => {
  let server: TestServer;
  let things: PicturedThings;
  let userName: string;
  let keeperName: string;
  let browser: Browser;
  let reference: Reference;
  let comparesPixels = false;
  const layouts: Record<string, Layout> = {};

  beforeAll(async () => {
    server = await startTestServer();
    const world = await createPageWorld(server);
    const admin = superuser(server);
    const texts = await createDataset(admin, world.collection);
    const textFile = await addFile(admin, texts, {
      name: 'readme.md',
      bytes: '# Readings\n\nOne line for each day.\n',
      type: 'text/markdown',
    });
    await publishDataset(admin, texts);
    const { identifier } = await createUser(server, 'ada');
    userName = identifier.slice(1);
    const account = succeeded(await admin.rest.get(`/api/admin/authenticatedUsers/${userName}`)).number('data.id');
    await assignRole(admin, world.collection, identifier, 'curator');
    const draft = await createDataset(admin, world.collection);
    const draftFile = await addFile(admin, draft, { name: 'levels.csv', bytes: 'day,level\n1,3\n', type: 'text/csv' });
    things = { world, textFile, draft, draftFile, account };
    keeperName = await createKeeper(admin);
    browser = await launchBrowser();
    reference = existsSync(LAYOUTS) ? referenceSchema.parse(JSON.parse(await readFile(LAYOUTS, 'utf8'))) : { drawing: '', layouts: {} };
    const context = await patientContext(browser, { deviceScaleFactor: SCALE });
    const drawing = await drawingOf(await context.newPage());
    await context.close();
    comparesPixels = reference.drawing === drawing;
    if (RENEWS) reference = { drawing, layouts: {} };
    else if (!comparesPixels) {
      console.warn('This browser draws letters in another way than the one that took the pictures: layouts alone are compared.');
    }
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    if (RENEWS) await writeFile(LAYOUTS, `${JSON.stringify({ drawing: reference.drawing, layouts }).replaceAll('},"', '},\n"')}\n`);
  });

  /** A superuser, and something for the pages of administration to list. */
  async function createKeeper(admin: Caller): Promise<string> {
    const { identifier } = await createUser(server, 'keeper');
    succeeded(await admin.rest.send(`/api/admin/superuser/${identifier.slice(1)}`, { method: 'PUT', raw: 'true' }));
    const library = {
      alias: 'library',
      name: 'Reading rooms',
      ranges: [{ first: '192.0.2.1', last: '192.0.2.99' }],
      addresses: ['2001:db8::7'],
    };
    await admin.graphql.expectData('mutation ($input: CreateIpGroupInput!) { createIpGroup(input: $input) { group { id } } }', {
      input: library,
    });
    const texts = [{ language: 'en', message: 'Closed for maintenance on Sunday.' }];
    const made = await admin.graphql.expectData(
      'mutation ($input: CreateBannerMessageInput!) { createBannerMessage(input: $input) { bannerMessage { databaseId } } }',
      { input: { dismissible: true, texts } },
    );
    // One that is shown would stand on every page.
    await admin.graphql.expectData(
      'mutation ($input: DeactivateBannerMessageInput!) { deactivateBannerMessage(input: $input) { bannerMessage { id } } }',
      {
        input: { databaseId: made.number('data.createBannerMessage.bannerMessage.databaseId') },
      },
    );
    return identifier.slice(1);
  }

  async function signIn(page: Page, name: string): Promise<void> {
    await page.goto(`${server.url}/sign-in?lang=en`);
    await page.getByRole('textbox', { name: 'User name' }).fill(name);
    await page.getByRole('textbox', { name: 'Password' }).fill('secret-1234');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/account`);
  }

  /** What is wrong with a picture; undefined where nothing is. */
  async function pictureFault(name: string, picture: Buffer): Promise<string | undefined> {
    const path = join(REFERENCES, `${name}.png`);
    if (!existsSync(path)) return 'there is no picture of it yet';
    const [found, expected] = [PNG.sync.read(picture), PNG.sync.read(await readFile(path))];
    const { width, height } = expected;
    if (found.width !== width || found.height !== height) return `it is ${found.width} by ${found.height} pixels`;
    const differences = new PNG({ width, height });
    const count = pixelmatch(found.data, expected.data, differences.data, width, height, { threshold: 0.15 });
    if (count <= width * height * TOLERATED_PART) return undefined;
    await mkdir(FOUND, { recursive: true });
    await writeFile(join(FOUND, `${name}.png`), picture);
    await writeFile(join(FOUND, `${name}-differences.png`), PNG.sync.write(differences));
    return `${count} pixels differ: see .cache/page-pictures/${name}-differences.png`;
  }

  /** Looks at a page, and examines it where its window is one of those that every page is looked at in. */
  async function faultsOf(page: Page, pictured: string, isExamined: boolean): Promise<string[]> {
    await steadyPage(page);
    const layout = await layoutOf(page);
    const picture = await pictureOf(page);
    const findings = (isExamined ? await findingsOn(page) : []).map((finding) => `${pictured}: ${finding}`);
    if (RENEWS) {
      layouts[pictured] = layout;
      await writeFile(join(REFERENCES, `${pictured}.png`), picture);
      return findings;
    }
    const moved = layoutFaults(layout, reference.layouts[pictured] ?? {}).map((fault) => `${pictured}: ${fault}`);
    const fault = comparesPixels ? await pictureFault(pictured, picture) : undefined;
    return [...findings, ...moved, ...(fault === undefined ? [] : [`${pictured}: ${fault}`])];
  }

  /** Looks at all pages in a window, signed in for those of an account. */
  async function lookAt(context: BrowserContext, label: string): Promise<string[]> {
    const faults: string[] = [];
    const page = await context.newPage();
    const isEveryPages = EVERY_PAGES.has(label);
    for (const [reader, pages] of Object.entries(PICTURED)) {
      await context.clearCookies();
      if (reader !== 'guest') await signIn(page, reader === 'member' ? userName : keeperName);
      for (const { name, route, rest, inEveryWindow } of pages) {
        if (!isEveryPages && inEveryWindow !== true) continue;
        const response = await page.goto(server.url + route + (rest?.(things) ?? ''));
        if ((response?.status() ?? 500) >= 500) faults.push(`${name}: answered with ${response?.status()}`);
        faults.push(...(await faultsOf(page, `${name}-${label}`, isEveryPages)));
      }
    }
    return faults;
  }

  test.each(Object.keys(WINDOWS).flatMap((size) => SCHEMES.map((scheme) => [size, scheme] as const)))('%s, %s', async (size, scheme) => {
    const viewport = WINDOWS[size === 'phone' ? 'phone' : 'desk'];
    const context = await patientContext(browser, {
      viewport,
      colorScheme: scheme,
      deviceScaleFactor: SCALE,
      bypassCSP: true,
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    try {
      expect(await lookAt(context, `${size}-${scheme}`)).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
