import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addFile, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'admin.auditFiles';

/** A dataset one of whose two files has lost its bytes. */
async function damaged({ fresh, server, callers: { owner } }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  await addFile(owner, dataset, { name: 'kept.txt', bytes: 'kept\n' });
  const lost = await addFile(owner, dataset, { name: 'lost.txt', bytes: 'lost\n', jsonData: { directoryLabel: 'data' } });
  const answer = succeeded(await owner.rest.get(`/api/files/${lost}`));
  const storageId = answer.text('data.dataFile.storageIdentifier').split('://')[1] ?? '';
  await rm(join(server.dataDir, 'files', dataset.persistentId.replace(/^doi:/, ''), storageId));
  return dataset;
}

let dataset: SeededDataset;

/** Cases of the audit of files. Source: users-admin.md 13. */
export const fileAuditCases: readonly ContractCase[] = [
  { row: ROW, shows: 'is closed to guests', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row: ROW, shows: 'is closed to owner', as: 'owner', given: () => ({}), status: 403, errorCode: 'SUPERUSER_REQUIRED' },
  {
    row: ROW,
    shows: 'tells files whose bytes are not there, and datasets that are not',
    as: 'superuser',
    given: async (world) => {
      dataset = await damaged(world);
      return { query: { datasetIdentifierList: `${dataset.persistentId}, ${world.draft.id},doi:10.9999/NOT-HERE,987654,nonsense` } };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.failures')).toEqual(
        ['987654', 'doi:10.9999/NOT-HERE', 'nonsense'].map((datasetIdentifier) => ({ datasetIdentifier, reason: 'Not Found' })),
      );
      expect(answer.at('data.datasets')).toEqual([
        {
          id: dataset.id,
          pid: dataset.persistentId,
          persistentURL: `https://doi.org/${dataset.persistentId.slice('doi:'.length)}`,
          missingFiles: [
            {
              storageIdentifier: expect.stringMatching(/^local:\/\//),
              dataFileId: expect.any(Number),
              directoryLabel: 'data',
              label: 'lost.txt',
            },
          ],
        },
      ]);
    },
  },
  {
    row: ROW,
    shows: 'looks at a range of datasets alone',
    as: 'superuser',
    given: async (world) => {
      dataset = await damaged(world);
      return { query: { firstId: String(dataset.id + 1) } };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.firstId')).toBe(dataset.id + 1);
      expect(answer.at('data.datasets')).toEqual([]);
    },
  },
  {
    row: ROW,
    shows: 'finds them among all',
    as: 'superuser',
    given: async (world) => {
      dataset = await damaged(world);
      return { query: { lastId: String(dataset.id) } };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data.datasets').length).toBeGreaterThan(0),
  },
  {
    row: ROW,
    shows: 'refuses what is no id',
    as: 'superuser',
    given: () => ({ query: { firstId: 'x' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: ROW,
    shows: 'refuses a list of too many',
    as: 'superuser',
    given: () => ({ query: { datasetIdentifierList: Array.from({ length: 1001 }, (_, at) => at + 1).join(',') } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];
