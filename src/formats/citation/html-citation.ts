import type { CitedWork } from './cited-work.ts';
import { htmlText } from './text-escapes.ts';

/** A citation as a line of HTML, its identifier a link. Source: datasets.md 14.6. */
export function htmlCitation({ authors, year, title, url, publisher, version, unf }: CitedWork): string {
  const address = htmlText(url);
  const parts = [
    htmlText(authors.join('; ')),
    String(year),
    title === '' ? '' : `"${htmlText(title)}"`,
    `<a href="${address}" target="_blank">${address}</a>`,
    htmlText(publisher),
    version,
    unf === null ? '' : `${htmlText(unf)} [fileUNF]`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
