// Comments cite sections of the contract, as `files.md 4.3`; the documents are in docs/contract.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const NUMBER = /\d+(?:\.\d+)*/.source;
const DOCUMENTS = ['blocks', 'collections', 'datasets', 'decisions', 'exports', 'files', 'users-admin'];
/** A document with one section or several: `files.md 4`, `files.md 7.1 and 11`, `users-admin.md 10.2 to 10.5`. */
const CITATION = new RegExp(`\\b(${DOCUMENTS.join('|')})\\.md (${NUMBER}(?:(?:,| and|, and| to) ${NUMBER}(?!\\w))*)`, 'g');

async function sectionsOf(document: string): Promise<string[]> {
  const text = await readFile(`docs/contract/${document}.md`, 'utf8');
  return [...text.matchAll(new RegExp(`^#+ (${NUMBER})\\.? `, 'gm'))].map(([, number = '']) => `${document}.md ${number}`);
}

/** Citations of a text, one section each; a comment may break lines within one. */
function citationsIn(text: string): string[] {
  const flowing = text.replaceAll(/\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
  return [...flowing.matchAll(CITATION)].flatMap(([, document, numbers = '']) =>
    [...numbers.matchAll(new RegExp(NUMBER, 'g'))].map(([number]) => `${document}.md ${number}`),
  );
}

test('every section of the contract that src, schema and test cite exists', async () => {
  const existing = new Set((await Promise.all(DOCUMENTS.map(sectionsOf))).flat());
  const paths = trackedFiles('src/**/*.ts', 'src/**/*.graphql', 'schema/**/*.graphql', 'test/**/*.ts');
  const cited = (await Promise.all(paths.map(async (path) => citationsIn(await readFile(path, 'utf8'))))).flat();
  expect(cited.length).toBeGreaterThan(800);
  expect([...new Set(cited.filter((section) => !existing.has(section)))].toSorted()).toEqual([]);
});

test('the sections of a document have different numbers', async () => {
  for (const document of DOCUMENTS) {
    const sections = await sectionsOf(document);
    expect(sections).toEqual([...new Set(sections)]);
  }
});
