/** Someone at the keyboard, who goes from one thing to the next by Tab and sees where they are. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What has the focus. */
interface Stop {
  readonly name: string;
  /** What is done with it: `textbox`, `button`, `link` and so on. */
  readonly element: string;
  /** Whether it stands on the screen, and what marks it as focused is drawn. */
  readonly isSeen: boolean;
  /** Whether it stands behind the stop before it in the document. */
  readonly isFurther: boolean;
}

/** More stops than that has no page of the test. */
const MOST_STOPS = 400;

/** Runs in the page; the stop before is remembered there. */
const LOOK = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) { window.stopBefore = undefined; return null; }
  const before = window.stopBefore;
  window.stopBefore = at;
  const labels = [...(at.labels ?? [])].map((label) => label.textContent);
  const labelledBy = (at.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
  const name = [at.getAttribute('aria-label'), labelledBy.join(' '), labels[0], at.textContent, at.getAttribute('value')];
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const { top, bottom, left, right, width, height } = at.getBoundingClientRect();
  return {
    name: (name.find((text) => text?.trim()) ?? '').replace(/\\s+/g, ' ').trim(),
    element: at.localName + (at.type ? ':' + at.type : ''),
    isSeen: width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    isFurther: before === undefined || !before.isConnected || (before.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  };
})()`;

export interface TabWalk {
  /** Goes on by Tab to what has this name. Fails where a stop on the way is not seen, or where a stop stands before the last one first. */
  to(name: string | RegExp): Promise<Stop>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Goes on to the end of the page, behind which Tab begins at its top. */
  toEnd(): Promise<void>;
}

export function walkByTab(page: Page): TabWalk {
  /** The next stop; null where the page is at its end. */
  async function next(): Promise<Stop | null> {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop | null>(LOOK);
    if (stop === null || !stop.isFurther) return null;
    expect(stop, 'what has the focus is seen').toMatchObject({ isSeen: true });
    return stop;
  }
  async function until(fits: (stop: Stop) => boolean): Promise<{ readonly found: Stop | undefined; readonly passed: string[] }> {
    const passed: string[] = [];
    for (let stop = await next(); stop !== null; stop = await next()) {
      if (fits(stop)) return { found: stop, passed };
      passed.push(`${stop.name} (${stop.element})`);
      if (passed.length > MOST_STOPS) throw new Error(`The page does not end: ${passed.join(', ')}`);
    }
    return { found: undefined, passed };
  }
  return {
    to: async (name) => {
      const { found, passed } = await until((stop) => (typeof name === 'string' ? stop.name.startsWith(name) : name.test(stop.name)));
      if (found === undefined) throw new Error(`${String(name)} is not reached by Tab, only: ${passed.join(', ')}`);
      return found;
    },
    toEnd: async () => {
      await until(() => false);
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
  };
}
