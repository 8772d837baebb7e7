import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const SETTINGS = { embargo: ':MaxEmbargoDurationInMonths', retention: ':MinRetentionDurationInMonths' } as const;

/** A day from today on, in UTC. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function allow({ callers }: ContractWorld, embargo: string | null = '12', retention: string | null = '12'): Promise<void> {
  for (const [name, value] of [[SETTINGS.embargo, embargo] as const, [SETTINGS.retention, retention] as const]) {
    const path = `/api/admin/settings/${name}`;
    if (value === null) await callers.superuser.rest.delete(path);
    else succeeded(await callers.superuser.rest.send(path, { method: 'PUT', raw: value }));
  }
}

const restore = async (world: ContractWorld): Promise<void> => allow(world, null, null);

/** A dataset with one file. */
async function dated(world: ContractWorld, published = false): Promise<{ readonly dataset: SeededDataset; readonly file: number }> {
  const { fresh, callers } = world;
  await allow(world);
  const dataset = await fresh.draft();
  const file = await addFile(callers.owner, dataset, { name: 'later.txt', bytes: 'later\n', type: 'text/plain' });
  if (published) await publishDataset(callers.owner, dataset);
  return { dataset, file };
}

/** The file that the last case was about. */
let last = 0;
const recordOf = async ({ callers }: ContractWorld) => (await callers.owner.rest.get(`/api/files/${last}`)).record('data.dataFile');
const download = async (world: ContractWorld, as: 'owner' | 'stranger' | 'superuser') =>
  (await world.callers[as].rest.get(`/api/access/datafile/${last}`)).status;

type Change = readonly [row: string, day: () => Readonly<Record<string, string>>];
const changes: readonly Change[] = [
  ['datasets.files.setEmbargo', () => ({ dateAvailable: inDays(30), reason: 'Partner agreement' })],
  ['datasets.files.unsetEmbargo', () => ({})],
  ['datasets.files.setRetention', () => ({ dateUnavailable: inDays(500), reason: 'By contract' })],
  ['datasets.files.unsetRetention', () => ({})],
];

/** The request of a change to a new file. */
async function request(world: ContractWorld, day: Change[1], published = false): Promise<CaseRequest> {
  const { dataset, file } = await dated(world, published);
  last = file;
  return { path: [dataset.id], json: { ...day(), fileIds: [file] } };
}

const successes: readonly ContractCase[] = [
  {
    row: 'datasets.files.setEmbargo',
    shows: 'puts an unpublished file under an embargo, which its record says',
    as: 'contributor',
    given: (world) => request(world, () => ({ dateAvailable: inDays(30), reason: ' Partner agreement ' })),
    status: 200,
    holds: async (answer, world) => {
      expect(answer.record('data')).toEqual({ message: 'Files were embargoed' });
      const record = await recordOf(world);
      expect(record['embargo']).toEqual({ dateAvailable: inDays(30), reason: 'Partner agreement' });
      expect(Object.keys(record).slice(5, 9)).toEqual(['filesize', 'description', 'embargo', 'storageIdentifier']);
    },
    restore,
  },
  {
    row: 'datasets.files.setEmbargo',
    shows: 'closes a published file for a superuser, to callers without DownloadFile, without a draft',
    as: 'superuser',
    given: (world) => request(world, () => ({ dateAvailable: inDays(1) }), true),
    status: 200,
    holds: async (_answer, world) => {
      expect((await recordOf(world))['embargo']).toEqual({ dateAvailable: inDays(1) });
      expect([await download(world, 'stranger'), await download(world, 'owner')]).toEqual([403, 200]);
      const version = await world.callers.owner.rest.get(`/api/files/${last}?returnDatasetVersion=true`);
      expect(version.text('data.datasetVersion.versionState')).toBe('RELEASED');
    },
    restore,
  },
  {
    row: 'datasets.files.setEmbargo',
    shows: 'names what is wrong about the day and about the files together',
    as: 'owner',
    given: async (world) => {
      const { dataset, file } = await dated(world);
      await allow(world, '1');
      return { path: [dataset.id], json: { dateAvailable: inDays(32), fileIds: [file, world.publishedFile, 987_654] } };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => {
      expect(answer.list('errors').map((_error, at) => answer.at(`errors.${at}.pointer`))).toEqual([
        '/dateAvailable',
        '/fileIds/1',
        '/fileIds/2',
      ]);
    },
    restore,
  },
  {
    row: 'datasets.files.setEmbargo',
    shows: 'has no limit with -1',
    as: 'owner',
    given: async (world) => {
      const sent = await request(world, () => ({ dateAvailable: '9999-12-31' }));
      await allow(world, '-1');
      return sent;
    },
    status: 200,
    restore,
  },
  {
    row: 'datasets.files.unsetEmbargo',
    shows: 'opens the files again',
    as: 'superuser',
    given: async (world) => {
      const sent = await request(world, () => ({ dateAvailable: inDays(3) }), true);
      succeeded(await world.callers.superuser.rest.post(`/api/datasets/${sent.path?.[0]}/files/actions/:set-embargo`, sent.json));
      return { ...sent, json: { fileIds: [last] } };
    },
    status: 200,
    holds: async (_answer, world) => {
      expect(await recordOf(world)).not.toHaveProperty('embargo');
      expect(await download(world, 'stranger')).toBe(200);
    },
    restore,
  },
  {
    row: 'datasets.files.setRetention',
    shows: 'gives an unpublished file a retention period, which its record says',
    as: 'contributor',
    given: (world) => request(world, () => ({ dateUnavailable: inDays(366), reason: 'By contract' })),
    status: 200,
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toBe('Files were given a retention period');
      expect((await recordOf(world))['retention']).toEqual({ dateUnavailable: inDays(366), reason: 'By contract' });
      expect(await download(world, 'owner')).toBe(200);
    },
    restore,
  },
  {
    row: 'datasets.files.setRetention',
    shows: 'refuses a shorter one than the setting asks for',
    as: 'owner',
    given: (world) => request(world, () => ({ dateUnavailable: inDays(364) })),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.at('errors.0.pointer')).toBe('/dateUnavailable'),
    restore,
  },
  {
    row: 'datasets.files.unsetRetention',
    shows: 'takes it away',
    as: 'contributor',
    given: async (world) => {
      const sent = await request(world, () => ({ dateUnavailable: inDays(400) }));
      succeeded(await world.callers.owner.rest.post(`/api/datasets/${sent.path?.[0]}/files/actions/:set-retention`, sent.json));
      return { ...sent, json: { fileIds: [last] } };
    },
    status: 200,
    holds: async (_answer, world) => expect(await recordOf(world)).not.toHaveProperty('retention'),
    restore,
  },
];

const refusals = changes.flatMap(([row, day]): ContractCase[] => {
  const isSet = Object.keys(day()).length > 0;
  const days: ContractCase[] = [inDays(0), '2026-02-30', 'soon'].map((bad) => ({
    row,
    shows: `refuses ${bad === inDays(0) ? 'today' : bad}`,
    as: 'owner',
    given: (world) => request(world, () => Object.fromEntries(Object.keys(day()).map((key) => [key, bad]))),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    restore,
  }));
  return [
    {
      row,
      shows: 'asks guests to log in',
      as: 'guest',
      given: (world) => request(world, day),
      status: 401,
      errorCode: 'AUTHENTICATION_REQUIRED',
      restore,
    },
    {
      row,
      shows: 'needs EditDataset: 403',
      as: 'member',
      given: (world) => request(world, day),
      status: 403,
      errorCode: 'PERMISSION_DENIED',
      restore,
    },
    {
      row,
      shows: 'leaves published files to superusers, and names them',
      as: 'owner',
      given: (world) => request(world, day, true),
      status: 403,
      errorCode: 'FILE_PUBLISHED',
      holds: (answer) => expect(answer.at('errors.0.pointer')).toBe('/fileIds/0'),
      restore,
    },
    {
      row,
      shows: 'is closed while the installation has no such dates',
      as: 'owner',
      given: async (world) => {
        const sent = await request(world, day);
        await allow(world, null, '0');
        return sent;
      },
      status: 400,
      errorCode: 'FILE_DATES_DISABLED',
      restore,
    },
    {
      row,
      shows: 'changes none when one is not of the dataset',
      as: 'owner',
      given: async (world) => {
        const sent = await request(world, day);
        return { ...sent, json: { ...day(), fileIds: [last, world.publishedFile] } };
      },
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      holds: async (answer, world) => {
        expect(answer.at('errors.0.pointer')).toBe('/fileIds/1');
        expect(await recordOf(world)).not.toHaveProperty(row.includes('Embargo') ? 'embargo' : 'retention');
      },
      restore,
    },
    {
      row,
      shows: 'needs an id',
      as: 'owner',
      given: ({ draft }) => ({ path: [draft.id], json: { ...day(), fileIds: [] } }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    },
    {
      row,
      shows: 'finds no dataset of an unknown number',
      as: 'owner',
      given: () => ({ path: [987_654], json: { ...day(), fileIds: [1] } }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
    {
      row,
      shows: 'answers 400 to an author in review',
      as: 'contributor',
      given: async (world) => {
        const { dataset, file } = await dated(world);
        await world.lock(dataset, 'InReview');
        return { path: [dataset.id], json: { ...day(), fileIds: [file] } };
      },
      status: 400,
      errorCode: 'DATASET_LOCKED',
      restore,
    },
    ...(isSet ? days : []),
  ];
});

/** Cases of embargoes and retention periods. Source: datasets.md 14.1, files.md 3, 11.1. */
export const fileDateCases: readonly ContractCase[] = [...successes, ...refusals];
