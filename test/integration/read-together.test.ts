import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  assignRole,
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
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

/** First pages that are read together with what is above them give what they give when they are read for themselves. */
let server: TestServer;
let callers: Readonly<Record<string, Caller>>;
/** All of it published. */
let open: SeededCollection;
/** With a draft, a dataset whose newest version is a draft, one whose newest version was withdrawn, and a collection that is not published. */
let mixed: SeededCollection;
let dataset: SeededDataset;

beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  const curator = await createUser(server, 'curator');
  callers = { guest: guest(server), curator, superuser: admin };
  open = await createCollection(admin);
  mixed = await createCollection(admin);
  await assignRole(admin, mixed, curator.identifier, 'curator');
  const published = async (collection: SeededCollection, files: number): Promise<SeededDataset> => {
    const made = await createDataset(admin, collection, 'climate-grid');
    for (let index = 0; index < files; index += 1) await addFile(admin, made);
    await publishDataset(admin, made);
    return made;
  };
  for (const files of [0, 1]) await published(open, files);
  dataset = await published(open, 5);
  await published(mixed, 3);
  await createDataset(admin, mixed);
  const edited = await published(mixed, 2);
  await addFile(admin, edited);
  const withdrawn = await published(mixed, 2);
  succeeded(await admin.rest.post(`/api/datasets/${withdrawn.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong.' }));
  await createCollection(admin, { owner: mixed.id });
  await untilQuiet(server);
});
afterAll(() => server.stop());

const VERSION = `databaseId state latestVersionState versionNumber versionMinorNumber internalVersionNumber title createdAt updatedAt releasedAt
  publicationDate versionNote deaccessionNote deaccessionLink fileAccessRequest license { name uri iconUri } terms { termsOfUse }`;
const FILES = `{ pageInfo { hasNextPage endCursor } nodes { label description restricted dataFile { databaseId contentType sizeBytes checksum { type value } creationDate publicationDate } } }`;
const CONTENTS = `{ pageInfo { hasNextPage startCursor endCursor } nodes { __typename ... on Collection { databaseId alias name }
  ... on Dataset { databaseId persistentId latestVersion { ${VERSION} files(first: 2) ${FILES} } } } }`;
/** Two pages below one object are read apart from it. */
const OTHER = 'other: contents(first: 1) { pageInfo { hasNextPage } }';

const page = (id: number, fields: string): string =>
  `query ${fields.includes('$first') ? '($first: Int = 3)' : ''} { collection(reference: { databaseId: ${id} }) { databaseId name ${fields} } }`;

describe.each(['guest', 'curator', 'superuser'])('for a %s', (who) => {
  test.each(['first: 3', 'first: $first', '', 'first: 100', 'first: 2, orderBy: null'])('contents(%s) are the same', async (given) => {
    const caller = callers[who];
    if (caller === undefined) throw new Error(`There is no ${who}.`);
    const list = given === '' ? 'contents' : `contents(${given})`;
    for (const { id } of [open, mixed]) {
      const together = await caller.graphql.expectData(page(id, `${list} ${CONTENTS}`), given.includes('$') ? { first: 3 } : {});
      const apart = await caller.graphql.expectData(page(id, `${list} ${CONTENTS} ${OTHER}`), given.includes('$') ? { first: 3 } : {});
      expect(together.at('data.collection.contents')).toEqual(apart.at('data.collection.contents'));
      expect(together.at('data.collection.name')).toBe(apart.at('data.collection.name'));
    }
  });

  test('the files of a dataset are the same', async () => {
    const of = (fields: string): string =>
      `{ dataset(reference: { databaseId: ${dataset.id} }) { latestVersion { title files(first: 3) ${FILES} ${fields} } } }`;
    const files = 'data.dataset.latestVersion.files';
    const together = await callers[who]?.graphql.expectData(of(''));
    const apart = await callers[who]?.graphql.expectData(of('other: files(first: 1) { pageInfo { hasNextPage } }'));
    expect(together?.at(`${files}.nodes`)).toHaveLength(3);
    expect(together?.at(files)).toEqual(apart?.at(files));
  });
});

test('a page that is asked for under conditions, by a fragment or under another name is read', async () => {
  const text = `query ($asked: Boolean!) { collection(reference: { databaseId: ${open.id} }) { ...Page @include(if: $asked) name } }
    fragment Page on Collection { children: contents(first: 2) { nodes { ... on Dataset { databaseId } } } }`;
  const { graphql } = guest(server);
  expect((await graphql.expectData(text, { asked: true })).at('data.collection.children.nodes')).toHaveLength(2);
  expect((await graphql.expectData(text, { asked: false })).at('data.collection')).toEqual({ name: expect.any(String) as string });
});

test.each([0, 101])('a page of %i is refused where it is asked for', async (first) => {
  const answer = await guest(server).graphql.send(page(open.id, 'contents(first: $first) { nodes { __typename } }'), { first });
  expect(answer.at('errors.0.extensions.code')).toBe(first === 0 ? 'BAD_USER_INPUT' : 'PAGE_TOO_LARGE');
});

describe('one statement reads', () => {
  const statements = (query: string) => statementsDuring(server, () => guest(server).graphql.expectData(query));

  test('a collection, its datasets, their newest versions and the first files of these', async () => {
    expect(await statements(page(open.id, `contents(first: 3) ${CONTENTS}`))).toHaveLength(1);
  });

  test('a dataset, its newest version and the first files of it', async () => {
    const files = `latestVersion { ${VERSION} files(first: 3) ${FILES} }`;
    expect(await statements(`{ dataset(reference: { databaseId: ${dataset.id} }) { databaseId ${files} } }`)).toHaveLength(1);
  });
});
