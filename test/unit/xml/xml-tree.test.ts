import { describe, expect, test } from 'vitest';
import { elementsAt, parseXml, textOf } from '../../../src/formats/xml/xml-tree.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';

const rules = { root: 'codeBook', skipped: new Set(['dataDscr']) };

async function refusal(xml: string): Promise<string> {
  try {
    await parseXml(xml, rules);
    return 'read';
  } catch (error) {
    if (error instanceof DomainError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_one, at) => `a${at}="1"`).join(' ');
}

describe('XML of strangers', () => {
  test('becomes a tree of local names, texts and attributes', async () => {
    const root = await parseXml(
      '<d:codeBook xmlns:d="ddi:codebook:2_5" xml:lang="de"><d:a b="1 &amp; 2">x<![CDATA[<y>]]></d:a><d:a/></d:codeBook>',
      rules,
    );
    expect(root.attributes.get('xml:lang')).toBe('de');
    const [first, second] = elementsAt(root, 'a');
    expect([first?.attributes.get('b'), first === undefined ? '' : textOf(first)]).toEqual(['1 & 2', 'x<y>']);
    expect(second?.children).toEqual([]);
  });

  test('has paragraphs as lines and runs of white space as one space', async () => {
    const root = await parseXml(
      '<codeBook>  one\n  two <emph>three</emph><p>four\tfive</p><list><itm>six</itm><itm>seven</itm></list> </codeBook>',
      rules,
    );
    expect(textOf(root)).toBe('one two three\nfour five\nsix\nseven');
  });

  test('is read over where it is of no use, which takes no place in the tree', async () => {
    const variables = '<var><labl>x</labl></var>'.repeat(150_000);
    const root = await parseXml(`<codeBook><dataDscr>${variables}</dataDscr><a/></codeBook>`, rules);
    expect(root.children).toHaveLength(1);
  });

  test.each([
    ['<codeBook>\n  <a>\n</codeBook>', /line 3, column \d+/],
    ['<codeBook><dataDscr><a></dataDscr></codeBook>', /not well-formed/],
    ['<codeBook/><codeBook/>', /not well-formed/],
    ['<codeBook a="1" a="2"/>', /not well-formed/],
    ['<codeBook>&undefined;</codeBook>', /not well-formed/],
    ['<codeBook><x:a/></codeBook>', /not well-formed/],
    ['<codeBook>\u0001</codeBook>', /not well-formed/],
    ['', /not well-formed/],
    ['   ', /not well-formed/],
    ['<!DOCTYPE codeBook><codeBook/>', /document type/],
    ['<!DOCTYPE codeBook [<!ENTITY a SYSTEM "file:///etc/passwd">]><codeBook>&a;</codeBook>', /document type/],
    ['<?xml version="1.0" encoding="UTF-16"?><codeBook/>', /UTF-16/],
    ['<html/>', /html.*codeBook/],
    [`<codeBook>${'<a>'.repeat(64)}${'</a>'.repeat(64)}</codeBook>`, /nests more than 64/],
    [`<codeBook><dataDscr>${'<a>'.repeat(64)}${'</a>'.repeat(64)}</dataDscr></codeBook>`, /nests more than 64/],
    [`<codeBook>${'<a/>'.repeat(50_001)}</codeBook>`, /more than 50000 elements at line 1, column \d+/],
    [`<codeBook><!--${'- '.repeat(1_500_000)}--></codeBook>`, /more than 1500000 characters of markup at line 1, column \d+/],
    [`<codeBook>${'x'.repeat(8_000_001)}</codeBook>`, /texts of the XML are longer than 8000000 characters at line 1, column \d+/],
    [`<codeBook><a ${attributes(257)}/></codeBook>`, /more than 256 attributes at line 1, column \d+/],
    [`<codeBook><dataDscr ${attributes(257)}/></codeBook>`, /more than 256 attributes/],
    // Refused where the limit is passed: what follows is not even well-formed.
    [`<codeBook ${attributes(257)} < `, /more than 256 attributes/],
    [`<codeBook ${attributes(257).replaceAll('a', 'xmlns:a')}/>`, /more than 256 attributes/],
    ['x'.repeat(16 * 1024 * 1024 + 1), /longer than/],
  ])('is refused: %.60s', async (xml, message) => {
    const refused = await refusal(xml);
    expect(refused).toMatch(/^MALFORMED_XML: /);
    expect(refused).toMatch(message);
  });

  test.each(['UTF-8', 'utf-8', 'US-ASCII'])('may declare the encoding %s', async (encoding) => {
    expect(await refusal(`<?xml version="1.0" encoding="${encoding}"?><codeBook/>`)).toBe('read');
  });
});
