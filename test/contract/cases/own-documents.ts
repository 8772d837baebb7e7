import { expect } from 'vitest';
import {
  addFile,
  assignRole,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  uniqueName,
} from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import { type ContractWorld, retitled } from './contract-world.ts';

const ROW = 'mydata.retrieve';
const STATES = ['Published', 'Unpublished', 'Draft', 'In Review', 'Deaccessioned'];
const TYPES = ['Collection', 'Dataset', 'DataFile'];

type Query = NonNullable<CaseRequest['query']>;

async function roleId({ server }: ContractWorld, alias: string): Promise<string> {
  const [row] = await server.application.connection.sql<{ id: number }[]>`select id from role where alias = ${alias}`;
  return String(row?.id ?? 0);
}

/** Everything of a role. */
async function all(world: ContractWorld, more: Query = {}, role = 'admin'): Promise<CaseRequest> {
  return { query: { role_ids: await roleId(world, role), dvobject_types: TYPES, published_states: STATES, ...more } };
}

const own = (
  shows: string,
  given: ContractCase['given'],
  holds: ContractCase['holds'],
  more: Partial<ContractCase> = {},
): ContractCase => ({
  row: ROW,
  shows,
  as: 'owner',
  given,
  status: 200,
  ...(holds !== undefined && { holds }),
  ...more,
});

const refused = (shows: string, query: (world: ContractWorld) => Query | Promise<Query>, message: RegExp): ContractCase =>
  own(
    `refuses ${shows} with an answer of its own`,
    async (world) => ({ query: await query(world) }),
    (answer) => {
      expect(Object.keys(answer.record(''))).toEqual(['success', 'error_message']);
      expect(answer.record('')).toMatchObject({ success: false, error_message: expect.stringMatching(message) });
    },
  );

const bad = (shows: string, query: Query, pointer: string): ContractCase =>
  own(
    `refuses ${shows}`,
    (world) => all(world, query),
    (answer) => expect(answer.list('errors')).toContainEqual(expect.objectContaining({ pointer })),
    { status: 400, errorCode: 'BAD_USER_INPUT' },
  );

interface Made {
  readonly word: string;
  readonly collection: SeededCollection;
}

/** A collection with a published dataset that has a draft, and a file in both. */
async function made({ callers }: ContractWorld): Promise<Made> {
  const word = uniqueName('own').replaceAll(/[^a-z0-9]/gi, '');
  const collection = await createCollection(callers.owner, { name: `About ${word}` });
  const dataset = await createDataset(callers.owner, collection);
  await callers.owner.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(callers.owner, dataset, `Of ${word}`));
  await addFile(callers.owner, dataset, { name: `${word}.txt`, bytes: word, type: 'text/plain' });
  await publishDataset(callers.owner, dataset);
  await callers.owner.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(callers.owner, dataset, `More of ${word}`));
  return { word, collection };
}

const itemsOf = (answer: Parameters<NonNullable<ContractCase['holds']>>[0]) => answer.list('data.items') as Record<string, unknown>[];

/** Source: users-admin.md 18.9. */
export const ownDocumentCases: readonly ContractCase[] = [
  own('refuses guests', (world) => all(world), undefined, { as: 'guest', status: 401, errorCode: 'AUTHENTICATION_REQUIRED' }),
  refused('a search without a role', () => ({ dvobject_types: TYPES, published_states: STATES }), /role/),
  refused('a search without a type', async (world) => ({ role_ids: await roleId(world, 'admin'), published_states: STATES }), /Dataset/),
  refused('a search without a status', async (world) => ({ role_ids: await roleId(world, 'admin'), dvobject_types: TYPES }), /status/),
  refused(
    'a status that there is not, under which nothing is found,',
    async (world) => ({ role_ids: await roleId(world, 'admin'), dvobject_types: TYPES, published_states: 'Nosuch' }),
    /Nothing was found.*Admin/,
  ),
  refused('a role that is not held', () => ({ role_ids: '999999', dvobject_types: TYPES, published_states: STATES }), /Nothing was found/),
  bad('a role that is no number', { role_ids: ['1', 'admin'] }, '/query/role_ids/1'),
  bad('an unknown type', { dvobject_types: 'dataset' }, '/query/dvobject_types/0'),
  bad('a page that is no number', { selected_page: 'two' }, '/query/selected_page'),
  bad('a validity that is neither', { dataset_valid: 'maybe' }, '/query/dataset_valid/0'),
  bad('a query that is too long', { mydata_search_term: 'a'.repeat(2_000) }, '/query/mydata_search_term'),
  own(
    'shows collections, versions and files on which a role is held',
    async (world) => {
      const { word } = await made(world);
      return all(world, { mydata_search_term: word });
    },
    (answer) => {
      expect(Object.keys(answer.record(''))).toEqual(['success', 'data']);
      expect(Object.keys(answer.record('data'))).toEqual([
        'pagination',
        'items',
        'total_count',
        'start',
        'search_term',
        'dvobject_counts',
        'pubstatus_counts',
        'selected_filters',
      ]);
      expect(answer.record('data')).toMatchObject({
        total_count: 4,
        start: 0,
        dvobject_counts: { collections_count: 1, files_count: 1, datasets_count: 2 },
        pubstatus_counts: { unpublished_count: 0, draft_count: 1, published_count: 3, in_review_count: 0, deaccessioned_count: 0 },
        selected_filters: { publication_statuses: STATES, role_names: ['Admin'] },
      });
      expect(Object.keys(answer.record('data.pagination'))).toEqual([
        'isNecessary',
        'numResults',
        'numResultsString',
        'docsPerPage',
        'selectedPageNumber',
        'pageCount',
        'hasPreviousPageNumber',
        'previousPageNumber',
        'hasNextPageNumber',
        'nextPageNumber',
        'startCardNumber',
        'endCardNumber',
        'startCardNumberString',
        'endCardNumberString',
        'remainingCards',
        'numberNextResults',
        'pageNumberList',
      ]);
      const [draft] = itemsOf(answer).filter(({ is_draft_state }) => is_draft_state === true);
      expect(draft).toMatchObject({
        type: 'dataset',
        entity_id: expect.any(Number),
        score: expect.any(Number),
        matches: [{ title: { snippets: [expect.stringContaining('search-term-match')] } }],
        api_url: expect.stringMatching(/\/api\/datasets\/\d+$/),
        publication_statuses: ['Draft'],
        is_in_review_state: false,
        is_unpublished_state: false,
        is_published: false,
        is_deaccesioned: false,
        is_valid: true,
        date_to_display_on_card: expect.stringMatching(/^\d{4} [A-Z][a-z]{2} \d{1,2}$/),
        parentId: expect.stringMatching(/^\d+$/),
        parent_alias: expect.any(String),
        user_roles: ['Admin', 'Contributor'],
      });
      const [file] = itemsOf(answer).filter(({ type }) => type === 'file');
      expect(file).toMatchObject({
        is_published: true,
        parentIdentifier: expect.stringMatching(/^doi:/),
        parentName: expect.stringMatching(/^Of /),
        parentId: expect.stringMatching(/^\d+$/),
        user_roles: ['Admin', 'Contributor'],
      });
      expect(file).not.toHaveProperty('parent_alias');
      expect(itemsOf(answer).find(({ type }) => type === 'collection')).toMatchObject({ parent_alias: 'root', is_published: true });
    },
  ),
  own(
    'counts every type, and shows the one that is asked for, ten a page, the first for one beyond the last',
    async (world) => {
      const { word } = await made(world);
      return all(world, { mydata_search_term: word, dvobject_types: 'Dataset', selected_page: '7' });
    },
    (answer) => {
      expect(answer.at('data.total_count')).toBe(2);
      expect(itemsOf(answer).map(({ type }) => type)).toEqual(['dataset', 'dataset']);
      expect(answer.record('data.pagination')).toMatchObject({ selectedPageNumber: 1, docsPerPage: 10, isNecessary: false });
      expect(answer.record('data.dvobject_counts')).toEqual({ collections_count: 1, files_count: 1, datasets_count: 2 });
    },
  ),
  own(
    'has a second page',
    async (world) => {
      const collection = await createCollection(world.callers.owner, { name: 'Many' });
      for (let number = 0; number < 12; number += 1) {
        await createCollection(world.callers.owner, { owner: collection.alias, name: `Paged ${number}` });
      }
      return all(world, { dvobject_types: 'Collection', mydata_search_term: 'Paged', selected_page: '2' });
    },
    (answer) => {
      expect(itemsOf(answer)).toHaveLength(2);
      expect(answer.record('data')).toMatchObject({ start: 10, total_count: 12 });
      expect(answer.record('data.pagination')).toMatchObject({
        startCardNumber: 11,
        endCardNumber: 12,
        remainingCards: 0,
        pageNumberList: [1, 2],
      });
    },
  ),
  own(
    'shows what a role from above reaches, and nothing of a role that everyone has',
    async (world) => {
      const { word, collection } = await made(world);
      await assignRole(world.callers.owner, collection, ':authenticated-users', 'curator');
      await assignRole(world.callers.owner, collection, world.callers.stranger.identifier, 'member');
      return {
        query: {
          role_ids: [await roleId(world, 'curator'), await roleId(world, 'member')],
          dvobject_types: TYPES,
          published_states: STATES,
          mydata_search_term: word,
        },
      };
    },
    (answer) => {
      expect(answer.at('data.total_count')).toBe(4);
      for (const item of itemsOf(answer)) expect(item['user_roles']).toEqual(['Member']);
    },
    {
      as: 'stranger',
      // Other cases count on callers without roles.
      restore: async ({ server, callers }) =>
        void (await server.application.connection.sql`
          delete from role_assignment where assignee in (':authenticated-users', ${callers.stranger.identifier})
            and definition_point_id in (select id from collection where name like 'About own%')`),
    },
  ),
  own(
    'shows superusers what another account holds roles on',
    async (world) => {
      const { word } = await made(world);
      return all(world, { mydata_search_term: word, userIdentifier: world.callers.owner.identifier });
    },
    (answer) => expect(answer.at('data.total_count')).toBe(4),
    { as: 'superuser' },
  ),
  own('knows no such account', (world) => all(world, { userIdentifier: 'nosuch' }), undefined, {
    as: 'superuser',
    status: 404,
    errorCode: 'USER_NOT_FOUND',
  }),
  own(
    'does not read the name of another account that is not asked about by a superuser',
    async (world) => {
      const { word } = await made(world);
      return all(world, { mydata_search_term: word, userIdentifier: world.callers.owner.identifier });
    },
    (answer) => expect(answer.record('')).toMatchObject({ success: false }),
    { as: 'stranger' },
  ),
  own(
    'leaves what lacks required metadata',
    async (world) => {
      const { word, collection } = await made(world);
      const incomplete = await createDataset(world.callers.owner, collection);
      await world.callers.owner.rest.put(
        `/api/datasets/${incomplete.id}/versions/:draft`,
        await retitled(world.callers.owner, incomplete, `Bare ${word}`),
      );
      await world.server.application.connection.sql`
        update dataset_version set metadata = jsonb_set(metadata::jsonb, '{citation}',
          (select jsonb_agg(f) from jsonb_array_elements(metadata::jsonb -> 'citation') f where f ->> 'typeName' <> 'author'))::json
        where dataset_id = ${incomplete.id}`;
      return all(world, { mydata_search_term: word, dataset_valid: 'false' });
    },
    (answer) => {
      expect(itemsOf(answer)).toHaveLength(1);
      expect(itemsOf(answer)[0]).toMatchObject({ name: expect.stringMatching(/^Bare /), is_valid: false });
    },
  ),
  own(
    'leaves what has them',
    async (world) => {
      const { word } = await made(world);
      return all(world, { mydata_search_term: word, dataset_valid: ['true', 'true'] });
    },
    (answer) => expect(answer.at('data.total_count')).toBe(4),
  ),
];
