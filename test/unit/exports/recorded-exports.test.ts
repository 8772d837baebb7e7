// All exports of three datasets and of a draft in nine formats, as another software wrote them, value by value.
import { describe, expect, test } from 'vitest';
import { exporters } from '../../../src/formats/exports/exporters.ts';
import { DIFFERENCES, IN_ANY_ORDER } from './recorded-differences.ts';
import { hasRecordings, recordedExport, recordedSnapshot } from './recorded-snapshots.ts';
import { textOf } from './snapshots.ts';

const DATASETS = ['minimal', 'survey', 'rich', 'draft-minimal'];
const FORMATS = ['ddi', 'oai_ddi', 'dcterms', 'oai_dc', 'Datacite', 'oai_datacite', 'schema.org', 'OAI_ORE', 'service_json'] as const;
const recordedName = (format: string): string => (format === 'service_json' ? 'dataverse_json' : format);

const smallest = (one: string, other: string): number => (one < other ? -1 : 1);

/** One element a line: some characters may be escaped or not, an empty element is written in two ways, and the order of attributes says nothing. */
function linesOf(xml: string): string {
  return xml
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/<([\w:]+)((?:\s[^<>]*)?)><\/\1>/g, '<$1$2/>')
    .replace(/<([\w:]+)((?:\s[\w:]+="[^"]*")+)/g, (_tag, name: string, attributes: string) => {
      const each = attributes.match(/\s[\w:]+="[^"]*"/g) ?? [];
      return `<${name}${each.toSorted(smallest).join('')}`;
    })
    .replace(/>\s*</g, '>\n<')
    .replace(/<catgry>.*?<\/catgry>/gs, (category) => category.replaceAll('\n', ''))
    .trim();
}

/** Neighbours whose order means nothing, in one order. */
function sorted(lines: readonly string[], element: RegExp): readonly string[] {
  const blocks: string[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    if (block !== undefined && element.test(line) && element.test(block[0] ?? '')) block.push(line);
    else blocks.push([line]);
  }
  return blocks.flatMap((block) => block.toSorted(smallest));
}

function toldBy(text: string, what: string, isXml: boolean): unknown {
  if (!isXml) return JSON.parse(text);
  return IN_ANY_ORDER.filter(({ of }) => of.includes(what)).reduce<readonly string[]>(
    (lines, { element }) => sorted(lines, element),
    text.split('\n'),
  );
}

describe.skipIf(!hasRecordings)('exports are those of the recordings, but for the differences listed (needs ../shared/golden)', () => {
  describe.each(DATASETS)('%s', (dataset) => {
    const snapshot = recordedSnapshot(dataset);

    test.each(FORMATS)('in %s', async (format) => {
      const exporter = exporters.find(({ name }) => name === format);
      if (exporter === undefined) throw new Error(format);
      const isXml = exporter.xml !== undefined;
      const what = `${dataset} ${format}`;
      const recorded = recordedExport(dataset, recordedName(format));
      let expected = isXml ? linesOf(recorded) : recorded;
      for (const { of, recorded: theirs, ours, because } of DIFFERENCES.filter((one) => one.of.includes(what))) {
        const changed = expected.replace(theirs, ours);
        expect(changed, `${because}: not in ${of.join(', ')}`).not.toBe(expected);
        expected = changed;
      }
      const written = await textOf(exporter, snapshot);
      expect(toldBy(isXml ? linesOf(written) : written, what, isXml)).toEqual(toldBy(expected, what, isXml));
    });

    // Source: exports.md 8, 10. The order of fields in OAI_ORE means nothing.
    test.each(['schema.org', 'service_json'])('in %s, key by key in their order', async (format) => {
      const exporter = exporters.find(({ name }) => name === format);
      if (exporter === undefined) throw new Error(format);
      const written = JSON.stringify(JSON.parse(await textOf(exporter, snapshot)), null, 1);
      expect(written.split('\n')).toEqual(JSON.stringify(JSON.parse(recordedExport(dataset, recordedName(format))), null, 1).split('\n'));
    });
  });

  test('differences are listed of recordings that there are', () => {
    const all = new Set(DATASETS.flatMap((dataset) => FORMATS.map((format) => `${dataset} ${format}`)));
    const listed = [...DIFFERENCES, ...IN_ANY_ORDER].flatMap(({ of }) => of);
    expect(listed.filter((one) => !all.has(one))).toEqual([]);
  });
});
