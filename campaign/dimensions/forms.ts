/** Forms of the upload rows that grow. */
import type { Dimension } from '../dimension.ts';
import { type FormPart, formOf } from './form.ts';
import { pathOf, restRows, type RestRow } from './rest-table.ts';

const LARGEST = 16 * 1024 * 1024;
const SHORT = 256 * 1024;
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

const file: FormPart = { name: 'file', fileName: 'counts.txt', content: 'hour,visitors\n' };

/** What a form is made of, of about so many bytes. */
const forms: Readonly<Record<string, (size: number) => readonly FormPart[]>> = {
  parts: (n) => [...Array.from({ length: n / 80 }, (_, index) => ({ name: `p${index}`, content: 'x' })), file],
  'parts of one name': (n) => [...Array.from({ length: n / 80 }, () => ({ name: 'jsonData', content: '{}' })), file],
  files: (n) => Array.from({ length: n / 100 }, () => file),
  'a text': (n) => [{ name: 'jsonData', content: filled(n, ' ') }, file],
  'lists in lists of jsonData': (n) => [{ name: 'jsonData', content: '['.repeat(n / 2) + ']'.repeat(n / 2) }, file],
  'entries of jsonData': (n) => [{ name: 'jsonData', content: `{"categories":[${filled(n, '"a",')}"b"]}` }, file],
  'objects of jsonData': (n) => [{ name: 'jsonData', content: `[${filled(n, '{},')}{}]` }, file],
  'a description in jsonData': (n) => [{ name: 'jsonData', content: JSON.stringify({ description: filled(n, 'x') }) }, file],
  'a folder in jsonData': (n) => [{ name: 'jsonData', content: JSON.stringify({ directoryLabel: filled(n, 'a/') }) }, file],
  'the name of a part': (n) => [{ name: filled(n, 'x'), content: 'x' }, file],
  'the name of a file': (n) => [{ name: 'file', fileName: filled(n, 'x'), content: 'x' }],
  'dots in the name of a file': (n) => [{ name: 'file', fileName: filled(n, '-1.'), content: 'x' }],
  'header lines of a part': (n) => [{ ...file, headers: filled(n, 'X-A: b\r\n') }],
  'a header line of a part': (n) => [{ ...file, headers: `Content-Type: text/plain; ${filled(n, 'a=b; ')}\r\n` }],
  'folded lines of a header': (n) => [{ ...file, headers: `Content-Type: text/plain${filled(n, '\r\n ')}\r\n` }],
  'what looks like the end of a part': (n) => [{ ...file, content: filled(n, '\r\n--campaign-par') }],
};

/** The cases of a row: one for each kind of form, in the short form one with all of them. */
function casesOf(row: RestRow, long: boolean): Dimension[] {
  const kinds = Object.entries(forms);
  const facts = { as: 'depositor', writes: true } as const;
  if (!long) {
    const requests: Dimension['requests'] = (size, world) => kinds.map(([, parts]) => formOf(pathOf(row, world), parts(size)));
    return [{ ...facts, name: `forms: ${row.name}`, sizes: [SHORT, SHORT], requests }];
  }
  return kinds.map(([kind, parts]) => ({
    ...facts,
    name: `forms: ${row.name}: ${kind}`,
    sizes: [4096, LARGEST],
    requests: (size, world) => formOf(pathOf(row, world), parts(size)),
  }));
}

export function formDimensions(long: boolean): readonly Dimension[] {
  return restRows()
    .filter(({ bodies }) => Object.hasOwn(bodies, 'multipart/form-data'))
    .flatMap((row) => casesOf(row, long));
}
