/** Tables that define metadata blocks and grow. Superusers alone load them; they come from strangers all the same. */
import type { Dimension } from '../dimension.ts';

const times = (count: number, make: (index: number) => string): string => Array.from({ length: count }, (_, index) => make(index)).join('');

const BLOCK = '#metadataBlock\tname\townerAlias\tdisplayName\tblockURI\n';
const FIELDS =
  '#datasetField\tname\ttitle\tdescription\twatermark\tfieldType\tdisplayOrder\tdisplayFormat\tadvancedSearchField\tallowControlledVocabulary\tallowmultiples\tfacetable\tdisplayoncreate\trequired\tparent\tmetadatablock_id\ttermURI\n';
const VALUES = '#controlledVocabulary\tDatasetField\tValue\tidentifier\tdisplayOrder\n';
/** Of a block that is never complete: it names no field type, so that nothing of it is kept. */
const field = (name: string, { parent = '', type = 'none of all' } = {}): string =>
  `\t${name}\t${name}\td\t\t${type}\t0\t\tFALSE\tTRUE\tTRUE\tFALSE\tFALSE\tFALSE\t${parent}\tgrowing\t\n`;
const START = `${BLOCK}\tgrowing\t\tGrowing\t\n`;

/** Tables by name; the number is how many there are of what is named. */
const tables: Readonly<Record<string, readonly [to: number, text: (count: number) => string]>> = {
  blocks: [200_000, (n) => BLOCK + times(n, (i) => `\tb${i}\t\tB\t\n`)],
  fields: [100_000, (n) => START + FIELDS + times(n, (i) => field(`f${i}`))],
  'the same field': [100_000, (n) => START + FIELDS + times(n, () => field('f', { type: 'text' }))],
  'fields in each other': [100_000, (n) => START + FIELDS + times(n, (i) => field(`f${i}`, { parent: `f${i + 1}`, type: 'text' }))],
  values: [200_000, (n) => START + FIELDS + field('f', { type: 'text' }) + VALUES + times(n, (i) => `\tg\tv${i}\t\t0\n`)],
  'columns of a line': [2_000_000, (n) => START + '\t'.repeat(n)],
  'columns of a heading': [2_000_000, (n) => `#metadataBlock${'\tname'.repeat(n / 5)}\n\tx\n`],
  'headings beside each other': [200_000, (n) => times(n, () => '#datasetField\tname\n')],
  'lines of nothing': [4_000_000, (n) => START + '\n'.repeat(n)],
  'quotes of a line': [4_000_000, (n) => `${START}\t${'"'.repeat(n)}`],
  'alternates of values': [
    25_000,
    (n) => START + FIELDS + field('f', { type: 'none' }) + VALUES + times(n, (i) => `\tf\tv${i}\t\t0${'\ta'.repeat(90)}\n`),
  ],
  'blanks of a line': [4_000_000, (n) => `${START}\t${' '.repeat(n)}x`],
};

const listed = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(',');
const definedField = (name: string, more: object = {}): string =>
  JSON.stringify({
    name,
    title: 'T',
    type: 'none of all',
    parent: null,
    multiple: false,
    controlledVocabulary: true,
    facetable: false,
    advancedSearch: false,
    required: false,
    displayOnCreate: false,
    ...more,
  });
const defined = (fields: string, values = ''): string =>
  `{"name":"growing","displayName":"Growing","fields":[${fields}],"vocabularies":{"f":[${values}]}}`;

/** Definitions in JSON by name. */
const definitions: Readonly<Record<string, readonly [to: number, text: (count: number) => string]>> = {
  'definitions of nothing': [200_000, (n) => `[${listed(n, () => '{}')}]`],
  'definitions of the same': [20_000, (n) => `[${listed(n, () => defined(definedField('f')))}]`],
  'fields of a definition': [20_000, (n) => defined(listed(n, (i) => definedField(`f${i}`)))],
  'fields of a definition in each other': [
    20_000,
    (n) => defined(listed(n, (i) => definedField(`f${i}`, { type: 'text', parent: `f${i + 1}` }))),
  ],
  'values of a definition': [
    200_000,
    (n) =>
      defined(
        definedField('f'),
        listed(n, (i) => `{"value":"v${i}"}`),
      ),
  ],
  'the same value of a definition': [
    200_000,
    (n) =>
      defined(
        definedField('f', { type: 'text' }),
        listed(n, () => '{"value":"v"}'),
      ),
  ],
  'spellings of a value': [200_000, (n) => defined(definedField('f'), `{"value":"v","alternates":[${listed(n, (i) => `"a${i}"`)}]}`)],
  'vocabularies of no field': [
    100_000,
    (n) => `{"name":"growing","displayName":"G","fields":[],"vocabularies":{${listed(n, (i) => `"v${i}":[]`)}}}`,
  ],
};

function loading(kind: string, to: number, type: string, text: (count: number) => string): Dimension {
  return {
    name: `metadata blocks: ${kind}`,
    as: 'superuser',
    sizes: [10, to],
    requests: (size) => ({ method: 'POST', path: '/api/admin/datasetfield/load', headers: { 'content-type': type }, body: text(size) }),
  };
}

export const metadataBlockDimensions: readonly Dimension[] = [
  ...Object.entries(tables).map(([kind, [to, text]]) => loading(kind, to, 'text/tab-separated-values', text)),
  ...Object.entries(definitions).map(([kind, [to, text]]) => loading(kind, to, 'application/json', text)),
];
