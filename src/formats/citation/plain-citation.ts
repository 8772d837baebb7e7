import type { CitedWork } from './cited-work.ts';

/** A citation as a line of text. Source: datasets.md 14.6. */
export function plainCitation({ authors, year, title, url, publisher, version, unf }: CitedWork): string {
  const parts = [
    authors.join('; '),
    String(year),
    title === '' ? '' : `"${title}"`,
    url,
    publisher,
    version,
    unf === null ? '' : `${unf} [fileUNF]`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
