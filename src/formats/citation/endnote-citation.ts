import type { CitedWork } from './cited-work.ts';
import { xmlText } from './text-escapes.ts';

function element(name: string, value: string): string {
  return `<${name}>${xmlText(value)}</${name}>`;
}

function each(name: string, values: readonly string[]): string {
  return values.map((value) => element(name, value)).join('');
}

/** Elements in one around them, which is left out when there are none. */
function group(name: string, content: string): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** A citation in the XML of EndNote. Source: datasets.md 14.6. */
export function endnoteCitation(work: CitedWork): string {
  const { pid } = work;
  const isDoi = pid.protocol === 'doi';
  const record = [
    '<ref-type name="Dataset">59</ref-type>',
    group(
      'contributors',
      group('authors', each('author', work.authors)) +
        group('secondary-authors', each('author', work.producers)) +
        group('subsidiary-authors', each('author', work.grantAgencies)),
    ),
    group('titles', element('title', work.title) + group('tertiary-titles', each('tertiary-title', work.series))),
    element('section', work.day),
    group('dates', element('year', String(work.year)) + group('pub-dates', each('date', work.collectionDates))),
    element('edition', work.version),
    group('keywords', each('keyword', work.keywords)),
    each('custom3', work.kindsOfData),
    each('language', work.languages),
    element('publisher', work.publisher),
    each('reviewed-item', work.places),
    group('urls', group(isDoi ? 'related-urls' : 'web-urls', element('url', work.url))),
    work.file === undefined ? '' : element('custom1', work.file.label) + each('custom2', work.unf === null ? [] : [work.unf]),
    isDoi ? element('electronic-resource-num', `${pid.authority}${pid.separator}${pid.identifier}`) : '',
  ].join('');
  return `<?xml version="1.0" encoding="UTF-8"?><xml><records><record>${record}</record></records></xml>`;
}
