import { expect } from 'vitest';
import { createUser, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { type Asking, asking, responding } from './guestbook-seed.ts';

/** What the last request was about. */
let last: Asking | undefined;

async function remembered(world: ContractWorld): Promise<Asking> {
  last = await asking(world);
  return last;
}

const tables: readonly ContractCase[] = [
  {
    row: 'collections.guestbookResponses',
    shows: 'has the header alone where nothing was told',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias] }),
    status: 200,
    holds: (answer) => {
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(answer.body.split('\r\n')).toHaveLength(2);
    },
  },
  {
    row: 'collections.guestbookResponses',
    shows: 'is not for those who may not edit the collection',
    as: 'contributor',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: 'collections.guestbookResponses', shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias] }), status: 403 },
  {
    row: 'collections.guestbookResponses',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.guestbookResponses',
    shows: 'refuses a guestbook that is no number',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], query: { guestbookId: 'x' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];

const moves: readonly ContractCase[] = [
  {
    row: 'datasets.move',
    shows: 'takes no guestbook along into a collection that does not have it, unless it is forced',
    as: 'owner',
    given: async (world) => {
      const { dataset } = await remembered(world);
      const target = await world.fresh.collection();
      const { owner } = world.callers;
      const own = await world.fresh.collection();
      succeeded(await owner.rest.post(`/api/datasets/${dataset.id}/move/${own.alias}`));
      const id = succeeded(await owner.rest.post(`/api/guestbooks/${own.alias}`, { name: 'Here alone' })).number('data.id');
      succeeded(await owner.rest.send(`/api/datasets/${dataset.id}/guestbook`, { method: 'PUT', raw: String(id) }));
      const refused = await owner.rest.post(`/api/datasets/${dataset.id}/move/${target.alias}`);
      expect([refused.status, refused.errorCode]).toEqual([403, 'DATASET_MOVE_UNDOES']);
      return { path: [dataset.id, target.alias], query: { forceMove: 'true' } };
    },
    status: 200,
    holds: async (_answer, { callers }) =>
      expect((await callers.owner.rest.get(`/api/datasets/${last?.dataset.id}`)).body).not.toContain('guestbookId'),
  },
  {
    row: 'collections.move',
    shows: 'takes no guestbook of a collection that it leaves along, unless it is forced',
    as: 'superuser',
    given: async (world) => {
      const { owner, superuser } = world.callers;
      const [from, to, moved] = [await world.fresh.collection(), await world.fresh.collection(), await world.fresh.collection()];
      succeeded(await superuser.rest.post(`/api/collections/${moved.alias}/move/${from.alias}`));
      const { dataset } = await remembered(world);
      succeeded(await owner.rest.post(`/api/datasets/${dataset.id}/move/${moved.alias}`));
      const id = succeeded(await owner.rest.post(`/api/guestbooks/${from.alias}`, { name: 'Left behind' })).number('data.id');
      succeeded(await owner.rest.send(`/api/datasets/${dataset.id}/guestbook`, { method: 'PUT', raw: String(id) }));
      const refused = await superuser.rest.post(`/api/collections/${moved.alias}/move/${to.alias}`);
      expect([refused.status, refused.errorCode]).toEqual([403, 'COLLECTION_MOVE_UNDOES']);
      return { path: [moved.alias, to.alias], query: { forceMove: 'true' } };
    },
    status: 200,
    holds: async (_answer, { callers }) =>
      expect((await callers.owner.rest.get(`/api/datasets/${last?.dataset.id}`)).body).not.toContain('guestbookId'),
  },
];

const traces: readonly ContractCase[] = [
  {
    row: 'users.traces.element',
    shows: 'lists what an account told guestbooks',
    as: 'superuser',
    given: async (world) => {
      const asked = await remembered(world);
      const { stranger } = world.callers;
      succeeded(await stranger.rest.post(`/api/access/datafile/${asked.files[0]}?signed=true`, responding(asked)));
      return { path: [stranger.identifier.slice(1), 'guestbookEntries'] };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.body).toMatch(/^id,eventType,filename,date,guestbookName,dataset\r\n/);
      expect(answer.body).toMatch(/,Download,a\.txt,\d{4}-\d\d-\d\dT[\d:]+Z,Who reads this,doi:/);
    },
  },
  {
    row: 'admin.authenticatedUsers.delete',
    shows: 'keeps an account that told a guestbook something',
    as: 'superuser',
    given: async (world) => {
      const asked = await asking(world);
      const reader = await createUser(world.server, 'reader');
      succeeded(await reader.rest.post(`/api/access/datafile/${asked.files[0]}?signed=true`, responding(asked)));
      return { path: [reader.identifier.slice(1)] };
    },
    status: 400,
    errorCode: 'USER_HAS_TRACES',
    message: /responded to guestbooks/,
  },
];

/** Cases of what guestbooks and responses to them have to do with other things. Source: users-admin.md 18.7. */
export const guestbookEffectCases: readonly ContractCase[] = [...tables, ...moves, ...traces];
