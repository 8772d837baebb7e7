/**
 * The codebook for people: one page that loads nothing and runs nothing. Every text goes through the library that pages are written with,
 * which escapes it. Source: exports.md 18.3.
 */
import { type ComponentChildren, h } from 'preact';
import { persistentIdText } from '../../model/persistent-id.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { ExportedFile } from '../exports/exported-variable.ts';
import type { Exporter } from '../exports/exporter.ts';
import { factList, htmlOf, linked } from './codebook-parts.ts';
import { metadataOf, termsOf } from './codebook-metadata.ts';
import { variableRow } from './codebook-variable.ts';

const STYLE = [
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}',
  'dt{font-weight:600}dd{margin:0 0 .5rem 1.5rem}dd p,dd dl{margin:0}',
  'table{border-collapse:collapse;width:100%}caption{text-align:start}',
  'th,td{text-align:start;vertical-align:top;padding:.25rem .5rem;border:1px solid #8888;overflow-wrap:anywhere}',
].join('');

function header({ version, dataset, pid, citation }: ExportSnapshot): ComponentChildren {
  const number = version.versionNumber === null ? 'Draft' : `${version.versionNumber}.${version.versionMinorNumber ?? 0}`;
  const { license } = version;
  return h(
    'header',
    null,
    h('h1', { dir: 'auto' }, version.title),
    h('p', { dir: 'auto' }, citation.text),
    factList([
      ['Identifier', linked(dataset.persistentUrl, persistentIdText(pid))],
      ['Version', number],
      ['Published', dataset.publicationDate],
      ['Publisher', dataset.publisher],
      ['Licence', license === null ? null : linked(license.uri, license.name)],
    ]),
  );
}

function fileRow({ label, directoryLabel, description, dataFile, table }: ExportedFile): ComponentChildren {
  const { databaseId, contentType, sizeBytes, checksum } = dataFile;
  const rows = table === null ? null : h('div', null, `${table.caseQuantity} cases, ${table.variableQuantity} variables`);
  return h(
    'tr',
    { id: `f${databaseId}` },
    h('th', { scope: 'row', dir: 'auto' }, directoryLabel === null ? label : `${directoryLabel}/${label}`),
    h('td', { dir: 'auto' }, description),
    h('td', null, contentType, rows),
    h('td', null, `${sizeBytes} bytes`),
    h('td', null, `${checksum.type} ${checksum.value}`),
  );
}

function columns(...names: readonly string[]): string {
  return htmlOf(
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        names.map((name) => h('th', { scope: 'col' }, name)),
      ),
    ),
  );
}

async function* fileList({ files }: ExportSnapshot): AsyncGenerator<string> {
  let begun = false;
  for await (const file of files('folder')) {
    if (!begun) yield `<section><h2>Files</h2><table>${columns('Name', 'Description', 'Type', 'Size', 'Checksum')}<tbody>`;
    begun = true;
    yield htmlOf(fileRow(file));
  }
  if (begun) yield '</tbody></table></section>';
}

async function* variableLists({ variables }: ExportSnapshot): AsyncGenerator<string> {
  let begun: number | undefined;
  for await (const { file, variable } of variables()) {
    const { databaseId } = file.dataFile;
    if (begun !== databaseId) {
      yield begun === undefined ? '<section><h2>Variables</h2>' : '</tbody></table>';
      yield `<table>${htmlOf(h('caption', { dir: 'auto' }, h('a', { href: `#f${databaseId}` }, file.label)))}`;
      yield `${columns('Name', 'Label', 'Type', 'Values', 'Statistics')}<tbody>`;
      begun = databaseId;
    }
    yield htmlOf(variableRow(variable));
  }
  if (begun !== undefined) yield '</tbody></table></section>';
}

async function* write(snapshot: ExportSnapshot): AsyncGenerator<string> {
  const head = h(
    'head',
    null,
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', null, snapshot.version.title),
    h('style', null, STYLE),
  );
  yield `<!doctype html>\n<html lang="en">${htmlOf(head)}<body>${htmlOf(header(snapshot))}<main>`;
  for (const part of [...metadataOf(snapshot), termsOf(snapshot)]) yield htmlOf(part);
  yield* fileList(snapshot);
  yield* variableLists(snapshot);
  yield '</main></body></html>\n';
}

export const htmlExporter: Exporter = {
  name: 'html',
  displayName: 'HTML Codebook',
  mediaType: 'text/html',
  isHarvestable: false,
  isVisibleInUserInterface: true,
  write,
};
