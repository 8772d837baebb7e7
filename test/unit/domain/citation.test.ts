import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { bibtexCitation } from '../../../src/formats/citation/bibtex-citation.ts';
import type { CitedWork } from '../../../src/formats/citation/cited-work.ts';
import { cslCitation } from '../../../src/formats/citation/csl-citation.ts';
import { endnoteCitation } from '../../../src/formats/citation/endnote-citation.ts';
import { htmlCitation } from '../../../src/formats/citation/html-citation.ts';
import { risCitation } from '../../../src/formats/citation/ris-citation.ts';

const plain: CitedWork = {
  authors: ['Finch, Fiona', 'Bird, Bob'],
  year: 2025,
  day: '2025-11-20',
  title: 'A "small" study of finches',
  pid: { protocol: 'doi', authority: '10.5072', separator: '/', identifier: 'FK2/ABC123' },
  url: 'https://doi.org/10.5072/FK2/ABC123',
  landingPage: 'https://data.example.org/citation?persistentId=doi:10.5072/FK2/ABC123',
  publisher: 'Root',
  version: 'V1',
  unf: null,
  datasetType: 'dataset',
  producers: ['Nest Inc.'],
  grantAgencies: ['Seed Fund'],
  series: ['Birds'],
  collectionDates: ['2024-01-01/2024-12-31'],
  kindsOfData: ['Survey'],
  keywords: ['beak', 'wing'],
  languages: ['English'],
  places: ['Ecuador, Galápagos'],
};

const HOSTILE =
  '</title><script>alert(1)</script>\r\nER  - \r\nTY  - JOUR } \\end{document} {{{ %&$#_~^ "a" \'b\' ]]> \u0000\u0001\ud800 and';
const hostile: CitedWork = { ...plain, title: HOSTILE, authors: [HOSTILE, 'Bush and Sons'], publisher: HOSTILE, keywords: [HOSTILE] };

/** The texts of an XML document by element; throws unless it is well formed. */
function xmlTexts(text: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => open.push(name));
  parser.on('closetag', () => open.pop());
  parser.on('text', (value) => {
    const name = open.at(-1);
    if (name !== undefined) texts.set(name, [...(texts.get(name) ?? []), value]);
  });
  parser.write(text).close();
  return texts;
}

/** Depth of braces after each character, as BibTeX counts them: backslashes do not matter. */
function braceDepths(text: string): number[] {
  let depth = 0;
  return text.split('').map((character) => (depth += character === '{' ? 1 : character === '}' ? -1 : 0));
}

describe('HTML', () => {
  test('keeps apostrophes as they are, and escapes what HTML would read', () => {
    expect(htmlCitation({ ...plain, title: 'Darwin\'s <i>Finches</i> & "others"' })).toContain(
      '"Darwin\'s &lt;i&gt;Finches&lt;/i&gt; &amp; &quot;others&quot;"',
    );
  });

  test('has authors, year, title, link, publisher and version', () => {
    expect(htmlCitation(plain)).toBe(
      'Finch, Fiona; Bird, Bob, 2025, "A &quot;small&quot; study of finches", <a href="https://doi.org/10.5072/FK2/ABC123" target="_blank">https://doi.org/10.5072/FK2/ABC123</a>, Root, V1',
    );
  });

  test('leaves out what is empty, and names a fingerprint', () => {
    const text = htmlCitation({ ...plain, authors: [], publisher: '', unf: 'UNF:6:abc==' });
    expect(text).toMatch(/^2025, "A .*<\/a>, V1, UNF:6:abc== \[fileUNF\]$/);
  });

  test('holds no element but its link, whatever the title', () => {
    expect(htmlCitation(hostile).match(/<\w+/g)).toEqual(['<a']);
  });
});

describe('BibTeX', () => {
  test('has its fields in order, lines ended by CR LF', () => {
    expect(bibtexCitation({ ...plain, unf: 'UNF:6:abc==' }).split('\r\n')).toEqual([
      '@data{FK2/ABC123_2025,',
      'author = {Finch, Fiona and Bird, Bob},',
      'publisher = {Root},',
      "title = {{A ``small'' study of finches}},",
      'UNF = {UNF:6:abc==},',
      'year = {2025},',
      'version = {V1},',
      'doi = {10.5072/FK2/ABC123},',
      'url = {https://doi.org/10.5072/FK2/ABC123}',
      '}',
      '',
    ]);
  });

  test('keeps its braces in pairs, whatever the title', () => {
    const text = bibtexCitation(hostile);
    const depths = braceDepths(text);
    expect(Math.min(...depths)).toBe(0);
    expect(depths.at(-1)).toBe(0);
    expect(depths.findIndex((depth) => depth === 0 && depths.indexOf(1) < depths.lastIndexOf(0))).toBeGreaterThanOrEqual(0);
    expect(text.split('\r\n')).toHaveLength(10);
    expect(text).toContain('{Bush and Sons}');
  });

  test('has no DOI for a permalink', () => {
    const pid = { protocol: 'perma', authority: 'lab', separator: '-', identifier: 'A{1}' };
    const text = bibtexCitation({ ...plain, pid, url: 'https://data.example.org/citation?persistentId=perma:lab-A{1}' });
    expect(text).not.toContain('doi =');
    expect(text).toContain('@data{A1_2025,');
    expect(braceDepths(text).at(-1)).toBe(0);
  });
});

describe('RIS', () => {
  test('has its tags in order', () => {
    expect(risCitation(plain).split('\r\n')).toEqual([
      'Provider: Root',
      'Content: text/plain; charset="utf-8"',
      'TY  - DATA',
      'T1  - A "small" study of finches',
      'T3  - Birds',
      'AU  - Finch, Fiona',
      'AU  - Bird, Bob',
      'A2  - Nest Inc.',
      'A4  - Seed Fund',
      'C3  - Survey',
      'DA  - 2024-01-01/2024-12-31',
      'DO  - doi:10.5072/FK2/ABC123',
      'ET  - V1',
      'KW  - beak',
      'KW  - wing',
      'LA  - English',
      'PY  - 2025',
      'RI  - Ecuador, Galápagos',
      'SE  - 2025-11-20',
      'UR  - https://doi.org/10.5072/FK2/ABC123',
      'PB  - Root',
      'ER  - ',
      '',
    ]);
  });

  test('is one record, whatever the title', () => {
    const lines = risCitation(hostile).split(/\r\n|\r|\n/);
    expect(lines.filter((line) => line.startsWith('TY  -'))).toEqual(['TY  - DATA']);
    expect(lines.filter((line) => line.startsWith('ER  -'))).toHaveLength(1);
  });
});

describe('EndNote', () => {
  test('has its elements', () => {
    const texts = xmlTexts(endnoteCitation(plain));
    expect(Object.fromEntries(texts)).toEqual({
      'ref-type': ['59'],
      author: ['Finch, Fiona', 'Bird, Bob', 'Nest Inc.', 'Seed Fund'],
      title: ['A "small" study of finches'],
      'tertiary-title': ['Birds'],
      section: ['2025-11-20'],
      year: ['2025'],
      date: ['2024-01-01/2024-12-31'],
      edition: ['V1'],
      keyword: ['beak', 'wing'],
      custom3: ['Survey'],
      language: ['English'],
      publisher: ['Root'],
      'reviewed-item': ['Ecuador, Galápagos'],
      url: ['https://doi.org/10.5072/FK2/ABC123'],
      'electronic-resource-num': ['10.5072/FK2/ABC123'],
    });
  });

  test('is well formed, whatever the title', () => {
    const [title] = xmlTexts(endnoteCitation(hostile)).get('title') ?? [];
    expect(title).toContain('</title><script>alert(1)</script>');
  });

  test('leaves out groups without content, and gives a permalink as an address of the web', () => {
    const pid = { protocol: 'perma', authority: 'lab', separator: '-', identifier: 'A1' };
    const text = endnoteCitation({ ...plain, pid, authors: [], producers: [], grantAgencies: [], series: [], keywords: [] });
    expect(text).not.toMatch(/contributors|tertiary|keywords|electronic-resource-num/);
    expect(text).toContain('<web-urls><url>');
  });
});

describe('CSL', () => {
  test('has its keys in order', () => {
    expect(JSON.parse(cslCitation(plain))).toEqual({
      type: 'dataset',
      title: 'A &quot;small&quot; study of finches',
      author: [
        { family: 'Finch', given: 'Fiona', isInstitution: false },
        { family: 'Bird', given: 'Bob', isInstitution: false },
      ],
      issued: { 'date-parts': [[2025]] },
      'container-title': 'Birds',
      version: 'V1',
      DOI: '10.5072/FK2/ABC123',
      categories: ['beak', 'wing'],
      publisher: 'Root',
      URL: 'https://data.example.org/citation?persistentId=doi:10.5072/FK2/ABC123',
    });
  });

  test('tells organisations from people, and software from data', () => {
    const record: unknown = JSON.parse(cslCitation({ ...plain, datasetType: 'software', authors: ['University of Soil', 'Ada Lovelace'] }));
    expect(record).toMatchObject({
      type: 'software',
      author: [
        { literal: 'University of Soil', isInstitution: true },
        { family: 'Lovelace', given: 'Ada', isInstitution: false },
      ],
    });
  });

  test('is JSON without a tag of HTML, whatever the title', () => {
    const text = cslCitation(hostile);
    expect(() => void JSON.parse(text)).not.toThrow();
    expect(text).not.toMatch(/[<>]/);
  });
});
