import { expect } from 'vitest';
import { addFile, createDataset, type SeededDataset, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

async function switchQuotas({ callers: { superuser } }: ContractWorld, on: boolean): Promise<void> {
  const setting = '/api/admin/settings/:UseStorageQuotas';
  succeeded(on ? await superuser.rest.send(setting, { method: 'PUT', raw: 'true' }) : await superuser.rest.delete(setting));
}

async function setQuota({ callers: { superuser } }: ContractWorld, what: string, bytes: number): Promise<void> {
  succeeded(await superuser.rest.send(`/api/${what}/storage/quota`, { method: 'PUT', raw: String(bytes) }));
}

/** A dataset with a file of 100 bytes in a collection of its own. */
async function stored(world: ContractWorld): Promise<{ readonly alias: string; readonly dataset: SeededDataset }> {
  const collection = await world.fresh.collection();
  const dataset = await createDataset(world.callers.owner, collection);
  await addFile(world.callers.owner, dataset, { name: 'hundred.txt', bytes: uniqueName('x').padEnd(100, 'x') });
  return { alias: collection.alias, dataset };
}

function quotaCases(area: 'collections' | 'datasets', target: (world: ContractWorld) => Promise<string | number>): readonly ContractCase[] {
  const row = (verb: string) => `${area}.storage.quota.${verb}`;
  const given = async (world: ContractWorld) => ({ path: [await target(world)] });
  const sets = (area === 'datasets' ? ['put', 'post'] : ['put']).flatMap((verb): ContractCase[] => [
    {
      row: row(verb),
      shows: 'sets the number of bytes',
      as: 'superuser',
      given: async (world) => ({ ...(await given(world)), raw: ' 1234567\n' }),
      status: 200,
      holds: (answer) => expect(answer.text('data.message')).toMatch(/1,234,567 bytes/),
    },
    {
      row: row(verb),
      shows: 'refuses what is no number',
      as: 'superuser',
      given: async (world) => ({ ...(await given(world)), raw: '1.5 GB' }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    },
    {
      row: row(verb),
      shows: 'refuses a negative number',
      as: 'superuser',
      given: async (world) => ({ ...(await given(world)), raw: '-1' }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    },
    {
      row: row(verb),
      shows: 'is for superusers',
      as: 'owner',
      given: async (world) => ({ ...(await given(world)), raw: '1' }),
      status: 403,
      errorCode: 'SUPERUSER_REQUIRED',
    },
    {
      row: row(verb),
      shows: 'asks guests to log in',
      given: async (world) => ({ ...(await given(world)), raw: '1' }),
      status: 401,
      errorCode: 'AUTHENTICATION_REQUIRED',
    },
  ]);
  return [
    ...sets,
    {
      row: row('get'),
      shows: 'says that none is defined',
      as: 'owner',
      given,
      status: 200,
      holds: (answer) => expect(answer.text('data.message')).toMatch(/No storage quota is defined/),
    },
    {
      row: row('get'),
      shows: 'gives the one of an owner on demand',
      as: 'owner',
      given: async (world) => {
        const { alias, dataset } = await stored(world);
        await setQuota(world, `collections/${alias}`, 5000);
        return { path: [area === 'datasets' ? dataset.id : alias], query: { showInherited: 'true' } };
      },
      status: 200,
      holds: (answer) => expect(answer.text('data.message')).toMatch(/5,000 bytes/),
    },
    {
      row: row('get'),
      shows: 'finds nothing of an unknown number',
      given: () => ({ path: [987_654] }),
      status: 404,
      errorCode: area === 'datasets' ? 'DATASET_NOT_FOUND' : 'COLLECTION_NOT_FOUND',
    },
    {
      row: row('delete'),
      shows: 'takes the quota back',
      as: 'superuser',
      given: async (world) => {
        const name = await target(world);
        await setQuota(world, `${area}/${name}`, 10);
        return { path: [name] };
      },
      status: 200,
      holds: (answer) => expect(answer.text('data.message')).toMatch(/was deleted/),
    },
    { row: row('delete'), shows: 'is for superusers', as: 'owner', given, status: 403, errorCode: 'SUPERUSER_REQUIRED' },
    {
      row: `${area}.storage.use`,
      shows: 'adds up what the files take',
      as: 'owner',
      given: async (world) => {
        const { alias, dataset } = await stored(world);
        return { path: [area === 'datasets' ? dataset.id : alias] };
      },
      status: 200,
      holds: (answer) => expect(answer.text('data.message')).toMatch(/: 100 bytes$/),
    },
    {
      row: `${area}.storage.use`,
      shows: 'needs the right to edit',
      as: 'member',
      given: ({ open, published }) => ({ path: [area === 'datasets' ? published.id : open.alias] }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
  ];
}

const limits: readonly ContractCase[] = [
  {
    row: 'datasets.uploadlimits',
    shows: 'is empty where nothing is limited',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ uploadLimits: {} }),
  },
  {
    row: 'datasets.uploadlimits',
    shows: 'tells what quota and limit leave',
    as: 'owner',
    given: async (world) => {
      const { alias, dataset } = await stored(world);
      await setQuota(world, `collections/${alias}`, 1000);
      await switchQuotas(world, true);
      const { sql } = world.server.application.connection;
      await sql`update dataset set dataset_file_count_limit = 5 where id = ${dataset.id}`;
      return { path: [dataset.id] };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.record('data')).toEqual({ uploadLimits: { storageQuotaRemaining: 900, numberOfFilesRemaining: 4 } });
      await switchQuotas(world, false);
    },
  },
  {
    row: 'datasets.uploadlimits',
    shows: 'needs EditDataset: 403',
    as: 'member',
    given: ({ published }) => ({ path: [published.id] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.uploadlimits',
    shows: 'answers 400 to guests',
    given: ({ published }) => ({ path: [published.id] }),
    status: 400,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: 'datasets.uploadlimits',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.addFile',
    shows: 'refuses a file that the quota of the collection leaves no room for, superusers included, with both sizes',
    as: 'superuser',
    given: async (world) => {
      const { alias, dataset } = await stored(world);
      await setQuota(world, `collections/${alias}`, 150);
      await switchQuotas(world, true);
      return { path: [dataset.id], file: { name: 'more.txt', bytes: uniqueName('y').padEnd(51, 'y') } };
    },
    status: 400,
    errorCode: 'STORAGE_QUOTA_EXCEEDED',
    message: /51 B.*50 B/,
    holds: (_answer, world) => switchQuotas(world, false),
  },
  {
    row: 'datasets.addFile',
    shows: 'takes a file that fills the quota, which a dataset may have of its own',
    as: 'owner',
    given: async (world) => {
      const { alias, dataset } = await stored(world);
      await setQuota(world, `collections/${alias}`, 10);
      await setQuota(world, `datasets/${dataset.id}`, 150);
      await switchQuotas(world, true);
      return { path: [dataset.id], file: { name: 'more.txt', bytes: uniqueName('y').padEnd(50, 'y') } };
    },
    status: 200,
    holds: (_answer, world) => switchQuotas(world, false),
  },
];

const CLEAN = 'datasets.cleanStorage';

const cleaning: readonly ContractCase[] = [
  {
    row: CLEAN,
    shows: 'finds nothing where every file has its record',
    as: 'owner',
    given: async (world) => ({ path: [(await stored(world)).dataset.id] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('Found: []\nDeleted: []'),
  },
  ...(['guest', 'member'] as const).map((as): ContractCase => ({
    row: CLEAN,
    shows: `refuses a ${as}`,
    as,
    given: ({ published }) => ({ path: [published.id], query: { dryrun: 'true' } }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: CLEAN,
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

/** Cases of storage quotas. Source: files.md 16.2, 22.6, 22.7. */
export const storageQuotaCases: readonly ContractCase[] = [
  ...quotaCases('collections', async ({ fresh }) => (await fresh.collection()).alias),
  ...quotaCases('datasets', async ({ fresh }) => (await fresh.draft()).id),
  ...limits,
  ...cleaning,
];
