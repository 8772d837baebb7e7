import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '../../src/vocabulary/access.ts';
import { readJson } from '../support/json-reader.ts';
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
import { startTestServer, type TestServer } from '../support/server.ts';

/** Every object with an `id` field can be fetched again, by callers who may see it and by no others. */
let server: TestServer;
let admin: Caller;
let nobody: Caller;
/** Sees drafts and edits datasets, but does not manage permissions. */
let contributor: Caller;
let curator: Caller;
/** Holds the administrator's role on the collection. */
let manager: Caller;
let stranger: Caller;
let collection: SeededCollection;
let dataset: SeededDataset;
let fileId: number;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startTestServer();
  sql = postgres(server.databaseUrl, { max: 1 });
  admin = superuser(server);
  nobody = guest(server);
  [contributor, curator, manager, stranger] = [
    await createUser(server, 'contributor'),
    await createUser(server, 'curator'),
    await createUser(server, 'manager'),
    await createUser(server, 'stranger'),
  ];
  collection = await createCollection(admin);
  await assignRole(admin, collection, contributor.identifier, 'contributor');
  await assignRole(admin, collection, curator.identifier, 'curator');
  await assignRole(admin, collection, manager.identifier, 'admin');
  dataset = await createDataset(admin, collection);
  fileId = await addFile(admin, dataset);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const FILE_RECORD = 'id databaseId datasetVersionDatabaseId recordVersion label description restricted dataFile { id }';
const VERSION = `id databaseId state title versionNumber fileCount dataset { id } files { nodes { ${FILE_RECORD} } }`;
const SHAPES: Readonly<Record<string, string>> = {
  User: 'id databaseId identifier displayName email',
  Role: 'id databaseId alias permissions ownerDatabaseId',
  RoleAssignment: 'id databaseId assignee definitionPointDatabaseId role { id alias }',
  DatasetVersion: VERSION,
  FileMetadata: FILE_RECORD,
  DataFile: 'id databaseId contentType sizeBytes dataset { id }',
  Dataset: 'id databaseId persistentId',
  Collection: 'id databaseId alias',
  MetadataBlock: 'id databaseId name',
};

/** What `node` gives; without the type's name, as other fields give it. */
async function refetch(caller: Caller, type: string, id: string): Promise<unknown> {
  const answer = await caller.graphql.expectData(`query ($id: ID!) { node(id: $id) { __typename ... on ${type} { ${SHAPES[type]} } } }`, {
    id,
  });
  if (answer.at('data.node') === null) return null;
  const { __typename, ...fields } = answer.record('data.node');
  expect(__typename).toBe(type);
  return fields;
}

async function expectSeen(type: string, given: unknown, seenBy: readonly Caller[], hiddenFrom: readonly Caller[]): Promise<void> {
  const id = readJson(given).text('id');
  for (const [callers, node] of [
    [seenBy, given],
    [hiddenFrom, null],
  ] as const) {
    for (const caller of callers) {
      const { identifier } = caller;
      expect({ identifier, node: await refetch(caller, type, id) }).toEqual({ identifier, node });
    }
  }
}

async function latest(caller: Caller): Promise<ReturnType<typeof readJson>> {
  const answer = await caller.graphql.expectData(`{ dataset(reference: { databaseId: ${dataset.id} }) { latestVersion { ${VERSION} } } }`);
  return readJson(answer.at('data.dataset.latestVersion'));
}

describe('an object fetched again by its id', () => {
  test('is an account, for itself and for superusers', async () => {
    const given = (await contributor.graphql.expectData(`{ viewer { user { ${SHAPES['User']} } } }`)).at('data.viewer.user');
    await expectSeen('User', given, [contributor, admin], [manager, stranger, nobody]);
  });

  test('is a global role, for all callers', async () => {
    const roles = (await nobody.graphql.expectData(`{ globalRoles { nodes { ${SHAPES['Role']} } } }`)).list('data.globalRoles.nodes');
    expect(roles.length).toBeGreaterThan(3);
    await expectSeen('Role', roles[0], [admin, nobody, stranger], []);
  });

  test('is a role of a collection, for who manages permissions there', async () => {
    await sql`insert into role (alias, name, permissions, owner_id) values ('local', 'Local', 1, ${collection.id})`;
    const answer = await manager.graphql.expectData(
      `{ collection(reference: { databaseId: ${collection.id} }) { roles { nodes { ${SHAPES['Role']} } } } }`,
    );
    const given = answer.at('data.collection.roles.nodes.0');
    expect(readJson(given).at('ownerDatabaseId')).toBe(collection.id);
    await expectSeen('Role', given, [manager, admin], [contributor, curator, stranger, nobody]);
  });

  test('is a role assignment on a collection, for who manages permissions there', async () => {
    const answer = await manager.graphql.expectData(
      `{ collection(reference: { databaseId: ${collection.id} }) { roleAssignments { nodes { ${SHAPES['RoleAssignment']} } } } }`,
    );
    const given = answer.list('data.collection.roleAssignments.nodes');
    expect(given.length).toBeGreaterThanOrEqual(3);
    for (const assignment of given) await expectSeen('RoleAssignment', assignment, [manager, admin], [contributor, stranger, nobody]);
  });

  test.each([
    ['dataset', 'ManageDatasetPermissions', 'ManageFilePermissions'],
    ['file', 'ManageFilePermissions', 'ManageDatasetPermissions'],
  ])('is a role assignment on a %s, for who holds %s there', async (place, needed, other) => {
    const bit = (permission: string): number => 2 ** PERMISSIONS.findIndex((word) => word === permission);
    const pointId = place === 'dataset' ? dataset.id : fileId;
    const given: number[] = [];
    for (const [caller, permission] of [
      [contributor, needed],
      [stranger, other],
    ] as const) {
      const [role] =
        await sql`insert into role (alias, name, permissions) values (${`${place}-${permission}`}, 'Some', ${bit(permission)}) returning id`;
      const [assignment] =
        await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id) values (${caller.identifier}, ${readJson(role).number('id')}, ${pointId}, ${pointId}) returning id`;
      given.push(readJson(assignment).number('id'));
    }
    const id = Buffer.from(`RoleAssignment:${given[0]}`).toString('base64url');
    expect(await refetch(contributor, 'RoleAssignment', id)).toMatchObject({
      id,
      assignee: contributor.identifier,
      definitionPointDatabaseId: pointId,
    });
    // Curators hold both on all datasets of the collection.
    for (const caller of [admin, curator]) {
      expect(await refetch(caller, 'RoleAssignment', id)).not.toBeNull();
    }
    for (const caller of [stranger, nobody]) {
      expect(await refetch(caller, 'RoleAssignment', id)).toBeNull();
    }
    await sql`delete from role_assignment where id = any(${given})`;
  });

  test('is a draft and its files, for who sees unpublished datasets', async () => {
    const draft = await latest(contributor);
    expect(draft.text('state')).toBe('DRAFT');
    await expectSeen('DatasetVersion', draft.at(''), [contributor, curator, admin], [stranger, nobody]);
    await expectSeen('FileMetadata', draft.at('files.nodes.0'), [contributor, curator, admin], [stranger, nobody]);
  });

  test('is a released version and its files, for all callers, beside the draft that shares their records', async () => {
    await publishDataset(admin, dataset);
    const released = await latest(nobody);
    await addFile(admin, dataset);
    const draft = await latest(contributor);
    expect([released.text('state'), draft.text('state')]).toEqual(['RELEASED', 'DRAFT']);
    await expectSeen('DatasetVersion', released.at(''), [nobody, stranger, contributor, admin], []);
    await expectSeen('DatasetVersion', draft.at(''), [contributor, admin], [stranger, nobody]);
    const shared = released.number('files.nodes.0.databaseId');
    const inDraft = draft.list('files.nodes').find((file) => readJson(file).number('databaseId') === shared);
    expect(readJson(inDraft).text('id')).not.toBe(released.text('files.nodes.0.id'));
    await expectSeen('FileMetadata', released.at('files.nodes.0'), [nobody, contributor], []);
    await expectSeen('FileMetadata', inDraft, [contributor], [stranger, nobody]);
  });

  test('is a withdrawn version and its files, for who edits the dataset', async () => {
    const [row] =
      await sql`update dataset_version set state = 'DEACCESSIONED' where dataset_id = ${dataset.id} and version_number = 1 returning id`;
    const answer = await contributor.graphql.expectData(
      `{ dataset(reference: { databaseId: ${dataset.id} }) { versions { nodes { ${VERSION} } } } }`,
    );
    const withdrawn = answer.list('data.dataset.versions.nodes').find((version) => readJson(version).text('state') === 'DEACCESSIONED');
    expect(readJson(withdrawn).number('databaseId')).toBe(readJson(row).number('id'));
    await expectSeen('DatasetVersion', withdrawn, [contributor, admin], [stranger, nobody]);
    await expectSeen('FileMetadata', readJson(withdrawn).at('files.nodes.0'), [contributor, admin], [stranger, nobody]);
    await sql`update dataset_version set state = 'RELEASED' where id = ${readJson(row).number('id')}`;
  });

  test('is a collection, a dataset, a file or a metadata block', async () => {
    const all = await nobody.graphql.expectData(
      `{ metadataBlocks { nodes { ${SHAPES['MetadataBlock']} } } file(reference: { databaseId: ${fileId} }) { ${SHAPES['DataFile']} }
         collection(reference: { databaseId: ${collection.id} }) { ${SHAPES['Collection']} }
         dataset(reference: { databaseId: ${dataset.id} }) { ${SHAPES['Dataset']} } }`,
    );
    for (const [type, path] of [
      ['MetadataBlock', 'metadataBlocks.nodes.0'],
      ['DataFile', 'file'],
      ['Collection', 'collection'],
      ['Dataset', 'dataset'],
    ] as const) {
      await expectSeen(type, all.at(`data.${path}`), [nobody, stranger, admin], []);
    }
  });

  test('is null where the id was never given: a record and a version that do not belong together, or too few numbers', async () => {
    const other = await createDataset(admin, collection);
    await addFile(admin, other);
    const foreign = await admin.graphql.expectData(`{ dataset(reference: { databaseId: ${other.id} }) { latestVersion { databaseId } } }`);
    const draft = await latest(admin);
    const record = draft.number('files.nodes.0.databaseId');
    const version = foreign.number('data.dataset.latestVersion.databaseId');
    const odd = [
      `FileMetadata:${version}:${record}`,
      `FileMetadata:${record}`,
      `FileMetadata:${version}:${2 ** 31}`,
      `Dataset:${dataset.id}:1`,
      'User:999999',
      'RoleAssignment:999999',
      'DatasetVersion:999999',
    ];
    const ids = odd.map((text) => Buffer.from(text).toString('base64url'));
    const answer = await admin.graphql.expectData('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(answer.at('data.nodes')).toEqual(ids.map(() => null));
  });
});

describe('an object found by its address', () => {
  const resolve = async (caller: Caller, url: string): Promise<unknown> => {
    const query =
      'query($url: String!) { resolve(url: $url) { __typename ... on Dataset { databaseId } ... on Collection { databaseId } ... on DataFile { databaseId } ... on DatasetVersion { state } ... on MetadataBlock { name } } }';
    return (await caller.graphql.expectData(query, { url })).at('data.resolve');
  };

  test('is what a page, a path of REST or an identifier leads to, for callers who may see it', async () => {
    const { siteUrl } = server.application.services.installation;
    const shown = await createDataset(admin, collection);
    const file = await addFile(admin, shown);
    await publishDataset(admin, shown);
    const addresses: readonly (readonly [string, unknown])[] = [
      [shown.persistentId, { __typename: 'Dataset', databaseId: shown.id }],
      [`${siteUrl}/dataset.xhtml?persistentId=${shown.persistentId}`, { __typename: 'Dataset', databaseId: shown.id }],
      [`/api/datasets/${shown.id}/locks`, { __typename: 'Dataset', databaseId: shown.id }],
      [`/api/datasets/${shown.id}/versions/:latest-published`, { __typename: 'DatasetVersion', state: 'RELEASED' }],
      [`${siteUrl}/dataset.xhtml?persistentId=${shown.persistentId}&version=1.0`, { __typename: 'DatasetVersion', state: 'RELEASED' }],
      ['/api/metadatablocks/geospatial', { __typename: 'MetadataBlock', name: 'geospatial' }],
      ['/api/users/:me', { __typename: 'User' }],
      [`/api/access/datafile/${file}`, { __typename: 'DataFile', databaseId: file }],
      [`${siteUrl}/file.xhtml?fileId=${file}`, { __typename: 'DataFile', databaseId: file }],
    ];
    for (const [url, found] of addresses) {
      expect({ url, found: await resolve(contributor, url) }).toEqual({ url, found });
    }
    expect(await resolve(contributor, `/api/collections/${collection.alias}/contents`)).toEqual({
      __typename: 'Collection',
      databaseId: collection.id,
    });
    expect(await resolve(nobody, '/api/collections/:root')).toMatchObject({ __typename: 'Collection' });
    expect(await resolve(admin, 'https://elsewhere.example.org/api/datasets/1')).toBeNull();
    expect(await resolve(admin, '/api/datasets/2000000000')).toBeNull();
  });

  test('is found by each form of a persistent identifier, and by each path of it', async () => {
    const { siteUrl } = server.application.services.installation;
    const shown = await createDataset(admin, collection);
    const file = await addFile(admin, shown);
    await publishDataset(admin, shown);
    const [, name = ''] = shown.persistentId.split(':');
    const named = encodeURIComponent(shown.persistentId);
    const addresses = [
      `https://doi.org/${name}`,
      `http://doi.org/${name}`,
      `/dataset.xhtml?persistentId=${named}`,
      `/api/datasets/:persistentId?persistentId=${named}`,
      `/api/v1/datasets/${shown.id}`,
      `/api/datasets/:persistentId/versions?persistentId=${named}`,
      `/api/datasets/export?exporter=ddi&persistentId=${named}`,
      `/api/pids/${shown.id}`,
      `/citation?persistentId=${named}`,
      `/linkset?persistentId=${named}`,
    ];
    for (const url of addresses) expect([url, await resolve(nobody, url)]).toEqual([url, { __typename: 'Dataset', databaseId: shown.id }]);
    const files = [
      `/api/files/${file}`,
      `/api/v1/files/${file}/metadata`,
      `/api/access/datafile/bundle/${file}`,
      `/file.xhtml?fileId=${file}`,
    ];
    for (const url of files) expect([url, await resolve(nobody, url)]).toEqual([url, { __typename: 'DataFile', databaseId: file }]);
    const collections = [siteUrl, `${siteUrl}/`, '/', '/api/dataverses/:root', '/collection/root', '/dataverse/root'];
    for (const url of collections) expect([url, await resolve(nobody, url)]).toMatchObject([url, { __typename: 'Collection' }]);
  });

  test('is null for addresses of nobody, and for what is no address', async () => {
    const { siteUrl } = server.application.services.installation;
    const odd = [
      '',
      ' ',
      'doi:10.5072/FK2/NOBODY',
      'https://doi.org/10.5072/FK2/NOBODY',
      'hdl:1902.1/00000',
      'https://hdl.handle.net/1902.1/00000',
      `${siteUrl}.example.org/api/datasets/1`,
      `${siteUrl}/../../etc/passwd`,
      '/api/datasets/0',
      '/api/datasets/-1',
      '/api/datasets/99999999999999999999',
      '/api/datasets/:persistentId',
      '/api/nothing/1',
      '/%E0%A4%A',
      '//elsewhere.example.org/api/datasets/1',
      'javascript:alert(1)',
      'x'.repeat(5_000),
    ];
    for (const url of odd) expect([url, await resolve(admin, url)]).toEqual([url, null]);
  });

  test('of a private URL is not told: the token is for whoever has it, and leads to one version alone', async () => {
    const draft = await createDataset(admin, collection);
    const made = await admin.rest.post(`/api/datasets/${draft.id}/privateUrl`);
    const { siteUrl } = server.application.services.installation;
    for (const url of [made.text('data.link'), `${siteUrl}/privateurl.xhtml?token=${made.text('data.token')}`]) {
      for (const caller of [admin, stranger, nobody]) expect(await resolve(caller, url)).toBeNull();
    }
  });

  test('is not told to those who may not see it', async () => {
    const draft = await createDataset(admin, collection);
    expect(await resolve(contributor, `/api/datasets/${draft.id}`)).toEqual({ __typename: 'Dataset', databaseId: draft.id });
    for (const caller of [stranger, nobody]) expect(await resolve(caller, `/api/datasets/${draft.id}`)).toBeNull();
  });
});
