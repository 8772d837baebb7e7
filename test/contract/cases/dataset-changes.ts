import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { field } from './dataset-metadata.ts';
import { VERSION_KEYS } from './version-cases.ts';

const DEACCESSION = 'datasets.versions.deaccession';
const REASON = { deaccessionReason: 'The readings were wrong.' };

/** What every row about one dataset refuses alike. */
function commonRefusals(
  row: string,
  more: readonly string[],
  request: Readonly<Record<string, unknown>>,
  lacking: 'contributor' | 'member' = 'contributor',
): ContractCase[] {
  return [
    {
      row,
      shows: `is not for a ${lacking}`,
      as: lacking,
      given: ({ published }) => ({ path: [published.id, ...more], ...request }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
    { row, shows: 'is not for guests', given: ({ published }) => ({ path: [published.id, ...more], ...request }), status: 401 },
    {
      row,
      shows: 'finds no dataset of an unknown number',
      as: 'superuser',
      given: () => ({ path: [987_654, ...more], ...request }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
    {
      row,
      shows: 'refuses a bad dataset id',
      as: 'superuser',
      given: () => ({ path: ['abc', ...more], ...request }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    },
  ];
}

const deaccessioned = async (world: ContractWorld): Promise<SeededDataset> => {
  const dataset = await world.fresh.draft();
  await addFile(world.callers.owner, dataset);
  await publishDataset(world.callers.owner, dataset);
  const done = await world.callers.owner.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, REASON);
  expect(done.status, done.body).toBe(200);
  return dataset;
};

const deaccessionCases: readonly ContractCase[] = [
  {
    row: DEACCESSION,
    shows: 'deaccessions the newest published version, which is still shown on request',
    as: 'curator',
    given: async ({ fresh }) => ({
      path: [(await fresh.published()).id, ':latest-published'],
      json: { ...REASON, deaccessionForwardURL: 'https://example.org/better' },
    }),
    status: 200,
    holds: async (answer, { callers }) => {
      const id = /^Dataset (\d+) deaccessioned for version :latest-published$/.exec(answer.text('data.message'))?.[1];
      const { rest } = callers.guest;
      const bare = await rest.get(`/api/datasets/${id}`);
      expect(bare.status).toBe(200);
      expect(bare.at('data.latestVersion')).toBeUndefined();
      expect(bare.at('data.publicationDate')).toMatch(/^\d{4}-/);
      for (const version of ['1.0', ':latest-published', ':latest']) {
        expect((await rest.get(`/api/datasets/${id}/versions/${version}?excludeFiles=true`)).status).toBe(404);
        const shown = await rest.get(`/api/datasets/${id}/versions/${version}?excludeFiles=true&includeDeaccessioned=true`);
        expect(shown.record('data')).toMatchObject({
          versionState: 'DEACCESSIONED',
          latestVersionPublishingState: 'DEACCESSIONED',
          versionNumber: 1,
          versionMinorNumber: 0,
          deaccessionNote: REASON.deaccessionReason,
          deaccessionLink: 'https://example.org/better',
        });
      }
      expect((await rest.get(`/api/datasets/${id}/versions`)).at('data')).toEqual([]);
      expect((await callers.contributor.rest.get(`/api/datasets/${id}/versions`)).list('data')).toHaveLength(1);
    },
  },
  {
    row: DEACCESSION,
    shows: 'withdraws a version by its number and leaves the others',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.edited();
      await publishDataset(callers.owner, dataset, 'minor');
      return { path: [':persistentId', '1.1'], query: { persistentId: dataset.persistentId }, json: REASON };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const persistentId = /^Dataset (\S+) deaccessioned for version 1\.1$/.exec(answer.text('data.message'))?.[1];
      const read = await callers.guest.rest.get(`/api/datasets/:persistentId/versions/:latest-published?persistentId=${persistentId}`);
      expect(read.record('data')).toMatchObject({ versionNumber: 1, versionMinorNumber: 0, latestVersionPublishingState: 'DEACCESSIONED' });
    },
  },
  {
    row: DEACCESSION,
    shows: 'closes the files to callers who may not see drafts',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const file = await addFile(callers.owner, dataset);
      await publishDataset(callers.owner, dataset);
      expect((await callers.stranger.rest.get(`/api/access/datafile/${file}`)).status).toBe(200);
      return { path: [dataset.id, '1'], json: REASON };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const id = /\d+/.exec(answer.text('data.message'))?.[0];
      const read = `/api/datasets/${id}/versions/1.0?includeDeaccessioned=true`;
      // The record of a deaccessioned version is public, its bytes are not.
      expect((await callers.guest.rest.get(read)).list('data.files')).toHaveLength(1);
      const version = await callers.owner.rest.get(read);
      expect(Object.keys(version.record('data'))).toEqual(
        VERSION_KEYS.flatMap((key) => (key === 'latestVersionPublishingState' ? [key, 'deaccessionNote'] : [key])),
      );
      const file = version.number('data.files.0.dataFile.id');
      expect((await callers.stranger.rest.get(`/api/access/datafile/${file}`)).status).toBe(403);
    },
  },
  {
    row: DEACCESSION,
    shows: 'is not stopped by locks',
    as: 'owner',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.published();
      await lock(dataset, 'finalizePublication');
      return { path: [dataset.id, '1.0'], json: REASON };
    },
    status: 200,
  },
  ...[':draft', ':latest', 'x', '1.0.0'].map((version): ContractCase => ({
    row: DEACCESSION,
    shows: `refuses the version ${version}`,
    as: 'owner',
    given: async ({ published }) => ({ path: [published.id, version], json: REASON }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  ...['7.0', ':latest-published'].map((version): ContractCase => ({
    row: DEACCESSION,
    shows: `finds no version ${version} that is published`,
    as: 'owner',
    given: async ({ draft }) => ({ path: [draft.id, version], json: REASON }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  })),
  {
    row: DEACCESSION,
    shows: 'finds no published version in one that is withdrawn already',
    as: 'owner',
    given: async (world) => ({ path: [(await deaccessioned(world)).id, '1.0'], json: REASON }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  ...(
    [
      ['no reason', {}, /deaccessionReason/],
      ['a reason that is no text', { deaccessionReason: 7 }, /deaccessionReason/],
      ['a reason of 1001 characters', { deaccessionReason: 'x'.repeat(1001) }, /deaccessionReason/],
      [
        'a link of 1261 characters',
        { ...REASON, deaccessionForwardURL: `https://example.org/${'x'.repeat(1241)}` },
        /deaccessionForwardURL/,
      ],
      ['a link that is no web address', { ...REASON, deaccessionForwardURL: 'random text, not a url' }, /deaccessionForwardURL/],
    ] as const
  ).map(([what, json, message]): ContractCase => ({
    row: DEACCESSION,
    shows: `refuses ${what}`,
    as: 'owner',
    given: ({ published }) => ({ path: [published.id, '1.0'], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
  })),
  {
    row: DEACCESSION,
    shows: 'takes a reason of 1000 characters and a link of 1260',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.published()).id, '1.0'],
      json: { deaccessionReason: 'x'.repeat(1000), deaccessionForwardURL: `https://example.org/${'x'.repeat(1240)}` },
    }),
    status: 200,
  },
  {
    row: DEACCESSION,
    shows: 'reads JSON',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id, '1.0'], raw: '{' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  ...commonRefusals(DEACCESSION, ['1.0'], { json: REASON }),
];

const afterDeaccession: readonly ContractCase[] = [
  {
    row: 'datasets.draft.put',
    shows: 'makes the draft from the newest version that is still released',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.edited();
      await addFile(callers.owner, dataset, { name: 'second.txt' });
      await callers.owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, field('subtitle', 'Withdrawn'));
      await publishDataset(callers.owner, dataset);
      await callers.owner.rest.post(`/api/datasets/${dataset.id}/versions/2.0/deaccession`, REASON);
      const first = await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/1.0`);
      return { path: [dataset.id], json: { metadataBlocks: first.record('data.metadataBlocks') } };
    },
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ versionState: 'DRAFT', files: [] }),
  },
  {
    row: 'datasets.publish',
    shows: 'refuses a withdrawn version without a draft',
    as: 'owner',
    given: async (world) => ({ path: [(await deaccessioned(world)).id], query: { type: 'major' } }),
    status: 403,
    errorCode: 'DATASET_ALREADY_PUBLISHED',
  },
  ...(['minor', 'major'] as const).map((type): ContractCase => ({
    row: 'datasets.publish',
    shows: `takes a ${type} version after a withdrawn one`,
    as: 'owner',
    given: async (world) => {
      const dataset = await deaccessioned(world);
      const edited = await world.callers.owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, field('subtitle', 'Again'));
      expect(edited.list('data.files')).toHaveLength(1);
      return { path: [dataset.id], query: { type } };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const version = await callers.guest.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:latest-published`);
      const number = type === 'minor' ? { versionNumber: 1, versionMinorNumber: 1 } : { versionNumber: 2, versionMinorNumber: 0 };
      expect(version.record('data')).toMatchObject({ ...number, versionState: 'RELEASED' });
    },
  })),
];

const SET = 'datasets.citationdate.set';
const UNSET = 'datasets.citationdate.delete';
const CITED = `query ($id: Int!) { dataset(reference: { databaseId: $id }) {
  version(reference: ":latest") {
    citationYear citationDate dataset { citationDateField } }
} }`;

const citationDateCases: readonly ContractCase[] = [
  {
    row: SET,
    shows: 'lets citations name the year of a field, and versions no citation date',
    as: 'curator',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await callers.owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, field('dateOfDeposit', '1999-04-01'));
      await publishDataset(callers.owner, dataset);
      return { path: [dataset.id], raw: ' dateOfDeposit\n' };
    },
    status: 200,
    holds: async (answer, { callers }, caller) => {
      const id = Number(/^Citation Date for dataset (\d+) set to: Deposit Date$/.exec(answer.text('data.message'))?.[1]);
      const version = await callers.guest.rest.get(`/api/datasets/${id}/versions/1.0`);
      expect(Object.keys(version.record('data'))).toEqual(VERSION_KEYS.filter((key) => key !== 'citationDate'));
      const cited = await callers.guest.graphql.expectData(CITED, { id });
      expect(cited.record('data.dataset.version')).toEqual({
        citationYear: 1999,
        citationDate: null,
        dataset: { citationDateField: 'dateOfDeposit' },
      });
      const back = await caller.rest.send(`/api/datasets/${id}/citationdate`, { method: 'PUT', raw: ':publicationDate' });
      expect(back.text('data.message')).toBe(`Citation Date for dataset ${id} set to: default`);
      const again = await callers.guest.rest.get(`/api/datasets/${id}/versions/1.0`);
      expect(again.at('data.citationDate')).toBe(again.at('data.publicationDate'));
    },
  },
  {
    row: SET,
    shows: 'falls back to the publication where a version has no value',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id], raw: 'productionDate' }),
    status: 200,
    holds: async (answer, { callers }) => {
      const id = Number(/\d+/.exec(answer.text('data.message'))?.[0]);
      const cited = await callers.guest.graphql.expectData(CITED, { id });
      expect(cited.at('data.dataset.version.citationYear')).toBe(new Date().getUTCFullYear());
    },
  },
  {
    row: SET,
    shows: 'refuses an empty body',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id], raw: ' ' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: SET,
    shows: 'refuses an unknown field',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id], raw: 'nosuch' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /nosuch/,
  },
  {
    row: SET,
    shows: 'refuses a field that is no date',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id], raw: 'title' }),
    status: 403,
    errorCode: 'CITATION_DATE_FIELD_REFUSED',
  },
  ...commonRefusals(SET, [], { raw: 'dateOfDeposit' }),
  {
    row: UNSET,
    shows: 'takes the choice back',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.published();
      await callers.owner.rest.send(`/api/datasets/${dataset.id}/citationdate`, { method: 'PUT', raw: 'dateOfDeposit' });
      return { path: [dataset.id] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const id = /^Citation Date for dataset (\d+) set to default$/.exec(answer.text('data.message'))?.[1];
      expect((await callers.guest.rest.get(`/api/datasets/${id}/versions/1.0`)).at('data.citationDate')).toMatch(/^\d{4}-/);
    },
  },
  ...commonRefusals(UNSET, [], {}),
];

const DESTROY = 'datasets.destroy';
const destroyCases: readonly ContractCase[] = [
  {
    row: DESTROY,
    shows: 'removes a published dataset under any lock, once',
    as: 'superuser',
    given: async ({ fresh, callers, lock }) => {
      const dataset = await fresh.published();
      await addFile(callers.owner, dataset);
      await lock(dataset, 'Ingest');
      return { path: [dataset.id] };
    },
    status: 200,
    holds: async (answer, _world, caller) => {
      const id = /^Dataset (\d+) destroyed$/.exec(answer.text('data.message'))?.[1];
      expect((await caller.rest.get(`/api/datasets/${id}`)).status).toBe(404);
      expect((await caller.rest.delete(`/api/datasets/${id}/destroy`)).status).toBe(404);
    },
  },
  {
    row: DESTROY,
    shows: 'removes a draft, and echoes the reference',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [':persistentId'], query: { persistentId: (await fresh.draft()).persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('Dataset :persistentId destroyed'),
  },
  {
    row: DESTROY,
    shows: 'is not for users, owners of the dataset among them',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: DESTROY,
    shows: 'is not for guests',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: DESTROY,
    shows: 'finds no dataset of an unknown number',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

const NOTE = 'datasets.versions.note';
const versionNoteCases: readonly ContractCase[] = [
  {
    row: NOTE,
    shows: 'is empty if there is no note',
    given: ({ published }) => ({ path: [published.id, '1.0'] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({}),
  },
  {
    row: NOTE,
    shows: 'hides the draft from guests',
    given: ({ draft }) => ({ path: [draft.id, ':draft'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: NOTE,
    shows: 'finds no version that does not exist',
    given: ({ published }) => ({ path: [published.id, '7.3'] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: `${NOTE}.set`,
    shows: 'notes why the draft was made, making it if there is none',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id, ':draft'], raw: 'Spelling' }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('Note added'),
  },
  {
    row: `${NOTE}.set`,
    shows: 'notes a published version for a superuser',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id, ':latest-published'], raw: 'First' }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('Note added to version 1.0'),
  },
  {
    row: `${NOTE}.set`,
    shows: 'leaves published versions to superusers',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id, '1.0'], raw: 'First' }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: `${NOTE}.set`,
    shows: 'refuses an empty note',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id, ':draft'], raw: ' ' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: `${NOTE}.set`,
    shows: 'finds no version that does not exist',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id, '7.3'], raw: 'None' }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: `${NOTE}.set`,
    shows: 'refuses a version that cannot be',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id, 'x'], raw: 'None' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: `${NOTE}.set`,
    shows: 'is refused under a lock that stops edits',
    as: 'owner',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'Workflow');
      return { path: [dataset.id, ':draft'], raw: 'Locked' };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
  ...commonRefusals(`${NOTE}.set`, [':draft'], { raw: 'Note' }, 'member'),
  {
    row: `${NOTE}.delete`,
    shows: 'takes the note away',
    as: 'contributor',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const path = `/api/datasets/${dataset.id}/versions/:draft/versionNote`;
      await callers.owner.rest.send(path, { method: 'PUT', raw: 'Soon gone' });
      expect((await callers.owner.rest.get(path)).text('data.message')).toBe('Soon gone');
      return { path: [dataset.id, ':draft'] };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('Note deleted'),
  },
  {
    row: `${NOTE}.delete`,
    shows: 'takes the note of a published version away for a superuser',
    as: 'superuser',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.published();
      const path = `/api/datasets/${dataset.id}/versions/1.0/versionNote`;
      await callers.superuser.rest.send(path, { method: 'PUT', raw: 'Public' });
      expect((await callers.guest.rest.get(path)).text('data.message')).toBe('Public');
      return { path: [dataset.id, '1.0'] };
    },
    status: 200,
  },
  {
    row: `${NOTE}.delete`,
    shows: 'leaves published versions to superusers',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id, '1.0'] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: `${NOTE}.delete`,
    shows: 'makes no draft for it',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id, ':draft'] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  ...commonRefusals(`${NOTE}.delete`, [':draft'], {}, 'member'),
];

/** Cases of withdrawing, dating, noting and destroying. Source: datasets.md 8, 9.1, 14.1, 14.3. */
export const datasetChangeCases: readonly ContractCase[] = [
  ...deaccessionCases,
  ...afterDeaccession,
  ...citationDateCases,
  ...destroyCases,
  ...versionNoteCases,
];
