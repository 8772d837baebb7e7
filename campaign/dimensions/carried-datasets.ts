/** Datasets from other installations that grow: JSON Lines in a file. */
import { z } from 'zod';
import type { Dimension } from '../dimension.ts';
import type { World } from '../world.ts';
import { formOf } from './form.ts';

const QUERY = 'mutation ($input: CarryDatasetInput!) { carryDataset(input: $input) { dataset { databaseId } } }';
const MOMENT = '2020-01-02T03:04:05Z';
const MEGABYTE = 1024 * 1024;

const native = z.object({ datasetVersion: z.record(z.string(), z.unknown()) });

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => text(index)).join('');
const line = (part: unknown): string => `${JSON.stringify(part)}\n`;

/** Each size of each kind is a dataset of its own. */
function dataset(identifier: string, more: object = {}): string {
  const pid = { protocol: 'doi', authority: '10.9999', separator: '/', identifier: identifier.toUpperCase() };
  return line({ dataset: { ...pid, datasetType: 'dataset', fileAccessRequest: true, createdAt: MOMENT, ...more } });
}

function version({ example }: World, ordinal: number, isLast: boolean): string {
  const { datasetVersion } = native.parse(JSON.parse(example));
  const state = isLast ? { versionState: 'DRAFT' } : { versionState: 'RELEASED', versionNumber: ordinal, versionMinorNumber: 0 };
  const moments = { createTime: MOMENT, lastUpdateTime: MOMENT, ...(isLast ? {} : { releaseTime: MOMENT }) };
  return line({ version: { ...datasetVersion, ordinal, internalVersionNumber: 1, fileAccessRequest: true, ...state, ...moments } });
}

function file(index: number, label = `f${index}`, records = 1): string {
  const bytes = { contentType: 'text/plain', filesize: 1, restricted: false, createdAt: MOMENT, persistentId: '', rootDataFileId: -1 };
  const checksum = { type: 'MD5', value: '0cc175b9c0f1b6a831c399e269772661' };
  const dataFile = { id: index + 1, storageIdentifier: `local://carried-${index}`, checksum, ...bytes };
  return line({
    file: { dataFile, records: Array.from({ length: records }, () => ({ label, restricted: false, version: 1, from: 1 })) },
  });
}

/** A file that is a table, whose parts follow. */
function table(variables: number): string {
  const bytes = {
    contentType: 'text/tab-separated-values',
    filesize: 1,
    restricted: false,
    createdAt: MOMENT,
    persistentId: '',
    rootDataFileId: -1,
  };
  const uploaded = { originalFileFormat: 'text/csv', originalFileSize: 1, UNF, tabularData: true };
  const checksum = { type: 'MD5', value: '0cc175b9c0f1b6a831c399e269772661' };
  const dataFile = { id: 1, storageIdentifier: 'local://carried-table', checksum, ...bytes, ...uploaded };
  const records = [{ label: 'a.tab', restricted: false, version: 1, from: 1, variableEdits: 1 }];
  return line({ file: { dataFile, records, table: { caseQuantity: 1, variableQuantity: variables, textHasHeader: false } } });
}

const UNF = 'UNF:6:pZmxR+HCyezWT94Tp3MPxA==';
const VARIABLE = line({
  variable: {
    name: 'a',
    label: null,
    intervalType: 'discrete',
    formatType: 'CHARACTER',
    format: null,
    formatCategory: null,
    unf: UNF,
    decimalPoints: null,
    isOrderedCategorical: false,
    statistics: null,
    categories: null,
    invalidRanges: null,
  },
});
const edited = (variable: number): string =>
  line({
    edited: {
      edits: 1,
      variable,
      label: 'a',
      isWeight: false,
      weightVariable: null,
      literalQuestion: null,
      interviewInstruction: null,
      postQuestion: null,
      universe: null,
      notes: null,
      weightedFrequencies: [],
    },
  });

const draft = (world: World): string => version(world, 1, true);

/** Documents by name; the number is how many there are of what is named. */
const documents: Readonly<Record<string, readonly [to: number, text: (count: number, world: World) => string, total?: number]>> = {
  versions: [
    1000,
    (n, world) =>
      dataset(`versions-${n}`, { publishedAt: MOMENT }) +
      times(n, (index) => version(world, index + 1, n > 1 && index + 1 === Math.floor(n))),
  ],
  files: [10_000, (n, world) => dataset(`files-${n}`) + draft(world) + times(n, (index) => file(index))],
  'files of one name': [10_000, (n, world) => dataset(`names-${n}`) + draft(world) + times(n, (index) => file(index, 'a'))],
  'records of files': [100_000, (n, world) => dataset(`records-${n}`) + draft(world) + times(n / 1000, (index) => file(index, 'a', 1000))],
  // A row for each of 100,000 parts, of a whole dataset: more than its files have.
  'variables of a table': [100_000, (n, world) => dataset(`table-${n}`) + draft(world) + table(Math.floor(n)) + VARIABLE.repeat(n), 4000],
  'edits of variables': [
    50_000,
    (n, world) => dataset(`edits-${n}`) + draft(world) + table(Math.floor(n)) + VARIABLE.repeat(n) + times(n, edited),
    6000,
  ],
  'members of a group': [
    500_000,
    (n, world) =>
      `${dataset(`group-${n}`)}${draft(world)}${table(1)}${VARIABLE}{"group":{"edits":1,"label":null,"variables":[${'0,'.repeat(n)}0]}}\n`,
  ],
  'lines that say nothing': [1_000_000, (n) => times(n, () => '{}\n')],
  'former identifiers': [
    400_000,
    (n, world) =>
      dataset(`former-${n}`, { alternativePersistentIds: Array.from({ length: n }, (_, index) => `doi:10.1/F${n}-${index}`) }) +
      draft(world),
  ],
  'empty lines': [8_000_000, (n) => '\n'.repeat(n)],
  'a line': [16 * MEGABYTE, (n) => `{"dataset":"${'x'.repeat(n)}"}`],
  'values of a line': [4_000_000, (n) => `{"dataset":[${'1,'.repeat(n)}1]}`],
  'lists in lists': [2_000_000, (n) => `{"dataset":${'['.repeat(n)}${']'.repeat(n)}}`],
  'values of many lines': [4_000_000, (n) => times(n / 100_000, () => `{"version":[${'1,'.repeat(99_000)}1]}\n`)],
  megabytes: [80, (n, world) => dataset(`megabytes-${n}`) + draft(world) + times(n, () => `${' '.repeat(MEGABYTE)}\n`)],
};

export const carriedDatasetDimensions: readonly Dimension[] = Object.entries(documents).map(([kind, [to, text, total = 1000]]) => ({
  name: `carried datasets: ${kind}`,
  as: 'superuser',
  // 10,000 files or 1,000 versions are stored at once; they are read line by line, and only superusers can send them.
  bound: { total },
  sizes: [1, to],
  requests: (size, world) => {
    const input = { collection: { alias: world.collection }, dataset: null };
    return formOf('/graphql', [
      { name: 'operations', content: JSON.stringify({ query: QUERY, variables: { input } }) },
      { name: 'map', content: JSON.stringify({ file: ['variables.input.dataset'] }) },
      { name: 'file', fileName: 'dataset.jsonl', content: text(size, world) },
    ]);
  },
}));
