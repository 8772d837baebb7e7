import { persistentIdText } from '../../model/persistent-id.ts';
import type { CitedWork } from './cited-work.ts';
import { oneLine } from './text-escapes.ts';

/** A citation in RIS, lines ended by CR LF. Source: datasets.md 14.6. */
export function risCitation(work: CitedWork): string {
  const tagged = (tag: string, ...values: readonly string[]): string[] =>
    values
      .map(oneLine)
      .filter((value) => value !== '')
      .map((value) => `${tag}  - ${value}`);
  return [
    `Provider: ${oneLine(work.publisher)}`,
    'Content: text/plain; charset="utf-8"',
    ...tagged('TY', 'DATA'),
    ...tagged('T1', work.title),
    ...tagged('T3', ...work.series),
    ...tagged('AU', ...work.authors),
    ...tagged('A2', ...work.producers),
    ...tagged('A4', ...work.grantAgencies),
    ...tagged('C3', ...work.kindsOfData),
    ...tagged('DA', ...work.collectionDates),
    ...tagged('DO', persistentIdText(work.pid)),
    ...tagged('ET', work.version),
    ...tagged('KW', ...work.keywords),
    ...tagged('LA', ...work.languages),
    ...tagged('PY', String(work.year)),
    ...tagged('RI', ...work.places),
    ...tagged('SE', work.day),
    ...tagged('UR', work.url),
    ...tagged('PB', work.publisher),
    ...(work.file === undefined ? [] : tagged('C1', work.file.label)),
    ...(work.file === undefined ? [] : tagged('C2', work.unf ?? '')),
    'ER  - ',
    '',
  ].join('\r\n');
}
