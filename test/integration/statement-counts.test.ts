import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  type ExampleName,
  exampleDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

/** How many SQL statements each shape of question costs: never a number that grows with what is found. */
let server: TestServer;
let nobody: Caller;
let admin: Caller;
let user: Caller;
/** Both hold datasets with a file each and child collections: 2 and 1, and 20 and 10. */
let small: SeededCollection;
let large: SeededCollection;
let deep: SeededCollection;
let dataset: SeededDataset;
let fewFiles: SeededDataset;
let manyFiles: SeededDataset;

async function collectionOf(datasets: number, children: number): Promise<SeededCollection> {
  const collection = await createCollection(admin);
  await assignRole(admin, collection, user.identifier, 'curator');
  for (let index = 0; index < datasets; index++) {
    dataset = await createDataset(admin, collection);
    await addFile(admin, dataset);
    await publishDataset(admin, dataset);
  }
  for (let index = 0; index < children; index++) await createCollection(admin, { owner: collection.id });
  return collection;
}

async function datasetWithFiles(files: number): Promise<SeededDataset> {
  const made = await createDataset(admin, small);
  for (let index = 0; index < files; index++) await addFile(admin, made);
  await publishDataset(admin, made);
  return made;
}

beforeAll(async () => {
  server = await startTestServer();
  nobody = guest(server);
  admin = superuser(server);
  user = await createUser(server, 'user');
  large = await collectionOf(20, 10);
  small = await collectionOf(2, 1);
  deep = small;
  for (let level = 0; level < 6; level++) deep = await createCollection(admin, { owner: deep.id });
  fewFiles = await datasetWithFiles(2);
  manyFiles = await datasetWithFiles(30);
});
afterAll(() => server.stop());

async function rest(caller: Caller, target: string): Promise<number> {
  await caller.rest.get(target);
  await untilQuiet(server, 500);
  const statements = await statementsDuring(server, async () => {
    expect((await caller.rest.get(target)).status).toBe(200);
  });
  return statements.length;
}

async function graphql(caller: Caller, query: string): Promise<number> {
  await caller.graphql.send(query);
  await untilQuiet(server);
  const statements = await statementsDuring(server, () => caller.graphql.expectData(query));
  return statements.length;
}

/** Statements that finding out who a token belongs to costs. */
async function authentication(): Promise<number> {
  return graphql(user, '{ viewer { identifier } }');
}

const listQuery = (collection: SeededCollection): string => `{
  collection(reference: { databaseId: ${collection.id} }) {
    contents(first: 30) { nodes {
      ... on Collection { databaseId name holder: owner { name } }
      ... on Dataset {
        databaseId persistentId owner { alias }
        latestVersion { title state license { name } fileCount metadataBlocks { name fields { typeName value } } files(first: 30) { nodes { label dataFile { sizeBytes } } } }
      }
    } }
  }
}`;

const datasetQuery = (id: number): string => `{
  dataset(reference: { databaseId: ${id} }) {
    persistentId latestVersion { title metadataBlocks { name fields { typeName value } } firstFiles { nodes { label dataFile { databaseId sizeBytes checksum { value } dataset { databaseId } } } } }
  }
}`;

describe('a request costs a fixed number of statements', () => {
  test('a published dataset by its id is one statement for a guest, over REST', async () => {
    expect(await rest(nobody, `/api/datasets/${dataset.id}`)).toBe(1);
  });

  test('a dataset with 30 files costs what one with 2 files does', async () => {
    expect(await rest(nobody, `/api/datasets/${manyFiles.id}`)).toBe(1);
    expect(await graphql(nobody, datasetQuery(manyFiles.id))).toBe(await graphql(nobody, datasetQuery(fewFiles.id)));
  });

  test.each(['', '/files', '/files?limit=10&offset=5', '/metadata', '/metadata/citation'])(
    'versions/1.0%s of 30 files costs what 2 files do',
    async (path) => {
      const cost = await rest(nobody, `/api/datasets/${fewFiles.id}/versions/1.0${path}`);
      expect(cost).toBeLessThanOrEqual(4);
      expect(await rest(nobody, `/api/datasets/${manyFiles.id}/versions/1.0${path}`)).toBe(cost);
    },
  );

  test('contents of 30 children cost what 3 do, for guests, users and superusers', async () => {
    for (const caller of [nobody, user, admin]) {
      const cost = await rest(caller, `/api/collections/${small.id}/contents`);
      expect(cost).toBeLessThanOrEqual(4);
      expect(await rest(caller, `/api/collections/${large.id}/contents`)).toBe(cost);
    }
  });

  test('a token adds what authentication costs, and the same for every request', async () => {
    const [asGuest, asUser] = [await rest(nobody, `/api/datasets/${dataset.id}`), await rest(user, `/api/datasets/${dataset.id}`)];
    expect(asUser - (await authentication())).toBe(asGuest);
    expect(await authentication()).toBeLessThanOrEqual(2);
  });

  test('a list of 20 datasets with versions, fields and files costs what 2 do', async () => {
    for (const caller of [nobody, user]) {
      const cost = await graphql(caller, listQuery(small));
      expect(cost).toBeLessThanOrEqual(11);
      expect(await graphql(caller, listQuery(large))).toBe(cost);
    }
  });

  test('a files page costs the same however many files it has', async () => {
    const page = (id: number, first: number): string =>
      `{ dataset(reference: { databaseId: ${id} }) { latestVersion { files(first: ${first}) { totalCount pageInfo { hasNextPage } nodes { label description dataFile { databaseId contentType dataset { persistentId } } } } } } }`;
    const cost = await graphql(nobody, page(fewFiles.id, 2));
    expect(await graphql(nobody, page(manyFiles.id, 30))).toBe(cost);
    expect(await graphql(nobody, page(manyFiles.id, 3))).toBe(cost);
  });

  test('first pages below 20 datasets cost what those below 2 do', async () => {
    const below = (collection: SeededCollection, pages: string): string =>
      `{ collection(reference: { databaseId: ${collection.id} }) { contents(first: 30) { nodes { ... on Dataset { ${pages} } } } } }`;
    const files = 'files(first: 5) { totalCount pageInfo { hasNextPage endCursor } nodes { label dataFile { sizeBytes } } }';
    for (const pages of [
      `latestVersion { ${files} }`,
      'versions(first: 5) { totalCount pageInfo { hasNextPage endCursor } nodes { title versionNumber } }',
      `versions(first: 5) { nodes { title ${files} } }`,
    ]) {
      for (const caller of [nobody, user, admin]) {
        const cost = await graphql(caller, below(small, pages));
        expect(await graphql(caller, below(large, pages))).toBe(cost);
      }
    }
  });

  test('first pages below 10 collections cost what those below 2 do', async () => {
    const holding = async (children: number): Promise<SeededCollection> => {
      const holder = await createCollection(admin);
      for (let index = 0; index < children; index++) {
        const child = await createCollection(admin, { owner: holder.id });
        for (let grandchild = 0; grandchild < index % 3; grandchild++) await createDataset(admin, child);
      }
      return holder;
    };
    const below = ({ id }: SeededCollection): string =>
      `{ collection(reference: { databaseId: ${id} }) { contents { nodes { ... on Collection { contents(first: 1) { totalCount pageInfo { hasNextPage } nodes { ... on Dataset { persistentId effectiveDatasetFileCountLimit owner { alias } } } } } } } } }`;
    const [few, many] = [await holding(2), await holding(10)];
    for (const caller of [user, admin]) {
      expect(await graphql(caller, below(many))).toBe(await graphql(caller, below(few)));
    }
    const answer = await admin.graphql.expectData(below(many));
    const totals = Array.from({ length: 10 }, (_value, index) => answer.at(`data.collection.contents.nodes.${index}.contents.totalCount`));
    expect(totals).toEqual(Array.from({ length: 10 }, (_value, index) => index % 3));
  });

  test('creating a dataset costs the same however deep its collection lies and however much it says', async () => {
    const created = async (place: SeededCollection, example: ExampleName): Promise<number> => {
      const create = async () => {
        expect((await admin.rest.post(`/api/collections/${place.id}/datasets`, exampleDataset(example))).status).toBe(201);
      };
      await create();
      await untilQuiet(server);
      const statements = await statementsDuring(server, create);
      expect(statements.filter((statement) => statement.includes('insert into')).length).toBe(3);
      return statements.length;
    };
    const cost = await created(small, 'minimal');
    // Who asks, the transaction, its place, the catalogue, two kinds of rules, the dataset, the feed of events and the audit record.
    expect(cost).toBeLessThanOrEqual(11);
    expect(await created(deep, 'social-science-survey')).toBe(cost);
  });

  test('adding a file costs the same however many files there are', async () => {
    const added = async (place: SeededDataset): Promise<readonly string[]> => {
      // The first change of a published version makes its draft.
      await addFile(admin, place);
      await addFile(admin, place);
      await untilQuiet(server);
      return statementsDuring(server, () => addFile(admin, place));
    };
    const statements = await added(await datasetWithFiles(1));
    // Admission: who asks, the dataset, its locks, packages. Then in a transaction: the lock of the row, dataset, locks, packages, version,
    // store, duplicates, two kinds of names, the file, the version as changed, the record, the feed of events, and the audit record.
    expect(statements.length).toBeLessThanOrEqual(20);
    expect(statements.filter((statement) => statement.includes('insert into')).length).toBe(3);
    expect((await added(await datasetWithFiles(15))).length).toBe(statements.length);
  });

  test('ancestors cost the same at every depth', async () => {
    const ancestors = (id: number): string => `{ collection(reference: { databaseId: ${id} }) { ancestors { alias name isReleased } } }`;
    expect(await graphql(nobody, ancestors(deep.id))).toBe(await graphql(nobody, ancestors(small.id)));
    expect(await rest(nobody, `/api/collections/${deep.id}?returnOwners=true`)).toBe(
      await rest(nobody, `/api/collections/${small.id}?returnOwners=true`),
    );
  });

  test('versions cost the same however many there are', async () => {
    const versions = (id: number): string =>
      `{ dataset(reference: { databaseId: ${id} }) { versions { totalCount nodes { title versionNumber fileCount } } } }`;
    const before = await graphql(nobody, versions(fewFiles.id));
    const restBefore = await rest(nobody, `/api/datasets/${fewFiles.id}/versions`);
    for (let index = 0; index < 3; index++) {
      await addFile(admin, fewFiles);
      await publishDataset(admin, fewFiles);
    }
    expect(await graphql(nobody, versions(fewFiles.id))).toBe(before);
    expect(await rest(nobody, `/api/datasets/${fewFiles.id}/versions`)).toBe(restBefore);
  });

  test('role assignments cost the same however many there are', async () => {
    const cost = await rest(admin, `/api/collections/${large.id}/assignments`);
    for (const role of ['member', 'contributor', 'dsContributor', 'fullContributor']) {
      await assignRole(admin, large, ':authenticated-users', role);
    }
    expect(await rest(admin, `/api/collections/${large.id}/assignments`)).toBe(cost);
  });
});

describe('a fetch by global ids', () => {
  const idsOf = async (collection: SeededCollection, first: number): Promise<string> => {
    const answer = await admin.graphql.expectData(
      `{ collection(reference: { databaseId: ${collection.id} }) { contents(first: ${first}) { nodes { ... on Collection { id } ... on Dataset { id } } } } }`,
    );
    return JSON.stringify(
      answer.list('data.collection.contents.nodes').map((_node, index) => answer.text(`data.collection.contents.nodes.${index}.id`)),
    );
  };
  const nodes = (ids: string): string =>
    `{ nodes(ids: ${ids}) { id ... on Collection { name } ... on Dataset { persistentId latestVersion { title } } } }`;

  /** The `id` of everything at a path of an answer, `*` for each of a list. */
  const idsAt = async (query: string, path: string): Promise<readonly string[]> => {
    const [before, after = ''] = path.split('.*');
    const answer = await admin.graphql.expectData(query);
    // A list of contents holds collections too, which have no versions.
    return answer.list(`data.${before}`).flatMap((_value, index) => {
      const id = answer.at(`data.${before}.${index}${after}.id`);
      return typeof id === 'string' ? [id] : [];
    });
  };

  test('of 30 objects of a type costs what 2 cost', async () => {
    const users: string[] = [];
    for (let index = 0; index < 4; index++) {
      const assignee = await createUser(server, 'assignee');
      await assignRole(admin, large, assignee.identifier, 'member');
      users.push((await assignee.graphql.expectData('{ viewer { user { id } } }')).text('data.viewer.user.id'));
    }
    const records = `{ dataset(reference: { databaseId: ${manyFiles.id} }) { latestVersion { files(first: 30) { nodes { id dataFile { id } } } } } }`;
    const versions = `{ collection(reference: { databaseId: ${large.id} }) { contents(first: 30) { nodes { ... on Dataset { latestVersion { id } } } } } }`;
    const found: Readonly<Record<string, readonly string[]>> = {
      FileMetadata: await idsAt(records, 'dataset.latestVersion.files.nodes.*'),
      DataFile: await idsAt(records, 'dataset.latestVersion.files.nodes.*.dataFile'),
      DatasetVersion: await idsAt(versions, 'collection.contents.nodes.*.latestVersion'),
      User: users,
      Role: await idsAt('{ globalRoles { nodes { id } } }', 'globalRoles.nodes.*'),
      RoleAssignment: await idsAt(
        `{ collection(reference: { databaseId: ${large.id} }) { roleAssignments { nodes { id } } } }`,
        'collection.roleAssignments.nodes.*',
      ),
    };
    for (const [type, ids] of Object.entries(found)) {
      expect({ type, many: ids.length > 3 }).toEqual({ type, many: true });
      for (const caller of [user, admin]) {
        const cost = await graphql(caller, nodes(JSON.stringify(ids.slice(0, 2))));
        expect({ type, cost: await graphql(caller, nodes(JSON.stringify(ids))) }).toEqual({ type, cost });
      }
    }
  });

  test('of 30 collections and datasets costs what 3 cost', async () => {
    const cost = await graphql(nobody, nodes(await idsOf(small, 3)));
    expect(await graphql(nobody, nodes(await idsOf(large, 30)))).toBe(cost);
  });
});
