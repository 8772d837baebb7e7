import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';

const CATEGORIES = 'datasets.availableFileCategories';
const DOWNLOADABLE = 'datasets.versions.canDownloadAtLeastOneFile';
const SET_LIMIT = 'datasets.uploadlimit.set';
const CLEAR_LIMIT = 'datasets.uploadlimit.delete';

/** A published dataset with one file, whose draft has another one. */
async function tagged({ fresh, callers }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  await addFile(callers.owner, dataset, { jsonData: { categories: ['Maps', 'Data'] } });
  await publishDataset(callers.owner, dataset);
  await addFile(callers.owner, dataset, { jsonData: { categories: ['Sketches'] } });
  return dataset;
}

const categories: readonly ContractCase[] = (
  [
    ['guest', ['Documentation', 'Data', 'Code', 'Maps']],
    ['member', ['Documentation', 'Data', 'Code', 'Maps', 'Sketches']],
  ] as const
).map(([as, expected]) => ({
  row: CATEGORIES,
  shows: `gives a ${as} the usual tags and those of files that they may see`,
  as,
  given: async (world) => ({ path: [(await tagged(world)).id] }),
  status: 200,
  holds: (answer) => expect(answer.list('data')).toEqual(expected),
}));

/** A dataset with a restricted file. */
async function restricted({ fresh, callers }: ContractWorld, published: boolean): Promise<{ readonly id: number; readonly file: number }> {
  const dataset = await fresh.draft();
  const file = await addFile(callers.owner, dataset, { jsonData: { restrict: true } });
  if (published) await publishDataset(callers.owner, dataset);
  return { id: dataset.id, file };
}

/** A dataset with a public file, whose only version was withdrawn. */
async function withdrawn({ fresh, callers: { owner } }: ContractWorld) {
  const dataset = await fresh.draft();
  await addFile(owner, dataset);
  await publishDataset(owner, dataset);
  succeeded(await owner.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, { deaccessionReason: 'Withdrawn' }));
  return { path: [dataset.id, '1.0'], query: { includeDeaccessioned: 'true' } } as const;
}

function downloadable(
  shows: string,
  as: ActorName,
  expected: boolean,
  given: (world: ContractWorld) => Promise<readonly [number, string]>,
): ContractCase {
  return {
    row: DOWNLOADABLE,
    shows,
    as,
    given: async (world) => ({ path: await given(world) }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(expected),
  };
}

const downloads: readonly ContractCase[] = [
  downloadable('is true of a public file', 'guest', true, async ({ published }) => [published.id, '1.0']),
  downloadable('is false without files', 'owner', false, async ({ draft }) => [draft.id, ':draft']),
  downloadable('is false where all files are restricted', 'stranger', false, async (world) => [(await restricted(world, true)).id, '1.0']),
  downloadable('is true for those who may download restricted files', 'member', true, async (world) => [
    (await restricted(world, true)).id,
    '1.0',
  ]),
  downloadable('counts a role that is given on a file', 'stranger', true, async (world) => {
    const { id, file } = await restricted(world, true);
    succeeded(await world.callers.owner.rest.put(`/api/access/datafile/${file}/grantAccess/${world.callers.stranger.identifier}`));
    return [id, ':latest'];
  }),
  downloadable('is true of a draft for those who may see it', 'member', true, async (world) => [
    (await restricted(world, false)).id,
    ':draft',
  ]),
  {
    row: DOWNLOADABLE,
    shows: 'hides the draft from strangers',
    as: 'stranger',
    given: ({ draft }) => ({ path: [draft.id, ':draft'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  ...(
    [
      ['guest', false],
      ['stranger', false],
      ['member', true],
    ] as const
  ).map(([as, shown]): ContractCase => ({
    row: DOWNLOADABLE,
    shows: `tells a ${as} of a withdrawn version, whose files they may list: ${shown}`,
    as,
    given: withdrawn,
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(shown),
  })),
  {
    row: DOWNLOADABLE,
    shows: 'tells editors of a withdrawn version',
    as: 'owner',
    given: withdrawn,
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(true),
  },
  {
    row: DOWNLOADABLE,
    shows: 'finds a withdrawn version only where it is asked for',
    as: 'owner',
    given: async (world) => ({ path: (await withdrawn(world)).path }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: DOWNLOADABLE,
    shows: 'finds no version that does not exist',
    given: ({ published }) => ({ path: [published.id, '7.0'] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
];

const limits: readonly ContractCase[] = [
  {
    row: SET_LIMIT,
    shows: 'refuses files from the limit on',
    as: 'superuser',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await addFile(callers.owner, dataset);
      return { path: [':persistentId', 1], query: { persistentId: dataset.persistentId } };
    },
    status: 200,
    holds: async (answer, { callers, server }) => {
      expect(answer.at('data.message')).toBe('ok');
      const { sql } = server.application.connection;
      const [row] = await sql<{ id: number }[]>`select max(id) as id from dataset where dataset_file_count_limit = 1`;
      const read = succeeded(await callers.owner.rest.get(`/api/datasets/${row?.id}`));
      expect(read.record('data')).toMatchObject({ datasetFileCountLimit: 1, datasetFileUploadsAvailable: 0 });
      const added = await callers.owner.rest.upload(`/api/datasets/${row?.id}/add`, { name: 'one-more.txt', bytes: 'one more' });
      expect([added.status, added.errorCode, String(added.message).includes('maximum number of files allowed, 1')]).toEqual([
        400,
        'FILE_LIMIT_REACHED',
        true,
      ]);
      // Neither replacements nor superusers are bound. Source: files.md 5, 16.3.
      const file = read.number('data.latestVersion.files.0.dataFile.id');
      const one = { name: 'new.txt', bytes: 'in its place', type: 'text/plain' };
      expect((await callers.owner.rest.upload(`/api/files/${file}/replace`, one)).status).toBe(200);
      const more = { name: 'more.txt', bytes: 'beyond the limit' };
      expect((await callers.superuser.rest.upload(`/api/datasets/${row?.id}/add`, more)).status).toBe(200);
    },
  },
  {
    row: CLEAR_LIMIT,
    shows: 'takes the limit back',
    as: 'superuser',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      succeeded(await callers.superuser.rest.post(`/api/datasets/${dataset.id}/files/uploadlimit/5`));
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toBe('ok'),
  },
  ...['-1', 'many', '99999999999'].map((limit): ContractCase => ({
    row: SET_LIMIT,
    shows: `refuses the limit ${limit}`,
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id, limit] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  ...([SET_LIMIT, CLEAR_LIMIT] as const).flatMap((row): ContractCase[] => {
    const more = row === SET_LIMIT ? [3] : [];
    return [
      {
        row,
        shows: 'is not for guests',
        given: ({ draft }) => ({ path: [draft.id, ...more] }),
        status: 401,
        errorCode: 'AUTHENTICATION_REQUIRED',
      },
      {
        row,
        shows: 'is for superusers only',
        as: 'owner',
        given: ({ draft }) => ({ path: [draft.id, ...more] }),
        status: 403,
        errorCode: 'SUPERUSER_REQUIRED',
      },
    ];
  }),
];

const TIMESTAMPS = 'datasets.timestamps';
const STORAGE_SIZE = 'datasets.storagesize';
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const PUBLIC_MOMENTS = ['createTime', 'publicationTime', 'lastMajorVersionReleaseTime', 'hasStaleIndex', 'hasStalePermissionIndex'];
const INTERNAL_MOMENTS = ['lastUpdateTime', 'lastIndexTime', 'lastPermissionUpdateTime', 'lastPermissionIndexTime', 'globalIdCreateTime'];

const moments: readonly ContractCase[] = [
  ...(
    [
      ['guest', PUBLIC_MOMENTS],
      ['member', [...PUBLIC_MOMENTS, ...INTERNAL_MOMENTS]],
    ] as const
  ).map(([as, keys]): ContractCase => ({
    row: TIMESTAMPS,
    shows: `tells a ${as} when what happened to a published dataset`,
    as,
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    keys: [...keys],
    holds: (answer) => {
      const { hasStaleIndex, hasStalePermissionIndex, ...times } = answer.record('data');
      expect([hasStaleIndex, hasStalePermissionIndex]).toEqual([false, false]);
      for (const time of Object.values(times)) expect(time).toMatch(LOCAL);
    },
  })),
  {
    row: TIMESTAMPS,
    shows: 'tells nothing of a draft to those who may not see it',
    as: 'stranger',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({}),
  },
  {
    row: STORAGE_SIZE,
    shows: 'sums the bytes of all files, published or not',
    as: 'member',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await addFile(callers.owner, dataset, { bytes: 'x'.repeat(2000) });
      await publishDataset(callers.owner, dataset);
      await addFile(callers.owner, dataset, { bytes: 'y'.repeat(345) });
      return { path: [':persistentId'], query: { persistentId: dataset.persistentId, includeCached: 'true' } };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toContain(' 2,345 bytes'),
  },
  ...(['guest', 'stranger'] as const).map((as): ContractCase => ({
    row: STORAGE_SIZE,
    shows: `is not for a ${as}, although the dataset is published`,
    as,
    given: ({ published }) => ({ path: [published.id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
];

const unknown = [
  [TIMESTAMPS, []],
  [STORAGE_SIZE, []],
  [CATEGORIES, []],
  [DOWNLOADABLE, ['1.0']],
  [SET_LIMIT, [3]],
  [CLEAR_LIMIT, []],
] as const;

/** Cases of small facts of datasets. Source: datasets.md 14.1. */
export const datasetFactCases: readonly ContractCase[] = [
  {
    row: 'datasets.summaryFieldNames',
    shows: 'gives the usual fields',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.list('data')).toEqual(['dsDescription', 'subject', 'keyword', 'publication', 'notesText']),
  },
  {
    row: 'datasets.summaryFieldNames',
    shows: 'gives the fields that the operator has chosen',
    given: async ({ callers }) => {
      const setting = '/api/admin/settings/:CustomDatasetSummaryFields';
      succeeded(await callers.superuser.rest.send(setting, { method: 'PUT', raw: 'producer,subtitle' }));
      return {};
    },
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.list('data')).toEqual(['producer', 'subtitle']);
      succeeded(await callers.superuser.rest.delete('/api/admin/settings/:CustomDatasetSummaryFields'));
    },
  },
  ...categories,
  ...downloads,
  ...limits,
  ...moments,
  ...unknown.map(([row, more]): ContractCase => ({
    row,
    shows: 'finds no dataset of an unknown number',
    as: 'superuser',
    given: () => ({ path: [987_654, ...more] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  })),
];
