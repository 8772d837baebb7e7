/** Pictures of pages that are the same on every machine: letters of a font that is installed with the tests, and days, numbers and identifiers that stay. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

const { resolve } = createRequire(import.meta.url);

/** Where an element lies on its page, in CSS pixels: `[left, top, width, height]`. */
export type Box = readonly [number, number, number, number];
/** Boxes of the elements that a page is laid out by, by selector. */
export type Layout = Readonly<Record<string, readonly Box[]>>;

/** What pages are laid out by. */
const LAID_OUT = ['header.site', 'main', 'footer.site', 'h1', 'h2', 'main section', 'main form', 'main table', 'main img', 'aside'];

/** What is another one in each run, and what stands in its place: of the same width everywhere. */
const CHANGING: readonly (readonly [pattern: string, text: string])[] = [
  ['(?:January|February|March|April|May|June|July|August|September|October|November|December) \\d{1,2}, \\d{4}', 'January 1, 2026'],
  ['\\d{1,2}\\. (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember) \\d{4}', '1. Januar 2026'],
  ['\\d{4}-\\d\\d-\\d\\d', '2026-01-01'],
  ['\\d{1,2}:\\d\\d (?:AM|PM)', '1:00 PM'],
  ['10\\.5072/FK2/[A-Z0-9]+', '10.5072/FK2/ABCDEF'],
  ['127\\.0\\.0\\.1:\\d+', '127.0.0.1:8080'],
  ['collection-[\\w-]+', 'collection-a'],
  ['@(ada|keeper)[\\w-]*', '@$1'],
  ['\\b(ada|keeper)-[\\w-]+', '$1-a'],
  ['[\\d.]+ GB of [\\d.]+ GB free', '50 GB of 100 GB free'],
  ['\\b20\\d\\d\\b', '2026'],
  ['Archivolt \\d+\\.\\d+\\.\\d+\\S*', 'Archivolt 1.0.0'],
];

/** Runs in the page: puts what stays in the place of what changes, in texts and in fields. */
const STEADY = `(changing) => {
  const rules = changing.map(([pattern, text]) => [new RegExp(pattern, 'g'), text]);
  const steady = (text) => rules.reduce((so, [pattern, by]) => so.replace(pattern, by), text);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = steady(node.data);
    if (text !== node.data) node.data = text;
  }
  for (const field of document.querySelectorAll('input[type=text], input:not([type]), input[type=search], textarea')) field.value = steady(field.value);
  document.activeElement?.blur();
}`;

const MEASURE = `(selectors) => Object.fromEntries(selectors.map((selector) => [selector, [...document.querySelectorAll(selector)]
  .filter((element) => element.getClientRects().length > 0)
  .map((element) => { const { left, top, width, height } = element.getBoundingClientRect(); return [left, top + scrollY, width, height].map(Math.round); })]))`;

let style: Promise<string> | undefined;

async function fontStyle(): Promise<string> {
  const faces = await Promise.all(
    [400, 700].map(async (weight) => {
      const file = await readFile(resolve(`@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff2`), 'base64');
      return `@font-face { font-family: Pictured; font-weight: ${weight}; src: url(data:font/woff2;base64,${file}); }`;
    }),
  );
  return `${faces.join('\n')}
    *, *::before, *::after { font-family: Pictured !important; animation: none !important; transition: none !important; caret-color: transparent !important; }
    ::-webkit-scrollbar { display: none; }`;
}

/** Gives an open page letters and texts that are the same everywhere. Its context has to bypass its policy. */
export async function steadyPage(page: Page): Promise<void> {
  style ??= fontStyle();
  await page.addStyleTag({ content: await style });
  await page.evaluate(`(${STEADY})(${JSON.stringify(CHANGING)})`);
  // The browser fetches letters when it first needs them.
  await page.evaluate(
    `Promise.all([document.fonts.load('400 16px Pictured'), document.fonts.load('700 16px Pictured')]).then(() => document.fonts.ready).then(() => undefined)`,
  );
}

/** Measures where things lie on a page. */
export async function layoutOf(page: Page): Promise<Layout> {
  return page.evaluate<Layout>(`(${MEASURE})(${JSON.stringify(LAID_OUT)})`);
}

/** Takes a picture of what a window shows, in few colours, which keeps it small. */
export async function pictureOf(page: Page): Promise<Buffer> {
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  return sharp(taken).png({ palette: true, colours: 48, dither: 0, compressionLevel: 9 }).toBuffer();
}

/** What tells how a browser draws letters: two that draw them alike have the same. */
export async function drawingOf(page: Page): Promise<string> {
  await page.setContent(
    `<!doctype html><body style="margin:0;background:#fff;color:#000"><p>Hamburgefonstiv 0123456789 äöüß</p><h1>Hamburgefonstiv</h1></body>`,
  );
  await steadyPage(page);
  const taken = await page.screenshot();
  const { data } = await sharp(taken).greyscale().raw().toBuffer({ resolveWithObject: true });
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}
