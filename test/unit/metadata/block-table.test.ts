import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkRowCounts } from '../../../src/domain/metadata/block-load-limits.ts';
import { readBlockTable } from '../../../src/domain/metadata/block-table.ts';
import type { DefinitionRow } from '../../../src/domain/metadata/definition-row.ts';
import { MOST_PROBLEMS } from '../../../src/errors/domain-error.ts';
import { ProblemList } from '../../../src/errors/problem-list.ts';
import { blockTable, standardTable } from './block-tables.ts';

const example = readFileSync(new URL('../../../data/examples/soil-sample.tsv', import.meta.url), 'utf8');

function read(text: string): { rows: readonly Omit<DefinitionRow, 'fault'>[]; faults: string[]; pointers: string[] } {
  const problems = new ProblemList();
  const rows = readBlockTable(text, problems).map(({ fault: _fault, ...row }) => row);
  return {
    rows,
    faults: problems.toArray().map(({ message }) => message),
    pointers: problems.toArray().map(({ pointer }) => pointer),
  };
}

const FIELD_LINE = '\tdepth\tDepth\t\t\tfloat\t3\t\tFALSE\tFALSE\tFALSE\tFALSE\tFALSE\tFALSE\t\town';

describe('reading a table', () => {
  it('goes by the place of the columns', () => {
    const { rows, faults } = read(example);
    expect(faults).toEqual([]);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'MetadataBlock',
      ...Array.from({ length: 5 }, () => 'DatasetField'),
      ...Array.from({ length: 3 }, () => 'ControlledVocabularyValue'),
    ]);
    expect(rows[0]).toEqual({
      kind: 'MetadataBlock',
      name: 'soilsample',
      ownerAlias: null,
      displayName: 'Soil Sample',
      namespaceUri: 'https://example.org/schema/soilsample/',
    });
    expect(rows[4]).toEqual({
      kind: 'DatasetField',
      name: 'soilHorizonDepth',
      title: 'Lower Depth',
      description: 'In metres below the surface.',
      watermark: '0.25',
      type: 'FLOAT',
      displayOrder: 3,
      displayFormat: '#VALUE m',
      advancedSearch: false,
      controlledVocabulary: false,
      multiple: false,
      facetable: false,
      displayOnCreate: false,
      required: false,
      parent: 'soilHorizon',
      block: 'soilsample',
      termUri: null,
    });
    expect(rows[7]).toEqual({
      kind: 'ControlledVocabularyValue',
      field: 'soilTexture',
      value: 'Loam',
      identifier: 'L',
      displayOrder: 1,
      alternates: ['loamy soil'],
    });
  });

  it('takes CRLF, a byte order mark, a missing last line end and cut trailing cells alike', () => {
    const { rows } = read(example);
    const cut = example.replace(/\t+$/gm, '');
    expect(cut).not.toBe(example);
    for (const text of [example.replaceAll('\n', '\r\n'), `\uFEFF${example}`, example.trimEnd(), cut]) {
      expect(read(text)).toEqual({ rows, faults: [], pointers: [] });
    }
  });

  it('keeps quotation marks and trims cells', () => {
    const { rows, faults } = read(blockTable({ values: [['f', '"quoted, ""twice"""', ' id ', ' 7 ', '', ' a "b" ', '']] }));
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      {
        kind: 'ControlledVocabularyValue',
        field: 'f',
        value: '"quoted, ""twice"""',
        identifier: 'id',
        displayOrder: 7,
        alternates: ['a "b"'],
      },
    ]);
  });

  it('takes true in any case as true and all else as false, and types in any case', () => {
    const { rows, faults } = read(`#datasetField\n${FIELD_LINE.replace('float', 'FloAT').replace('\tFALSE\tFALSE', '\ttRuE\tyes')}`);
    expect(faults).toEqual([]);
    expect(rows[0]).toMatchObject({ type: 'FLOAT', advancedSearch: true, controlledVocabulary: false });
  });

  it('takes several blocks, and sections again', () => {
    const { rows, faults } = read(example + example.replaceAll('soil', 'rock'));
    expect([rows.length, faults]).toEqual([18, []]);
  });
});

describe('the report', () => {
  it('names every faulty line with its section and column', () => {
    const lines = [
      '\tbefore\t\tAny section',
      '#metadataBlock\tname',
      '\t12345\t\tNumbers only',
      '\tno display name',
      '',
      '#datasetField',
      FIELD_LINE.replace('float', 'double').replace('\t3\t', '\t3.5\t'),
      '\tshort\tShort',
      'x\tfirst\tcell',
      '\t\t\t',
      '#vocabulary',
      '\tnot\treported',
      '#controlledVocabulary',
      '\tfield',
      '\tfield\tvalue\t\tfirst',
      `\tfield\t${'v'.repeat(501)}\t\t1`,
    ];
    const { faults, pointers } = read(lines.join('\n'));
    const FORM = 'must begin with a letter or digit, hold letters, digits, dots, underscores or hyphens, and not be a number';
    const TYPES = 'none, text, textbox, string, date, email, url, int, float';
    expect(faults).toEqual([
      'Line 1: comes before the first section',
      `Line 3, #metadataBlock, name: ${FORM}`,
      `Line 4, #metadataBlock, name: ${FORM}`,
      'Line 4, #metadataBlock, displayName: is missing, the row ends before it',
      'Line 5: is blank',
      `Line 7, #datasetField, fieldType: double is none of ${TYPES}`,
      'Line 7, #datasetField, displayOrder: 3.5 is not an integer',
      'Line 8, #datasetField, fieldType: is missing, the row ends before it',
      'Line 8, #datasetField, displayOrder: is missing, the row ends before it',
      'Line 8, #datasetField, metadatablock_id: is missing, the row ends before it',
      'Line 9: must begin with an empty cell, unless it begins a section',
      'Line 10: is blank',
      'Line 11: #vocabulary is none of #metadataBlock, #datasetField, #controlledVocabulary',
      'Line 14, #controlledVocabulary, Value: is missing, the row ends before it',
      'Line 14, #controlledVocabulary, displayOrder: is missing, the row ends before it',
      'Line 15, #controlledVocabulary, displayOrder: first is not an integer',
      'Line 16, #controlledVocabulary, Value: must not be longer than 500 characters',
    ]);
    expect(pointers[6]).toBe('/table/7/displayOrder');
  });

  it('tells an empty cell from a missing one', () => {
    expect(read(`#datasetField\n${FIELD_LINE.replace('\tDepth\t', '\t \t')}`).faults).toEqual([
      'Line 2, #datasetField, title: must not be empty',
    ]);
  });

  it.each(['__proto__', 'constructor', 'with space', '-dash', 'sl/ash', 'x'.repeat(201)])('refuses the name %s', (name) => {
    expect(read(blockTable({ blocks: [[name, '', 'Block']] })).pointers).toEqual(['/table/2/name']);
  });

  it.each(['', '1e3', '0x1', '2147483648', '99999999999', '--1', '1 2'])('refuses the display order "%s"', (order) => {
    expect(read(blockTable({ values: [['f', 'v', '', order]] })).pointers).toEqual(['/table/2/displayOrder']);
  });

  it.each(['-1', '+7', '2147483647', '007'])('takes the display order "%s"', (order) => {
    expect(read(blockTable({ values: [['f', 'v', '', order]] })).faults).toEqual([]);
  });

  it('names an empty table', () => {
    expect(read('').faults).toEqual(['The table is empty.']);
  });

  it('stays bounded', () => {
    const { faults } = read('#metadataBlock\n'.concat('\t\n'.repeat(20_000)));
    expect(faults).toHaveLength(MOST_PROBLEMS + 1);
  });
});

describe('a table that is too large', () => {
  const start = '#metadataBlock\n\town\t\tOwn\t\n#controlledVocabulary\n';
  const value = (index: number): string => `\tfield\tv${index}\t\t0\n`;
  const values = (count: number): string => Array.from({ length: count }, (_, index) => value(index)).join('');

  it('is read to the last line that may be, which is named', () => {
    const { rows, faults, pointers } = read(start + values(40_000));
    expect(rows).toHaveLength(29_998);
    expect(faults).toEqual(['Line 30001: one table holds at most 30000 lines']);
    expect(pointers).toEqual(['/table/30001']);
  });

  it('names lines with too many cells, and cells that are too long', () => {
    const { faults } = read(`${start}${'\t'.repeat(100)}x\n\tfield\t${'v'.repeat(10_001)}\t\t0\n`);
    expect(faults.slice(0, 3)).toEqual([
      'Line 4: has more than 100 cells',
      'Line 4: is blank',
      'Line 5: cell 3 is longer than 10000 characters',
    ]);
  });

  it('is none with the largest vocabulary that is in use', () => {
    expect(read(standardTable('citation')).faults).toEqual([]);
  });

  it('has more rows of a kind than one load holds', () => {
    const blocks = `#metadataBlock\n${Array.from({ length: 101 }, (_, index) => `\tb${index}\t\tB\t\n`).join('')}`;
    const problems = new ProblemList();
    checkRowCounts(readBlockTable(blocks + start.slice(start.indexOf('#c')) + values(25_001), problems), problems);
    expect(problems.toArray().map(({ message }) => message)).toEqual([
      'Line 102, #metadataBlock, name: one load holds at most 100 blocks',
      'Line 25104, #controlledVocabulary, Value: one load holds at most 25000 vocabulary values',
    ]);
  });
});
