import { expect } from 'vitest';
import { isRecord, readJson } from '../../support/json-reader.ts';
import { addFile } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { versionRefusals } from './version-cases.ts';

/** Files of a version, a world of three files. */
async function filed({ fresh, callers }: ContractWorld): Promise<number> {
  const dataset = await fresh.draft();
  await addFile(callers.owner, dataset, {
    name: 'b.txt',
    bytes: 'longest of the three',
    type: 'text/plain',
    jsonData: { categories: ['Data'], description: 'needle' },
  });
  await addFile(callers.owner, dataset, { name: 'a.csv', bytes: 'a,b\n', type: 'application/x-thing' });
  await addFile(callers.owner, dataset, { name: 'c.txt', bytes: 'middle', type: 'text/plain', jsonData: { restrict: true } });
  return dataset.id;
}

const filters: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[], number])[] = [
  ['by name', {}, ['a.csv', 'b.txt', 'c.txt'], 3],
  ['backwards', { orderCriteria: 'NameZA' }, ['c.txt', 'b.txt', 'a.csv'], 3],
  ['by size', { orderCriteria: 'Size' }, ['a.csv', 'c.txt', 'b.txt'], 3],
  ['by type, then name', { orderCriteria: 'Type' }, ['a.csv', 'b.txt', 'c.txt'], 3],
  ['a page of them with the whole count', { offset: '1', limit: '1' }, ['b.txt'], 3],
  ['of one content type', { contentType: 'text/plain' }, ['b.txt', 'c.txt'], 2],
  ['of one category', { categoryName: 'Data' }, ['b.txt'], 1],
  ['with a text in the description', { searchText: 'NEEDLE' }, ['b.txt'], 1],
  ['that are restricted', { accessStatus: 'Restricted' }, ['c.txt'], 1],
  ['that are public', { accessStatus: 'Public' }, ['a.csv', 'b.txt'], 2],
  ['of no such tag', { tabularTagName: 'Survey' }, [], 0],
];

/** Cases of listing the files of a version. Source: datasets.md 5.4. */
export const datasetFileListCases: readonly ContractCase[] = [
  ...filters.map(([what, query, labels, count]): ContractCase => ({
    row: 'datasets.versions.files',
    shows: `lists files ${what}`,
    as: 'owner',
    given: async (world) => ({ path: [await filed(world), ':draft'], query }),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data').map((one) => readJson(one).text('label'))).toEqual(labels);
      expect(Object.keys(answer.record(''))).toEqual(['status', 'totalCount', 'data']);
      expect(answer.number('totalCount')).toBe(count);
    },
  })),
  ...(
    [
      ['orderCriteria', 'nameaz'],
      ['accessStatus', 'public'],
      ['limit', '-1'],
      ['offset', 'x'],
      ['limit', '1e3'],
    ] as const
  ).map(([name, value]): ContractCase => ({
    row: 'datasets.versions.files',
    shows: `refuses ${name}=${value}`,
    given: ({ published }) => ({ path: [published.id, '1.0'], query: { [name]: value } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: new RegExp(name),
    holds: (answer) =>
      expect(answer.list('errors').every((one) => isRecord(one) && String(one['pointer']).startsWith('/query/'))).toBe(true),
  })),
  ...versionRefusals('datasets.versions.files'),
];
