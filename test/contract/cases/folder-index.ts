import { expect } from 'vitest';
import type { RestAnswer } from '../../support/rest-client.ts';
import { addFile, publishDataset, type SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'datasets.dirindex';

/** A dataset with files at the top and in folders; published. */
async function inFolders({ fresh, callers: { owner } }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  const places = ['', 'data', 'data/raw', 'data/raw/May and June', 'data-2', 'docs'];
  for (const [index, directoryLabel] of places.entries()) {
    await addFile(owner, dataset, { name: `f${index}.txt`, bytes: `bytes ${index}\n`, type: 'text/plain', jsonData: { directoryLabel } });
  }
  await publishDataset(owner, dataset);
  return dataset;
}

/** Names and addresses of the links of a page. */
function links({ body }: RestAnswer): (readonly [name: string, address: string])[] {
  return [...body.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, address = '', name = '']) => [
    name,
    address.replaceAll('&amp;', '&'),
  ]);
}

let dataset: SeededDataset;
const of = (query: Readonly<Record<string, string>> = {}): ContractCase['given'] => {
  return async (world) => {
    dataset = await inFolders(world);
    return { path: [dataset.id], query };
  };
};

/** Cases of the folders of a version as pages. Source: datasets.md 14.1. */
export const folderIndexCases: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'lists the folders and the files of the top',
    given: of(),
    status: 200,
    holds: (answer) => {
      expect(answer.headers.get('content-type')).toBe('text/html;charset=UTF-8');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.body).toContain(`<h1>Index of folder / in dataset ${dataset.persistentId} (v. 1.0)</h1>`);
      const at = `/api/datasets/${dataset.id}/dirindex/?folder=`;
      expect(links(answer)).toEqual([
        ['data/', `${at}data`],
        ['data-2/', `${at}data-2`],
        ['docs/', `${at}docs`],
        ['f0.txt', expect.stringMatching(/^\/api\/access\/datafile\/\d+$/)],
      ]);
    },
  },
  {
    row: ROW,
    shows: 'lists a folder, and repeats in its links what was asked for',
    given: of({ folder: '/data/raw/', version: '1.0', original: 'true' }),
    status: 200,
    holds: (answer) =>
      expect(links(answer)).toEqual([
        ['May and June/', `/api/datasets/${dataset.id}/dirindex/?folder=data%2Fraw%2FMay+and+June&version=1.0&original=true`],
        ['f2.txt', expect.stringMatching(/^\/api\/access\/datafile\/data\/raw\/\d+$/)],
      ]),
  },
  {
    row: ROW,
    shows: 'leads to the bytes of a file, with the folders before its id',
    given: of({ folder: 'data/raw/May and June' }),
    status: 200,
    holds: async (answer, { callers }) => {
      const [[name, address] = ['', '']] = links(answer);
      const file = await callers.owner.rest.get(address);
      expect([name, file.status, file.body]).toEqual(['f3.txt', 200, 'bytes 3\n']);
    },
  },
  {
    row: ROW,
    shows: 'lists the draft for those who may see it',
    as: 'owner',
    given: async ({ draft }) => ({ path: [':persistentId'], query: { persistentId: draft.persistentId, version: ':draft' } }),
    status: 200,
    holds: (answer) => expect(answer.body).toContain('(v. DRAFT)'),
  },
  { row: ROW, shows: 'finds no folder that is not there', given: of({ folder: 'dat' }), status: 404, errorCode: 'NOT_FOUND' },
  {
    row: ROW,
    shows: 'finds no version of a dataset that was never published',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  { row: ROW, shows: 'knows no such dataset', given: () => ({ path: [987_654] }), status: 404, errorCode: 'DATASET_NOT_FOUND' },
  {
    row: ROW,
    shows: 'shows no draft to guests',
    given: ({ draft }) => ({ path: [draft.id], query: { version: ':draft' } }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
];
