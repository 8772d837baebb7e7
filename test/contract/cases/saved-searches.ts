import { expect } from 'vitest';
import {
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  uniqueName,
} from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const INDEX = 'admin.savedsearches';
const LIST = 'admin.savedsearches.list';
const ONE = 'admin.savedsearches.get';
const CREATE = 'admin.savedsearches.create';
const RUN = 'admin.savedsearches.makelinks';
const RUN_ALL = 'admin.savedsearches.makelinksAll';
const PATH = '/api/admin/savedsearches';

async function accountId({ callers }: ContractWorld, name: 'owner' | 'stranger' | 'superuser'): Promise<number> {
  return succeeded(await callers[name].rest.get('/api/users/:me')).number('data.id');
}

interface Saved {
  readonly id: number;
  readonly collection: SeededCollection;
  readonly dataset: SeededDataset;
  readonly word: string;
}

/** A search for a word that one published dataset in another collection has, and a draft. */
async function saved(
  world: ContractWorld,
  { creator = 'owner', query }: { creator?: 'owner' | 'stranger'; query?: string } = {},
): Promise<Saved> {
  const { callers, fresh } = world;
  const word = uniqueName('word');
  const [collection, elsewhere] = [await fresh.collection(), await createCollection(callers.owner, { name: `About ${word}` })];
  const dataset = await createDataset(callers.owner, elsewhere);
  const read = await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/:draft`);
  Object.assign(read.record('data.metadataBlocks.citation.fields.0'), { value: `On ${word}` });
  succeeded(
    await callers.owner.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, { metadataBlocks: read.record('data.metadataBlocks') }),
  );
  await publishDataset(callers.owner, dataset);
  const created = succeeded(
    await callers.superuser.rest.post(PATH, {
      query: query ?? word,
      filterQueries: ['dvObjectType:(collections OR datasets)'],
      definitionPointId: collection.id,
      creatorId: await accountId(world, creator),
    }),
  );
  return { id: created.number('data.id'), collection, dataset, word };
}

const removeAll = async ({ server }: ContractWorld): Promise<void> =>
  void (await server.application.connection.sql`delete from saved_search`);

interface Kept {
  saved?: Saved;
}

/** A run of a search that was just saved. */
function running(
  shows: string,
  more: Omit<ContractCase, 'row' | 'shows' | 'given' | 'holds' | 'status'> & {
    readonly status?: number;
    readonly row?: string;
    readonly options?: Parameters<typeof saved>[1];
    readonly query?: Readonly<Record<string, string>>;
    readonly before?: (world: ContractWorld, made: Saved) => Promise<void>;
    readonly holds?: (run: Readonly<Record<string, unknown>>, made: Saved, world: ContractWorld) => void | Promise<void>;
  },
): ContractCase {
  const { row = RUN, options, query = {}, before, holds, status = 200, ...rest } = more;
  const kept: Kept = {};
  return {
    row,
    shows,
    as: 'superuser',
    given: async (world): Promise<CaseRequest> => {
      const made = (kept.saved = await saved(world, options));
      await before?.(world, made);
      return { path: row === RUN ? [made.id] : [], query };
    },
    status,
    restore: removeAll,
    ...rest,
    ...(holds !== undefined && {
      holds: async (answer, world) => {
        const made = kept.saved;
        if (made === undefined) throw new Error('Nothing was saved.');
        const place = row === RUN ? 'data' : 'data.hits by saved search.0';
        await holds(answer.record(`${place}.hits for saved search id ${made.id}.0`), made, world);
      },
    }),
  };
}

async function linkedIn({ server }: ContractWorld, { collection }: Saved): Promise<readonly unknown[]> {
  const { sql } = server.application.connection;
  const rows = await sql`select linked_node_id as id from node_link where linking_collection_id = ${collection.id} order by id`;
  return rows.map(({ id }) => id as unknown);
}

const runs: readonly ContractCase[] = [
  running('links published collections, then datasets', {
    holds: async (run, made, world) => {
      expect(Object.keys(run)).toEqual(['definitionPointAlias', 'savedSearchId', 'hitInfo']);
      expect(run).toMatchObject({
        definitionPointAlias: made.collection.alias,
        savedSearchId: made.id,
        hitInfo: [
          { name: `About ${made.word}`, result: expect.stringMatching(/^Newly linked: collection/) },
          { name: `On ${made.word}`, dvObjectId: made.dataset.id, result: expect.stringMatching(/^Newly linked: dataset/) },
        ],
      });
      expect(await linkedIn(world, made)).toHaveLength(2);
      expect(await linkedIn(world, made)).toContain(made.dataset.id);
    },
  }),
  running('skips what is linked already', {
    before: async ({ callers }, made) => void succeeded(await callers.superuser.rest.put(`${PATH}/makelinks/${made.id}`)),
    holds: (run) =>
      expect(run['hitInfo']).toEqual([
        expect.objectContaining({ result: expect.stringContaining('already linked') }),
        expect.objectContaining({ result: expect.stringContaining('already linked') }),
      ]),
  }),
  running('skips the collection itself and what is below it', {
    before: async ({ server }, made) => {
      const { sql } = server.application.connection;
      await sql`update saved_search set collection_id = (select owner_id from node where id = ${made.dataset.id}) where id = ${made.id}`;
    },
    holds: (run) =>
      expect(run['hitInfo']).toEqual([
        expect.objectContaining({ result: expect.stringContaining('the collection itself') }),
        expect.objectContaining({ result: expect.stringContaining('already part of the subtree') }),
      ]),
  }),
  running('tells more with debug=true', {
    query: { debug: 'true' },
    holds: async (run, made, world) =>
      expect(run['debug']).toEqual({
        creatorId: await accountId(world, 'owner'),
        query: made.word,
        filterQueries: ['dvObjectType:(collections OR datasets)'],
      }),
  }),
  running('tells no more with another word than true', {
    query: { debug: 'yes' },
    holds: (run) => expect(run).not.toHaveProperty('debug'),
  }),
  running('finds nothing where the query cannot be read', {
    options: { query: 'nosuch:(' },
    holds: (run) => expect(run['hitInfo']).toEqual([]),
  }),
  running('finds no draft, whoever saved it', {
    before: async ({ server }, made) =>
      void (await server.application.connection
        .sql`update saved_search set query = ${`+${made.word} +publicationStatus:Draft`} where id = ${made.id}`),
    holds: (run) => expect(run['hitInfo']).toEqual([]),
  }),
  running('is refused where its creator may not link', {
    options: { creator: 'stranger' },
    status: 400,
    errorCode: 'SAVED_SEARCH_REFUSED',
    message: /LinkCollection/,
  }),
  running('runs all', { row: RUN_ALL, holds: (run) => expect(run['hitInfo']).toHaveLength(2) }),
  running('tells more of all with debug=true', {
    row: RUN_ALL,
    query: { debug: 'true' },
    holds: (run) => expect(run).toHaveProperty('debug'),
  }),
  running('ends with the first one that is refused', {
    row: RUN_ALL,
    options: { creator: 'stranger' },
    status: 400,
    errorCode: 'SAVED_SEARCH_REFUSED',
  }),
  {
    row: RUN_ALL,
    shows: 'runs none',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ 'hits by saved search': [] }),
  },
  {
    row: RUN,
    shows: 'refuses an unknown id',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 400,
    errorCode: 'SAVED_SEARCH_NOT_FOUND',
  },
  {
    row: RUN,
    shows: 'knows none of another name',
    as: 'superuser',
    given: () => ({ path: ['everything'] }),
    status: 404,
    errorCode: 'NOT_FOUND',
  },
];

const reading: readonly ContractCase[] = [
  {
    row: INDEX,
    shows: 'lists what can be done',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data')).toHaveLength(5);
      expect(answer.list('data')).toContain('PUT /api/admin/savedsearches/makelinks/{id}');
    },
  },
  {
    row: LIST,
    shows: 'lists none',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ savedSearches: [] }),
  },
  {
    row: LIST,
    shows: 'lists them by id',
    as: 'superuser',
    given: async (world) => {
      await saved(world);
      await saved(world);
      return {};
    },
    status: 200,
    restore: removeAll,
    holds: (answer) => {
      expect(answer.at('data.savedSearches')).toHaveLength(2);
      expect(Object.keys(answer.record('data.savedSearches.0'))).toEqual([
        'query',
        'filterQueries',
        'id',
        'definitionPointId',
        'definitionPointAlias',
        'creatorId',
      ]);
      expect(answer.number('data.savedSearches.0.id')).toBeLessThan(answer.number('data.savedSearches.1.id'));
    },
  },
  {
    row: ONE,
    shows: 'gives one',
    as: 'superuser',
    given: async (world) => ({ path: [(await saved(world)).id] }),
    status: 200,
    restore: removeAll,
    keys: ['query', 'filterQueries', 'id', 'definitionPointId', 'definitionPointAlias', 'creatorId'],
  },
  {
    row: ONE,
    shows: 'knows no unknown id',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'SAVED_SEARCH_NOT_FOUND',
  },
  {
    row: ONE,
    shows: 'knows none of a name',
    as: 'superuser',
    given: () => ({ path: ['everything'] }),
    status: 404,
    errorCode: 'NOT_FOUND',
  },
];

const body = async (world: ContractWorld) => ({
  query: 'finch',
  definitionPointId: world.open.id,
  creatorId: await accountId(world, 'owner'),
});

function refused(shows: string, change: object, more: Partial<ContractCase> = {}): ContractCase {
  return {
    row: CREATE,
    shows: `refuses ${shows}`,
    as: 'superuser',
    given: async (world) => ({ json: { ...(await body(world)), ...change } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    ...more,
  };
}

const creating: readonly ContractCase[] = [
  refused(
    'an unknown creator before an unknown collection',
    { creatorId: 987_654, definitionPointId: 987_654 },
    { status: 404, errorCode: 'USER_NOT_FOUND' },
  ),
  {
    row: CREATE,
    shows: 'saves a search without filters',
    as: 'superuser',
    given: async (world) => ({ json: await body(world) }),
    status: 200,
    restore: removeAll,
    keys: ['id'],
    holds: (answer) => expect(answer.at('message.message')).toMatch(/^Added: /),
  },
  {
    row: CREATE,
    shows: 'saves an empty query',
    as: 'superuser',
    given: async (world) => ({ json: { ...(await body(world)), query: '', filterQueries: ['title:a'] } }),
    status: 200,
    restore: removeAll,
  },
  refused('a search without a query', { query: undefined }, { message: /query/ }),
  refused('a search without a collection', { definitionPointId: undefined }, { message: /definitionPointId/ }),
  refused('a search without a creator', { creatorId: undefined }, { message: /creatorId/ }),
  refused('a query that is no text', { query: 3 }),
  refused('an id of a collection as text', { definitionPointId: '1' }),
  refused('an id of an account as text', { creatorId: '1' }),
  refused('a fraction as an id', { creatorId: 1.5 }),
  refused('filters that are a text', { filterQueries: 'title:a' }),
  refused('a filter that is no text', { filterQueries: [1] }),
  refused('a query of more than 1000 characters', { query: 'x'.repeat(1001) }),
  refused('more than 50 filters', { filterQueries: Array.from({ length: 51 }, () => 'title:a') }),
  refused('an unknown creator', { creatorId: 987_654 }, { status: 404, errorCode: 'USER_NOT_FOUND' }),
  refused('an unknown collection', { definitionPointId: 987_654 }, { status: 404, errorCode: 'COLLECTION_NOT_FOUND' }),
  { row: CREATE, shows: 'refuses a list', as: 'superuser', given: () => ({ json: [] }), status: 400, errorCode: 'BAD_USER_INPUT' },
];

const callers: readonly ContractCase[] = [INDEX, LIST, ONE, CREATE, RUN, RUN_ALL].flatMap((row) =>
  (
    [
      ['guest', 401, 'AUTHENTICATION_REQUIRED'],
      ['owner', 403, 'ADMIN_API_REFUSED'],
    ] as const
  ).map(([as, status, errorCode]): ContractCase => ({
    row,
    shows: `is not for ${as}`,
    as,
    given: async (world) => ({ path: row === ONE || row === RUN ? [1] : [], ...(row === CREATE && { json: await body(world) }) }),
    status,
    errorCode,
  })),
);

/** Cases of saved searches. Source: users-admin.md 12. */
export const savedSearchCases: readonly ContractCase[] = [...reading, ...creating, ...runs, ...callers];
