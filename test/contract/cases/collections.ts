import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { collectionBody } from './collection-body.ts';
import type { ContractCase } from './contract-case.ts';

/** Cases of reading collections and what they hold. Source: collections.md 1, 2 and 5. */
export const collectionReadCases: readonly ContractCase[] = [
  {
    row: 'collections.get',
    shows: 'finds by id, and gives owners and the number of children when asked',
    given: async ({ fresh, open }) => {
      const inner = await fresh.collection();
      return { path: [inner.id], query: { returnOwners: 'TRUE', returnChildCount: 'true', more: open.alias } };
    },
    status: 200,
    holds: (answer, { open }) => {
      expect(answer.at('data.childCount')).toBe(0);
      expect(answer.at('data.isPartOf')).toEqual({
        type: 'COLLECTION',
        identifier: open.alias,
        isReleased: true,
        displayName: 'Open',
        isPartOf: { type: 'COLLECTION', identifier: 'root', isReleased: true, displayName: expect.any(String) },
      });
    },
  },
  {
    row: 'collections.get',
    shows: 'finds by alias in any case',
    given: ({ open }) => ({ path: [open.alias.toUpperCase()] }),
    status: 200,
    holds: (answer, { open }) => {
      expect(answer.at('data.alias')).toBe(open.alias);
      expect(answer.at('data.isPartOf')).toBeUndefined();
      expect(answer.at('data.childCount')).toBeUndefined();
    },
  },
  {
    row: 'collections.get',
    shows: 'knows the root by :root in any case; it has no owner',
    given: () => ({ path: [':Root'] }),
    status: 200,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ alias: 'root', isReleased: true, isFacetRoot: true });
      expect(answer.at('data.ownerId')).toBeUndefined();
    },
  },
  {
    row: 'collections.get',
    shows: 'hides an unpublished collection from guests',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
    message: /:guest/,
  },
  {
    row: 'collections.get',
    shows: 'hides an unpublished collection from a contributor, who lacks the permission',
    as: 'contributor',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.get',
    shows: 'shows an unpublished collection to a member',
    as: 'member',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 200,
  },
  {
    row: 'collections.get',
    shows: 'names an unknown alias',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
    message: /nowhere/,
  },
  {
    row: 'collections.get',
    shows: 'names an unknown id, also one beyond 32 bits',
    given: () => ({ path: ['99999999999999999999'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.get',
    shows: 'does not know an alias that was given up',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      await callers.owner.rest.put(`/api/collections/${alias}`, { alias: `${alias}-new` });
      return { path: [alias] };
    },
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.get',
    shows: 'leaves contacts out when the setting says so, and only here',
    given: async ({ callers, open }) => {
      await callers.superuser.rest.send('/api/admin/settings/:ExcludeEmailFromExport', { method: 'PUT', raw: 'true' });
      return { path: [open.alias] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      await callers.superuser.rest.delete('/api/admin/settings/:ExcludeEmailFromExport');
      expect(answer.at('data.collectionContacts')).toBeUndefined();
    },
  },
  {
    row: 'collections.contents',
    shows: 'lists collections, then datasets, each by id, and what a guest may see of them',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: async (answer, { open, callers, published, draft }) => {
      const types = (list: readonly unknown[]) => list.map((one) => readJson(one).text('type'));
      const all = (await callers.superuser.rest.get(`/api/collections/${open.alias}/contents`)).list('data');
      expect(types(all)).toEqual(types(all).toSorted());
      const ids = all.filter((one) => readJson(one).at('type') === 'dataset').map((one) => readJson(one).number('id'));
      expect(ids).toEqual(ids.toSorted((left, right) => left - right));
      expect(ids).toContain(draft.id);
      const seen = answer.list('data').map((one) => readJson(one).number('id'));
      expect(seen).toContain(published.id);
      expect(seen).not.toContain(draft.id);
    },
  },
  {
    row: 'collections.contents',
    shows: 'gives exactly type, id and title of a collection, and type as the last key of a dataset',
    given: async ({ open, fresh }) => {
      await fresh.collection();
      return { path: [open.alias] };
    },
    status: 200,
    holds: (answer, { published }) => {
      const list = answer.list('data').map((one) => readJson(one).record(''));
      expect(Object.keys(list.find((one) => one['type'] === 'collection') ?? {})).toEqual(['type', 'id', 'title']);
      const dataset = list.find((one) => one['id'] === published.id) ?? {};
      expect(Object.keys(dataset)).toEqual([
        'id',
        'identifier',
        'persistentUrl',
        'protocol',
        'authority',
        'separator',
        'publisher',
        'publicationDate',
        'storageIdentifier',
        'datasetType',
        'type',
      ]);
    },
  },
  {
    row: 'collections.contents',
    shows: 'hides what an unpublished collection holds',
    as: 'stranger',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.contents',
    shows: 'names an unknown collection',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

/** Cases of publishing and deleting collections. Source: collections.md 5.3 and 5.16. */
export const collectionChangeCases: readonly ContractCase[] = [
  {
    row: 'collections.delete',
    shows: 'deletes an empty collection and echoes its identifier',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias] }),
    status: 200,
    holds: (answer) => {
      expect(answer.text('data.message')).toMatch(/^Collection collection-\w+ deleted$/);
    },
  },
  {
    row: 'collections.delete',
    shows: 'refuses a collection that holds something',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 403,
    errorCode: 'COLLECTION_NOT_EMPTY',
  },
  {
    row: 'collections.delete',
    shows: 'refuses the root',
    as: 'superuser',
    given: () => ({ path: [':root'] }),
    status: 403,
    errorCode: 'ROOT_COLLECTION_PROTECTED',
  },
  {
    row: 'collections.delete',
    shows: 'needs DeleteCollection, which a curator lacks',
    as: 'curator',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.delete',
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.delete',
    shows: 'names an unknown collection',
    as: 'superuser',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.publish',
    shows: 'gives the record, now released',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection(false)).id] }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.isReleased')).toBe(true);
    },
  },
  {
    row: 'collections.publish',
    shows: 'refuses a collection that is published',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 403,
    errorCode: 'COLLECTION_ALREADY_PUBLISHED',
  },
  {
    row: 'collections.publish',
    shows: 'refuses a collection in an unpublished one',
    as: 'owner',
    given: async ({ closed, callers }) => {
      const inner = await callers.owner.rest.post(`/api/collections/${closed.alias}`, collectionBody());
      return { path: [inner.text('data.alias')] };
    },
    status: 403,
    errorCode: 'COLLECTION_NOT_PUBLISHED',
  },
  {
    row: 'collections.publish',
    shows: 'needs PublishCollection, which a curator lacks',
    as: 'curator',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: 'collections.publish', shows: 'is not for guests', given: ({ closed }) => ({ path: [closed.alias] }), status: 401 },
  {
    row: 'collections.publish',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];
