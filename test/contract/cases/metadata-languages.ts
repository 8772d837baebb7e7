import { expect } from 'vitest';
import { createCollection, exampleDataset, succeeded, type SeededCollection } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const LIST = 'collections.metadataLanguages';
const SET = 'collections.metadataLanguages.set';
const CREATE = 'collections.datasets.create';
const SETTING = '/api/admin/settings/:MetadataLanguages';
const ENGLISH = { locale: 'en', title: 'English' };
const FRENCH = { locale: 'fr', title: 'Français' };

async function configure({ callers: { superuser } }: ContractWorld): Promise<void> {
  succeeded(await superuser.rest.send(SETTING, { method: 'PUT', raw: JSON.stringify([ENGLISH, FRENCH]) }));
}

async function restore({ callers: { superuser } }: ContractWorld): Promise<void> {
  succeeded(await superuser.rest.send(SETTING, { method: 'DELETE' }));
}

/** A collection that has chosen French, and one in it. */
async function french(world: ContractWorld): Promise<readonly [outer: SeededCollection, inner: SeededCollection]> {
  await configure(world);
  const { owner } = world.callers;
  const outer = await world.fresh.collection();
  const inner = await createCollection(owner, { owner: outer.alias, published: true });
  succeeded(await owner.rest.put(`/api/collections/${outer.alias}/allowedMetadataLanguages/fr`));
  return [outer, inner];
}

async function dataset(world: ContractWorld, more: Readonly<Record<string, unknown>>): Promise<CaseRequest> {
  const [, inner] = await french(world);
  return { path: [inner.alias], json: { ...exampleDataset('minimal'), ...more } };
}

/** Cases of the languages of metadata. Source: collections.md 11.2. */
export const metadataLanguageCases: readonly ContractCase[] = [
  {
    row: LIST,
    shows: 'has none where none are configured',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  {
    row: LIST,
    shows: 'lists the configured ones where the collection has chosen none',
    given: async (world) => {
      await configure(world);
      return { path: [world.open.alias] };
    },
    restore,
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([ENGLISH, FRENCH]),
  },
  {
    row: LIST,
    shows: 'lists the one that a collection above has chosen',
    given: async (world) => ({ path: [(await french(world))[1].alias] }),
    restore,
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([FRENCH]),
  },
  {
    row: LIST,
    shows: 'shows nothing of an unpublished collection to guests',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  ...[
    { row: LIST, more: [] },
    { row: SET, more: ['en'] },
  ].map(({ row, more }): ContractCase => ({
    row,
    shows: 'knows no such collection',
    as: 'owner',
    given: () => ({ path: ['nosuch', ...more] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  })),
  {
    row: SET,
    shows: 'chooses one',
    as: 'owner',
    given: async (world) => {
      await configure(world);
      return { path: [(await world.fresh.collection()).alias, 'en'] };
    },
    restore,
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([ENGLISH]),
  },
  {
    row: SET,
    shows: 'takes a choice back',
    as: 'owner',
    given: async (world) => ({ path: [(await french(world))[0].alias, 'undefined'] }),
    restore,
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([ENGLISH, FRENCH]),
  },
  {
    row: SET,
    shows: 'refuses one that is not configured',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias, 'de'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: SET,
    shows: 'is closed to guests',
    given: ({ open }) => ({ path: [open.alias, 'en'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: SET,
    shows: 'needs the permission to edit the collection',
    as: 'stranger',
    given: ({ open }) => ({ path: [open.alias, 'en'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: CREATE,
    shows: 'gives a new dataset the language that its collection has chosen',
    as: 'owner',
    given: (world) => dataset(world, {}),
    restore,
    status: 201,
    holds: async (answer, { callers }) => {
      const read = succeeded(await callers.owner.rest.get(`/api/datasets/${String(answer.at('data.id'))}`));
      expect(read.at('data.metadataLanguage')).toBe('fr');
    },
  },
  {
    row: CREATE,
    shows: 'refuses a dataset in another language than its collection has chosen',
    as: 'owner',
    given: (world) => dataset(world, { metadataLanguage: 'en' }),
    restore,
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];
