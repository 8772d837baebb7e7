import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** The one place that may, with the reason. */
const WRITERS = {
  'src/pages/dataset-head.ts': 'data in a script element, which cannot be escaped as other text; `scriptJson` leaves nothing that ends it',
};

test('pages write nothing unescaped, but in one place', async () => {
  const paths = (await readdir('src/pages')).filter((name) => name.endsWith('.ts')).map((name) => `src/pages/${name}`);
  expect(paths.length).toBeGreaterThan(10);
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
  const writers = texts.filter(({ text }) => /dangerouslySetInnerHTML|innerHTML|__html/.test(text)).map(({ path }) => path);
  expect(writers).toEqual(Object.keys(WRITERS));
});
