/** A browser, where the machine has one; none is ever downloaded. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where systems install one. */
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = BROWSERS.find((path) => existsSync(path));
if (executablePath === undefined) console.warn(`No browser at ${BROWSERS.join(', ')}: the pages are not looked at in one.`);

/** Whether this machine has a browser. */
export const hasBrowser = executablePath !== undefined;

/** Starts the browser without a window; it asks nothing of other hosts by itself. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** How long a page may take over one action, in milliseconds: the scripts of the explorers take seconds of a processor that may do much else. */
const PATIENCE = 90_000;
/** The limit of a test whose pages are that slow. */
export const BROWSER_TEST = { timeout: 300_000 };

/** A context of pages that are waited for as long as a machine that does much else needs. */
export async function patientContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * What axe-core finds on an open page, a line for each rule that is broken: `label: <input ...>`. The page's context has to bypass its
 * policy, for the examination is a script, too.
 * @param impacts only findings of these; all without.
 */
export async function findingsOn(page: Page, impacts?: readonly string[]): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const violations = await page.evaluate<Violation[]>("axe.run(document, { resultTypes: ['violations'] }).then((told) => told.violations)");
  return violations
    .filter(({ impact }) => impacts === undefined || impacts.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
