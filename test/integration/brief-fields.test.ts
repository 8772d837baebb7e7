import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BRIEF_FIELDS } from '../../src/resolvers/brief-fields.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import type { GraphqlAnswer } from '../support/graphql-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

/** What plain lists ask for is read without the other columns, and says the same as when they are read with it. */
let server: TestServer;
let callers: Readonly<Record<string, Caller>>;
/** All of it published, with a collection in it. */
let open: SeededCollection;
/** With drafts, and a dataset whose newest version was withdrawn. */
let mixed: SeededCollection;
let datasets: readonly SeededDataset[];

beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  callers = { guest: guest(server), user: await createUser(server, 'reader'), superuser: admin };
  open = await createCollection(admin);
  mixed = await createCollection(admin);
  const published = async (collection: SeededCollection): Promise<SeededDataset> => {
    const made = await createDataset(admin, collection, 'climate-grid');
    for (let index = 0; index < 3; index += 1) await addFile(admin, made);
    await publishDataset(admin, made);
    return made;
  };
  const shown = await published(open);
  const draft = await createDataset(admin, mixed);
  const edited = await published(mixed);
  await addFile(admin, edited);
  const withdrawn = await published(mixed);
  succeeded(await admin.rest.post(`/api/datasets/${withdrawn.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong.' }));
  datasets = [shown, draft, edited, withdrawn];
  await untilQuiet(server);
});
afterAll(() => server.stop());

const objects = {
  pageInfo: 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }',
  checksum: 'checksum { type value }',
} as const;

/** The fields of values that plain lists show of a type, each as it is written in an operation. */
function valuesOf(type: keyof typeof BRIEF_FIELDS): string[] {
  return Object.entries(BRIEF_FIELDS[type]).flatMap(([name, below]) =>
    below === true ? [name in objects ? objects[name as keyof typeof objects] : name] : [],
  );
}

const FILES = `files(first: 2) { nodes { SELECTED } }`;
/** Below a dataset, where the fields of each type stand. */
const places: Readonly<Record<string, readonly [keyof typeof BRIEF_FIELDS, string]>> = {
  'a dataset': ['Dataset', 'SELECTED latestVersion { __typename }'],
  'a version': ['DatasetVersion', 'latestVersion { SELECTED }'],
  'a page of files': ['FileMetadataConnection', 'latestVersion { files(first: 2) { SELECTED } }'],
  'an edge to a file': ['FileMetadataEdge', 'latestVersion { files(first: 2) { edges { SELECTED } } }'],
  'a file of a version': ['FileMetadata', `latestVersion { ${FILES} }`],
  'the bytes of a file': ['DataFile', `latestVersion { ${FILES.replace('SELECTED', 'dataFile { SELECTED }')} }`],
};
const inContents = (fields: string): string => `contents(first: 10) { nodes { __typename ... on Dataset { ${fields} } } }`;
const collectionPlaces: typeof places = {
  'a collection': ['Collection', 'SELECTED contents(first: 10) { nodes { __typename } }'],
  'a page of contents': ['CollectionContentConnection', 'contents(first: 1) { SELECTED }'],
  'an edge to contents': ['CollectionContentEdge', 'contents(first: 1) { edges { SELECTED } }'],
  ...Object.fromEntries(Object.entries(places).map(([name, [type, below]]) => [`${name} in a list`, [type, inContents(below)] as const])),
};

/** `createdAt` is shown by no plain list: with it, everything is read. */
async function readBothWays(caller: Caller, queryOf: (more: string) => string): Promise<readonly [brief: unknown, whole: unknown]> {
  const brief = await caller.graphql.send(queryOf(''));
  const whole = await caller.graphql.send(queryOf('createdAt'));
  const withoutMore = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? null, (key, within: unknown) => (key === 'createdAt' ? undefined : within)));
  const told = (answer: GraphqlAnswer): unknown => ({
    code: answer.code,
    data: withoutMore(answer.at('data')),
    errors: withoutMore(answer.at('errors')),
  });
  return [told(brief), told(whole)];
}

describe.each(['guest', 'user', 'superuser'])('for a %s', (who) => {
  test.each(Object.entries(places))('%s says the same', async (_name, [type, below]) => {
    const caller = callers[who];
    if (caller === undefined) throw new Error(`There is no ${who}.`);
    for (const { id } of datasets) {
      for (const field of valuesOf(type)) {
        const asked = (more: string): string =>
          `{ dataset(reference: { databaseId: ${id} }) { ${below.replace('SELECTED', field)} ${more} } }`;
        const [brief, whole] = await readBothWays(caller, asked);
        expect(brief).toEqual(whole);
      }
    }
  });

  test.each(Object.entries(collectionPlaces))('%s says the same', async (_name, [type, below]) => {
    const caller = callers[who];
    if (caller === undefined) throw new Error(`There is no ${who}.`);
    for (const { id } of [open, mixed]) {
      for (const field of valuesOf(type)) {
        const asked = (more: string): string =>
          `{ collection(reference: { databaseId: ${id} }) { ${below.replace('SELECTED', field)} ${more} } }`;
        const [brief, whole] = await readBothWays(caller, asked);
        expect(brief).toEqual(whole);
      }
    }
  });
});

test('a plain list is read without what it does not show', async () => {
  const anybody = guest(server);
  const list = `{ collection(reference: { databaseId: ${open.id} }) { alias ${inContents(`persistentId latestVersion { title ${FILES} }`)} } }`;
  const plain = await statementsDuring(server, () => anybody.graphql.expectData(list.replace('SELECTED', 'label')));
  expect(plain).toHaveLength(1);
  expect(plain.join()).not.toContain('saved_original');
  const more = await statementsDuring(server, () =>
    anybody.graphql.expectData(list.replace('SELECTED', 'label dataFile { originalFileName }')),
  );
  expect(more.join()).toContain('saved_original');
});

test('a fragment on another type of a list changes nothing, and one on an interface is asked of the object', async () => {
  const anybody = guest(server);
  const of = (fields: string): string => `{ collection(reference: { databaseId: ${open.id} }) { contents { nodes { ${fields} } } } }`;
  const plain = await statementsDuring(server, () =>
    anybody.graphql.expectData(of('... on Node { id } ... on Collection { alias } ... on Dataset { identifier }')),
  );
  expect(plain.join()).not.toContain('"dataset"."metadata_language"');
  const spread = `${of('...More')} fragment More on Dataset { identifier metadataLanguage }`;
  const more = await statementsDuring(server, () => anybody.graphql.expectData(spread));
  expect(more.join()).toContain('"dataset"."metadata_language"');
});
