import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import {
  type Caller,
  createCollection,
  createUser,
  guest,
  type SeededCollection,
  succeeded,
  superuser,
  uniqueName,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { statementsDuring, untilQuiet } from '../../support/statements.ts';

/** Blocks and facets of collections over GraphQL: inheritance, input levels, refusals, cost. */
let server: TestServer;
let admin: Caller;
let user: Caller;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  user = await createUser(server, 'user');
});
afterAll(() => server.stop());

const SET_BLOCKS = `mutation ($alias: String!, $blocks: [MetadataBlockReference!]!) {
  setCollectionMetadataBlocks(input: { collection: { alias: $alias }, blocks: $blocks }) {
    collection { isMetadataBlockRoot metadataBlocks { name } } } }`;
const SET_ROOT = `mutation ($alias: String!, $isRoot: Boolean!) {
  setMetadataBlockRoot(input: { collection: { alias: $alias }, isRoot: $isRoot }) { collection { isMetadataBlockRoot metadataBlocks { name } } } }`;
const SET_FACETS = `mutation ($alias: String!, $fieldNames: [String!]!) {
  setCollectionFacets(input: { collection: { alias: $alias }, fieldNames: $fieldNames }) { collection { isFacetRoot facets { name } } } }`;
const IS_ROOT = 'query ($alias: String!) { collection(reference: { alias: $alias }) { ownsMetadataBlocks } }';

function named(...names: readonly string[]): { name: string }[] {
  return names.map((name) => ({ name }));
}

async function inEffect(alias: string): Promise<{ blocks: string[]; facets: string[] }> {
  const query = 'query ($alias: String!) { collection(reference: { alias: $alias }) { metadataBlocks { name } facets { name } } }';
  const answer = await admin.graphql.expectData(query, { alias });
  const names = (list: string) => answer.list(`data.collection.${list}`).map((one) => readJson(one).text('name'));
  return { blocks: names('metadataBlocks'), facets: names('facets') };
}

/** A chain of collections, each in the one before. */
async function chain(length: number): Promise<SeededCollection[]> {
  const collections: SeededCollection[] = [];
  for (let depth = 0; depth < length; depth += 1) {
    const owner = collections.at(-1)?.id;
    collections.push(await createCollection(admin, owner === undefined ? {} : { owner }));
  }
  return collections;
}

const ROOT_FACETS = ['authorName', 'subject', 'keywordValue', 'dateOfDeposit'];

describe('inheritance', () => {
  test('takes blocks and facets from the nearest root of either, which need not be the same', async () => {
    const [top, middle, bottom] = (await chain(3)).map(({ alias }) => alias);
    if (top === undefined || middle === undefined || bottom === undefined) throw new Error('The chain is too short.');
    expect(await inEffect(bottom)).toEqual({ blocks: ['citation'], facets: ROOT_FACETS });
    await admin.graphql.expectData(SET_BLOCKS, { alias: top, blocks: [{ name: 'journal' }, { databaseId: 1 }] });
    await admin.graphql.expectData(SET_FACETS, { alias: middle, fieldNames: ['journalIssue', 'subject'] });
    expect(await inEffect(top)).toEqual({ blocks: ['citation', 'journal'], facets: ROOT_FACETS });
    expect(await inEffect(bottom)).toEqual({ blocks: ['citation', 'journal'], facets: ['journalIssue', 'subject'] });
    await admin.graphql.expectData(SET_BLOCKS, { alias: middle, blocks: [{ name: 'geospatial' }] });
    expect((await inEffect(bottom)).blocks).toEqual(['geospatial']);
    await admin.graphql.expectData(SET_ROOT, { alias: middle, isRoot: false });
    expect((await inEffect(bottom)).blocks).toEqual(['citation', 'journal']);
    await admin.graphql.expectData(SET_FACETS, { alias: middle, fieldNames: [] });
    expect((await inEffect(bottom)).facets).toEqual(ROOT_FACETS);
  });

  test('ends at the root collection, whatever its flag says', async () => {
    await admin.graphql.expectData(SET_ROOT, { alias: 'root', isRoot: false });
    const collection = await createCollection(admin);
    expect((await inEffect(collection.alias)).blocks).toEqual(['citation']);
    await admin.graphql.expectData(SET_ROOT, { alias: 'root', isRoot: true });
  });

  test('counts in datasets: required fields of a block that is not in effect are not asked for', async () => {
    const collection = await createCollection(admin);
    await admin.graphql.expectData(SET_BLOCKS, { alias: collection.alias, blocks: [] });
    const body = { datasetVersion: { license: 'CC0 1.0', metadataBlocks: { citation: { fields: [] } } } };
    succeeded(await admin.rest.post(`/api/collections/${collection.alias}/datasets`, body));
    await admin.graphql.expectData(SET_BLOCKS, { alias: collection.alias, blocks: [{ name: 'citation' }] });
    expect((await admin.rest.post(`/api/collections/${collection.alias}/datasets`, body)).errorCode).toBe('DATASET_METADATA_INVALID');
  });
});

describe('input levels', () => {
  test('act in the collection that has them; of the block root they decide which blocks are shown on create', async () => {
    const alias = uniqueName('levels');
    succeeded(
      await admin.rest.post('/api/collections/:root', {
        alias,
        name: alias,
        collectionContacts: [{ contactEmail: 'contact@example.org' }],
        metadataBlocks: {
          metadataBlockNames: ['citation', 'geospatial', 'journal'],
          inputLevels: [
            { datasetFieldTypeName: 'country', required: true, include: true },
            { datasetFieldTypeName: 'subtitle', required: false, include: false },
            { datasetFieldTypeName: 'notesText', required: false, include: true, displayOnCreate: true },
          ],
        },
      }),
    );
    const child = await createCollection(admin, { owner: alias, published: false });
    const query = `query ($alias: String!) { collection(reference: { alias: $alias }) {
      metadataBlocks(onlyDisplayedOnCreate: true) { name fields(onlyDisplayedOnCreate: true) { name isRequired children { name isRequired } } } } }`;
    const own = await admin.graphql.expectData(query, { alias });
    expect(own.list('data.collection.metadataBlocks').map((one) => readJson(one).text('name'))).toEqual(['citation', 'geospatial']);
    expect(own.at('data.collection.metadataBlocks.1.fields')).toEqual([
      {
        name: 'geographicCoverage',
        isRequired: true,
        children: ['country', 'state', 'city', 'otherGeographicCoverage'].map((name) => ({ name, isRequired: name === 'country' })),
      },
    ]);
    const shown = own.list('data.collection.metadataBlocks.0.fields').map((one) => readJson(one).text('name'));
    expect(shown).toContain('notesText');
    expect(shown).not.toContain('subtitle');
    const inherited = await admin.graphql.expectData(query, { alias: child.alias });
    expect(inherited.list('data.collection.metadataBlocks').map((one) => readJson(one).text('name'))).toEqual(['citation', 'geospatial']);
    expect(inherited.at('data.collection.metadataBlocks.1.fields')).toEqual([]);
  });
});

describe('a request with several changes', () => {
  test('sees each of them', async () => {
    const [top, bottom] = (await chain(2)).map(({ alias }) => alias);
    const answer = await admin.graphql.expectData(
      `mutation ($top: String!, $bottom: String!) {
        a: setCollectionFacets(input: { collection: { alias: $bottom }, fieldNames: [] }) { collection { isFacetRoot facets { name } } }
        b: setCollectionFacets(input: { collection: { alias: $top }, fieldNames: ["subject"] }) { collection { isFacetRoot facets { name } } }
        c: setCollectionFacets(input: { collection: { alias: $bottom }, fieldNames: [] }) { collection { isFacetRoot facets { name } } }
        d: setCollectionFacets(input: { collection: { alias: $bottom }, fieldNames: ["country"] }) { collection { isFacetRoot facets { name } } }
      }`,
      { top, bottom },
    );
    expect(['a', 'b', 'c', 'd'].map((key) => answer.at(`data.${key}.collection`))).toEqual([
      { isFacetRoot: false, facets: named(...ROOT_FACETS) },
      { isFacetRoot: true, facets: named('subject') },
      { isFacetRoot: false, facets: named('subject') },
      { isFacetRoot: true, facets: named('country') },
    ]);
  });
});

describe('refusals', () => {
  const pairs: readonly (readonly [string, (caller: Caller, alias: string) => Promise<{ errorCode: unknown }>, string, object])[] = [
    [
      'setting blocks',
      ({ rest }, alias) => rest.post(`/api/collections/${alias}/metadatablocks`, ['citation']),
      SET_BLOCKS,
      { blocks: named('citation') },
    ],
    [
      'setting unknown blocks',
      ({ rest }, alias) => rest.post(`/api/collections/${alias}/metadatablocks`, ['nosuch', 99]),
      SET_BLOCKS,
      { blocks: [{ name: 'nosuch' }, { databaseId: 99 }] },
    ],
    [
      'setting facets',
      ({ rest }, alias) => rest.post(`/api/collections/${alias}/facets`, ['subject']),
      SET_FACETS,
      { fieldNames: ['subject'] },
    ],
    [
      'setting unfit facets',
      ({ rest }, alias) => rest.post(`/api/collections/${alias}/facets`, ['title']),
      SET_FACETS,
      { fieldNames: ['title'] },
    ],
    ['reading the flag', ({ rest }, alias) => rest.get(`/api/collections/${alias}/metadatablocks/isRoot`), IS_ROOT, {}],
    [
      'setting the flag',
      ({ rest }, alias) => rest.send(`/api/collections/${alias}/metadatablocks/isRoot`, { method: 'PUT', raw: 'true' }),
      SET_ROOT,
      { isRoot: true },
    ],
  ];

  test.each(pairs)('%s has the same code over both surfaces, for every kind of caller', async (_what, rest, document, variables) => {
    const { alias } = await createCollection(admin, { published: false });
    for (const [caller, target] of [
      [guest(server), alias],
      [user, alias],
      [admin, alias],
      [user, 'nowhere'],
    ] as const) {
      const graphql = await caller.graphql.send(document, { alias: target, ...variables });
      expect(graphql.code).toBe((await rest(caller, target)).errorCode);
    }
  });

  test('of a block reference with no key or two are the caller’s fault', async () => {
    const { alias } = await createCollection(admin);
    for (const block of [{}, { name: 'citation', databaseId: 1 }]) {
      expect((await admin.graphql.send(SET_BLOCKS, { alias, blocks: [block] })).code).toBe('BAD_USER_INPUT');
    }
  });
});

describe('many collections', () => {
  test('cost the same statements as few', async () => {
    const [few, many] = [await createCollection(admin), await createCollection(admin)];
    for (const [holder, count] of [
      [few, 2],
      [many, 12],
    ] as const) {
      for (let index = 0; index < count; index += 1) {
        const child = await createCollection(admin, { owner: holder.id });
        if (index % 2 === 0) await admin.graphql.expectData(SET_BLOCKS, { alias: child.alias, blocks: named('citation', 'journal') });
      }
    }
    const cost = async ({ alias }: SeededCollection): Promise<number> => {
      const query = `query ($alias: String!) { collection(reference: { alias: $alias }) { contents(first: 50) { nodes {
        ... on Collection { facets { name } metadataBlocks(onlyDisplayedOnCreate: true) { name fields { name } } } } } } }`;
      await admin.graphql.expectData(query, { alias });
      await untilQuiet(server);
      return (await statementsDuring(server, () => admin.graphql.expectData(query, { alias }))).length;
    };
    const small = await cost(few);
    expect(await cost(many)).toBe(small);
    expect(small).toBeLessThanOrEqual(8);
  });
});
