import { expect } from 'vitest';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  type SeededDataset,
  succeeded,
} from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'events.list';

/** What somebody reads of the feed below a collection, a page at a time, as kinds. */
async function heard(caller: Caller, collection: string, limit = 100): Promise<string[]> {
  const kinds: string[] = [];
  for (let after = ''; ;) {
    const query = `collection=${collection}&limit=${limit}${after === '' ? '' : `&after=${after}`}`;
    const answer = succeeded(await caller.rest.get(`/api/events?${query}`));
    kinds.push(...answer.list('data.events').map((_event, index) => answer.text(`data.events.${index}.kind`)));
    after = answer.text('data.cursor');
    if (answer.record('data')['hasMore'] !== true) return kinds;
  }
}

/** The end of the feed. One read looks at a bounded number of events, so that what lies behind many others takes several. */
async function endOfFeed({ callers: { superuser } }: ContractWorld, collection = ''): Promise<string> {
  for (let after = ''; ;) {
    const query = [...(collection === '' ? [] : [`collection=${collection}`]), ...(after === '' ? [] : [`after=${after}`])];
    const answer = succeeded(await superuser.rest.get(`/api/events?${query.join('&')}`));
    after = answer.text('data.cursor');
    if (answer.record('data')['hasMore'] !== true) return after;
  }
}

/** A collection in which everything has happened once to a dataset, and something to a draft. */
async function eventfulCollection({ callers, server }: ContractWorld) {
  const { superuser } = callers;
  const collection = await createCollection(superuser);
  const [author, curator, reader] = [
    await createUser(server, 'author'),
    await createUser(server, 'curator'),
    await createUser(server, 'reader'),
  ];
  await assignRole(superuser, collection, author.identifier, 'contributor');
  await assignRole(superuser, collection, curator.identifier, 'curator');
  const dataset = await createDataset(superuser, collection);
  const file = await addFile(superuser, dataset);
  succeeded(await superuser.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' }));
  succeeded(await author.rest.post(`/api/datasets/${dataset.id}/submitForReview`));
  succeeded(await curator.rest.post(`/api/datasets/${dataset.id}/returnToAuthor`, { reasonForReturn: 'No units.' }));
  await publishDataset(curator, dataset);
  succeeded(await reader.rest.put(`/api/access/datafile/${file}/requestAccess`));
  const draft = await createDataset(superuser, collection);
  return { collection, dataset, draft, author, curator, reader };
}

const drafts = ['DATASET_CREATED', 'DATASET_EDITED', 'DATASET_EDITED', 'DATASET_SUBMITTED', 'DATASET_RETURNED'];

async function destroyed({ callers }: ContractWorld, dataset: SeededDataset): Promise<void> {
  succeeded(await callers.superuser.rest.delete(`/api/datasets/${dataset.id}/destroy`));
}

/** Cases of the feed. Source: users-admin.md 5.5. */
export const eventCases: readonly ContractCase[] = [
  { row: ROW, shows: 'answers a guest', as: 'guest', given: () => ({}), status: 200, keys: ['events', 'cursor', 'hasMore'] },
  {
    row: ROW,
    shows: 'tells everybody what they may see now, and of drafts, access and reviews only those whose roles say so',
    as: 'superuser',
    given: () => ({ query: { limit: '1' } }),
    status: 200,
    holds: async (_answer, world) => {
      const { collection, author, curator, reader } = await eventfulCollection(world);
      const forAll = ['COLLECTION_CREATED', 'COLLECTION_PUBLISHED'];
      const whole = [...forAll, ...drafts, 'DATASET_PUBLISHED', 'FILE_ACCESS_REQUESTED', 'DATASET_CREATED'];
      expect(await heard(world.callers.superuser, collection.alias)).toEqual(whole);
      expect(await heard(curator, collection.alias)).toEqual(whole);
      expect(await heard(curator, collection.alias, 1)).toEqual(whole);
      expect(await heard(author, collection.alias)).toEqual([...forAll, ...drafts, 'DATASET_PUBLISHED', 'DATASET_CREATED']);
      for (const outsider of [reader, world.callers.guest]) {
        expect(await heard(outsider, collection.alias)).toEqual([...forAll, 'DATASET_PUBLISHED']);
      }
    },
  },
  {
    row: ROW,
    shows: 'names the object and the version, and keeps to the kinds that are asked for',
    as: 'superuser',
    given: async (world) => {
      const after = await endOfFeed(world);
      const { collection } = await eventfulCollection(world);
      return { query: { collection: collection.alias, after, kind: 'DATASET_PUBLISHED, DATASET_UPDATED' } };
    },
    status: 200,
    holds: (answer) =>
      expect(answer.record('data')['events']).toEqual([
        {
          cursor: expect.any(String),
          kind: 'DATASET_PUBLISHED',
          occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          subjectId: expect.any(Number),
          datasetPersistentId: expect.stringMatching(/^doi:/),
          version: '1.0',
        },
      ]),
  },
  {
    row: ROW,
    shows: 'says that a dataset was destroyed: everybody of one that was published, of a draft those who see drafts',
    as: 'superuser',
    given: () => ({ query: { limit: '1' } }),
    status: 200,
    holds: async (_answer, world) => {
      const { collection, dataset, draft, author, reader } = await eventfulCollection(world);
      await destroyed(world, draft);
      expect((await heard(author, collection.alias)).at(-1)).toBe('DATASET_DESTROYED');
      expect(await heard(reader, collection.alias)).not.toContain('DATASET_DESTROYED');
      await destroyed(world, dataset);
      const left = ['COLLECTION_CREATED', 'COLLECTION_PUBLISHED', 'DATASET_DESTROYED'];
      // What happened to it before is told no more.
      expect(await heard(reader, collection.alias)).toEqual(left);
      expect(await heard(author, collection.alias)).toEqual([...left, 'DATASET_DESTROYED']);
    },
  },
  {
    row: ROW,
    shows: 'goes on after a cursor, and has nothing new at the end',
    as: 'superuser',
    given: async (world) => {
      const { collection } = await eventfulCollection(world);
      return { query: { collection: collection.alias, after: await endOfFeed(world, collection.alias) } };
    },
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ events: [], hasMore: false }),
  },
  ...(
    [
      [{ after: 'nonsense' }, 400, 'CURSOR_INVALID'],
      [{ limit: '0' }, 400, 'BAD_USER_INPUT'],
      [{ limit: '-1' }, 400, 'BAD_USER_INPUT'],
      [{ limit: '101' }, 400, 'PAGE_TOO_LARGE'],
      [{ kind: 'DATASET_EATEN' }, 400, 'BAD_USER_INPUT'],
      [{ collection: 'nowhere' }, 404, 'COLLECTION_NOT_FOUND'],
    ] as const
  ).map(([query, status, errorCode]): ContractCase => ({
    row: ROW,
    shows: `refuses ${JSON.stringify(query)}`,
    as: 'owner',
    given: () => ({ query }),
    status,
    errorCode,
  })),
  {
    row: ROW,
    shows: 'says nothing of a collection that the caller may not see',
    as: 'stranger',
    given: ({ closed }) => ({ query: { collection: closed.alias } }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
];
