import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

interface Link {
  readonly target: string;
  readonly fragment: string | undefined;
}

/** Without fenced blocks and code spans, where brackets are code. */
function proseOf(text: string): string {
  return text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');
}

/** Inline links that lead into the repository. */
function linksOf(text: string): Link[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((found) => found[1] ?? '')
    .filter((address) => !/^[a-z]+:/.test(address))
    .map((address) => {
      const [target = '', fragment] = address.split('#');
      return { target, fragment };
    });
}

/** Names of the headings, as a forge makes them. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const documents = trackedFiles('**/*.md');

test('there are documents with links', async () => {
  const readme = await readFile('README.md', 'utf8');
  expect(documents).toContain('README.md');
  expect(linksOf(readme).length).toBeGreaterThan(5);
});

test.each(documents)('every link of %s leads to a file, and to a heading where it names one', async (path) => {
  const text = await readFile(path, 'utf8');
  const broken: string[] = [];
  for (const { target, fragment } of linksOf(text)) {
    const file = target === '' ? path : join(dirname(path), target);
    const reached =
      existsSync(file) && (fragment === undefined || !file.endsWith('.md') || anchorsOf(await readFile(file, 'utf8')).includes(fragment));
    if (!reached) broken.push(fragment === undefined ? target : `${target}#${fragment}`);
  }
  expect(broken).toEqual([]);
});
