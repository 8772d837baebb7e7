import type { CitedWork } from './cited-work.ts';
import { cslName } from './csl-citation.ts';
import { oneLine } from './text-escapes.ts';

/** What a style is given at most: its time grows with both. */
const MOST_AUTHORS = 100;
const LONGEST_TEXT = 1000;

/** An item of the Citation Style Language, as processors of styles read it; its texts are not escaped. */
export interface CslItem {
  readonly id: string;
  readonly type: 'dataset' | 'software';
  readonly title: string;
  readonly author: readonly object[];
  readonly issued: { readonly 'date-parts': readonly (readonly number[])[] };
  readonly version: string;
  readonly publisher: string;
  readonly DOI?: string;
  readonly URL: string;
}

function bounded(text: string): string {
  const line = oneLine(text.toWellFormed());
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT).toWellFormed()}…` : line;
}

/** The first of many authors and the last one: styles name others only by their number, or not at all. */
function namedAuthors(authors: readonly string[]): readonly string[] {
  return authors.length > MOST_AUTHORS ? [...authors.slice(0, MOST_AUTHORS - 1), ...authors.slice(-1)] : authors;
}

/** The day where it is of the year that is cited. */
function dateParts({ day, year }: CitedWork): readonly number[] {
  const parts = day.split('-').map(Number);
  return parts[0] === year && parts.every((part) => Number.isInteger(part)) ? parts : [year];
}

/** A work as an item for a style. Source: Citation Style Language 1.0.2, csl-data.json. */
export function cslItem(work: CitedWork): CslItem {
  const { pid } = work;
  return {
    id: 'work',
    type: work.datasetType === 'software' ? 'software' : 'dataset',
    title: bounded(work.title),
    author: namedAuthors(work.authors).map((name) => cslName(bounded(name), (text) => text)),
    issued: { 'date-parts': [dateParts(work)] },
    // Styles write the word before the number.
    version: work.version.replace(/^V(?=\d)/, ''),
    publisher: bounded(work.publisher),
    ...(pid.protocol === 'doi' ? { DOI: `${pid.authority}${pid.separator}${pid.identifier}` } : {}),
    URL: work.url,
  };
}
