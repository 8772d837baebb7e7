import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '../../src/vocabulary/access.ts';
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
  superuser,
} from '../support/seed.ts';
import { enumName } from '../support/enum-name.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

let server: TestServer;
let admin: Caller;
let nobody: Caller;
let curator: Caller;
let few: SeededCollection;
let many: SeededCollection;
let dataset: SeededDataset;
let openFile: number;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  nobody = guest(server);
  curator = await createUser(server, 'curator');
  few = await createCollection(admin);
  many = await createCollection(admin);
  for (const [holder, count] of [
    [few, 2],
    [many, 25],
  ] as const) {
    await assignRole(admin, holder, curator.identifier, 'curator');
    for (let index = 0; index < count; index++) {
      const made = await createDataset(admin, holder);
      if (index < 2) await addFile(admin, made);
      if (index % 2 === 0) await createCollection(admin, { owner: holder.id });
      await publishDataset(admin, made);
    }
  }
  dataset = await createDataset(admin, many);
  // A collection with drafts costs a statement more than one that is published whole.
  await createDataset(admin, few);
  openFile = await addFile(admin, dataset);
  for (let index = 0; index < 20; index++) await addFile(admin, dataset);
});
afterAll(() => server.stop());

async function cost(caller: Caller, query: string): Promise<number> {
  await caller.graphql.expectData(query);
  await untilQuiet(server);
  return (await statementsDuring(server, () => caller.graphql.expectData(query))).length;
}

const contents = ({ id }: SeededCollection): string => `{
  collection(reference: { databaseId: ${id} }) {
    viewerPermissions viewerCan(permission: ADD_DATASET)
    contents(first: 60) { nodes {
      ... on Collection { viewerPermissions viewerCan(permission: EDIT_COLLECTION) }
      ... on Dataset { viewerPermissions edits: viewerCan(permission: EDIT_DATASET) publishes: viewerCan(permission: PUBLISH_DATASET) }
    } }
  }
}`;

const files = (first: number): string => `{
  dataset(reference: { databaseId: ${dataset.id} }) {
    latestVersion { files(first: ${first}) { nodes { dataFile { viewerPermissions viewerCan(permission: DOWNLOAD_FILE) } } } }
  }
}`;

describe('what the viewer may do', () => {
  test.each(['curator', 'superuser'] as const)('costs the %s as much for many objects of a list as for few', async (who) => {
    const caller = who === 'curator' ? curator : admin;
    expect(await cost(caller, contents(many))).toBe(await cost(caller, contents(few)));
    expect(await cost(caller, files(20))).toBe(await cost(caller, files(2)));
  });

  test('adds one statement to a page of files, and none to a collection that was read', async () => {
    const plain = (text: string): string =>
      text.replaceAll('viewerPermissions', '').replaceAll(/\S*:? ?viewerCan\(permission: \w+\)/g, '__typename');
    expect((await cost(curator, files(20))) - (await cost(curator, plain(files(20))))).toBe(1);
    const one = `{ collection(reference: { databaseId: ${many.id} }) { name viewerPermissions viewerCan(permission: ADD_DATASET) } }`;
    expect(await cost(curator, one)).toBe(await cost(curator, plain(one)));
  });

  test('is the same by list, by yes or no, and in an explanation', async () => {
    const query = `query ($permission: Permission!) {
      collection(reference: { databaseId: ${many.id} }) { viewerPermissions viewerCan(permission: $permission) }
      dataset(reference: { databaseId: ${dataset.id} }) { viewerPermissions viewerCan(permission: $permission) }
      file(reference: { databaseId: ${openFile} }) { viewerPermissions viewerCan(permission: $permission) }
      ofCollection: explainAccess(reference: { alias: "${many.alias}" }, permission: $permission) { allowed }
      ofDataset: explainAccess(reference: { persistentId: "${dataset.persistentId}" }, permission: $permission) { allowed }
      ofFile: explainAccess(reference: { databaseId: ${openFile} }, permission: $permission) { allowed missing }
    }`;
    for (const caller of [curator, admin]) {
      for (const permission of PERMISSIONS.map((word) => enumName('Permission', word))) {
        const answer = await caller.graphql.expectData(query, { permission });
        for (const [object, explained] of [
          ['collection', 'ofCollection'],
          ['dataset', 'ofDataset'],
          ['file', 'ofFile'],
        ] as const) {
          const can = answer.at(`data.${object}.viewerCan`);
          expect([permission, answer.list(`data.${object}.viewerPermissions`).includes(permission)]).toEqual([permission, can]);
          expect([permission, answer.at(`data.${explained}.allowed`)]).toEqual([permission, can]);
        }
      }
    }
  });

  test('include downloading a public file, once it is published', async () => {
    const open = await createDataset(admin, few);
    const id = await addFile(admin, open);
    const query = `{ node(id: "${Buffer.from(`DataFile:${id}`).toString('base64url')}") { ... on DataFile { viewerPermissions } } }`;
    expect((await nobody.graphql.expectData(query)).at('data.node')).toBeNull();
    await publishDataset(admin, open);
    expect((await nobody.graphql.expectData(query)).at('data.node.viewerPermissions')).toEqual(['DOWNLOAD_FILE']);
  });

  test('is explained with the role, the way to it and the places that count', async () => {
    const answer = await curator.graphql.expectData(
      `query ($assignee: String) { explainAccess(reference: { databaseId: ${openFile} }, permission: PUBLISH_DATASET, assignee: $assignee) {
        assignee permission databaseId allowed rules missing countsAt
        grants { through assignment { assignee definitionPointDatabaseId role { alias } } }
        outOfReach { through }
      } }`,
      { assignee: curator.identifier },
    );
    expect(answer.record('data.explainAccess')).toEqual({
      assignee: curator.identifier,
      permission: 'PUBLISH_DATASET',
      databaseId: openFile,
      allowed: true,
      rules: [],
      missing: null,
      countsAt: [openFile, dataset.id, many.id],
      grants: [
        {
          through: [curator.identifier],
          assignment: { assignee: curator.identifier, definitionPointDatabaseId: many.id, role: { alias: 'curator' } },
        },
      ],
      outOfReach: [],
    });
    const other = `{ explainAccess(reference: { alias: "${many.alias}" }, permission: ADD_DATASET, assignee: "@admin") { allowed } }`;
    expect((await curator.graphql.send(other)).code).toBe('PERMISSION_DENIED');
    const unnamed = 'query ($reference: NodeReference!) { explainAccess(reference: $reference, permission: ADD_DATASET) { allowed } }';
    expect((await nobody.graphql.send(unnamed, { reference: {} })).code).toBe('BAD_USER_INPUT');
  });
});
