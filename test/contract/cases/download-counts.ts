import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** A published file that was downloaded three times by itself and once in an archive; further requests were no downloads. */
async function downloaded(world: ContractWorld): Promise<{ dataset: SeededDataset; file: number }> {
  const { stranger, owner } = world.callers;
  const dataset = await world.fresh.draft();
  const file = await addFile(owner, dataset, { name: 'a.txt', bytes: 'counted bytes' });
  await owner.rest.get(`/api/access/datafile/${file}`);
  await publishDataset(owner, dataset);
  const path = `/api/access/datafile/${file}`;
  for (let index = 0; index < 2; index += 1) await stranger.rest.get(path);
  await stranger.rest.get(path, { Range: 'bytes=0-3' });
  await stranger.rest.get(path, { Range: 'bytes=4-' });
  await stranger.rest.send(path, { method: 'HEAD' });
  await stranger.rest.get(`${path}?gbrecs=true`);
  await stranger.rest.get(`/api/access/datafiles/${file}`);
  await stranger.rest.get(`/api/access/datafiles/${file}?gbrecs=true`);
  await world.server.application.services.usage.flush();
  return { dataset, file };
}

/** Cases of the counts of downloads. Source: files.md 11.7, 22.1, datasets.md 14.1. */
export const downloadCountCases: readonly ContractCase[] = [
  {
    row: 'files.downloadCount',
    shows: 'counts downloads of the published file, but not those that ask not to be, pieces or heads',
    given: async (world) => ({ path: [(await downloaded(world)).file] }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ message: '4' }),
  },
  {
    row: 'files.downloadCount',
    shows: 'is 0 for a file that was never downloaded',
    as: 'member',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('0'),
  },
  {
    row: 'files.downloadCount',
    shows: 'is not told of an unpublished file to those who may not see it',
    as: 'stranger',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'files.downloadCount',
    shows: 'finds no file of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  { row: 'files.downloadCount', shows: 'refuses a bad id', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
  {
    row: 'datasets.downloadCount',
    shows: 'adds up the downloads of all files, without an envelope',
    given: async (world) => ({ path: [(await downloaded(world)).dataset.id] }),
    status: 200,
    holds: (answer) => {
      expect(Object.keys(answer.record(''))).toEqual(['id', 'downloadCount']);
      expect(answer.number('downloadCount')).toBe(4);
    },
  },
  {
    row: 'datasets.downloadCount',
    shows: 'leaves out what the usage tells from a day on, unless it is asked for',
    given: async (world) => {
      const { rest } = world.callers.superuser;
      await rest.send('/api/admin/settings/:MDCStartDate', { method: 'PUT', raw: '2020-01-01' });
      const { dataset } = await downloaded(world);
      const all = await world.callers.guest.rest.get(`/api/datasets/${dataset.id}/download/count?includeMDC=true`);
      expect(all.record('')).toEqual({ id: dataset.id, downloadCount: 4 });
      return { path: [dataset.id] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      await callers.superuser.rest.delete('/api/admin/settings/:MDCStartDate');
      expect(answer.record('')).toMatchObject({ downloadCount: 0, MDCStartDate: '2020-01-01' });
    },
  },
  {
    row: 'datasets.downloadCount',
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  { row: 'datasets.downloadCount', shows: 'refuses a bad id', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
];
