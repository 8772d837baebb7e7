import type { CitedWork } from './cited-work.ts';
import { oneLine } from './text-escapes.ts';

// BibTeX counts braces even after a backslash, so they are written by name; the other characters are special to TeX.
const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function texText(text: string): string {
  return oneLine(text).replace(/[\\{}~^&%$#_]/g, (character) => commands[character] ?? `\\${character}`);
}

/** The first pair of quotation marks as TeX sets it. */
function quoted(text: string): string {
  return text.replace('"', '``').replace('"', "''");
}

/** A URL or identifier, which TeX takes verbatim as long as its braces match. */
function verbatim(text: string): string {
  return text.replace(/[{}\\%]/g, (character) => (character === '%' ? '\\%' : encodeURIComponent(character).replace('%', '\\%')));
}

/** A citation in BibTeX, lines ended by CR LF. Source: datasets.md 14.6. */
export function bibtexCitation({ authors, publisher, title, unf, year, version, pid, url }: CitedWork): string {
  // Characters that would end a key are removed.
  const key = `${pid.identifier}_${year}`.replace(/[\s,{}"'#%=~\\()]/g, '');
  // A name that contains the separator word is one name.
  const names = authors.map((name) => (/\sand\s/i.test(name) ? `{${texText(name)}}` : texText(name)));
  return [
    `@data{${key},`,
    `author = {${names.join(' and ')}},`,
    `publisher = {${texText(publisher)}},`,
    `title = {{${quoted(texText(title))}}},`,
    ...(unf === null ? [] : [`UNF = {${texText(unf)}},`]),
    `year = {${year}},`,
    `version = {${version}},`,
    ...(pid.protocol === 'doi' ? [`doi = {${verbatim(`${pid.authority}${pid.separator}${pid.identifier}`)}},`] : []),
    `url = {${verbatim(url)}}`,
    '}',
    '',
  ].join('\r\n');
}
