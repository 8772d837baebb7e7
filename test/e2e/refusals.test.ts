import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  guest,
  publishDataset,
  type SeededCollection,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A refusal says which permission is missing and on what, over both surfaces, and betrays no name of what cannot be seen. */
let server: TestServer;
let admin: Caller;
let stranger: Caller;
let open: SeededCollection;
let hidden: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  stranger = await createUser(server, 'stranger');
  open = await createCollection(admin);
  hidden = await createCollection(admin, { owner: open.alias, published: false });
});
afterAll(() => server.stop());

const refused = (caller: Caller, missing: string) =>
  `User ${caller.identifier} is not permitted to perform requested action: it needs ${missing}.`;

const CREATE =
  'mutation($alias: String!, $version: JSON!) { createDataset(input: {collection: {alias: $alias}, version: {native: $version}}) { dataset { id } } }';

async function refusalsOfCreation(caller: Caller, alias: string): Promise<unknown[]> {
  const rest = await caller.rest.post(`/api/collections/${alias}/datasets`, exampleDataset('minimal'));
  const graphql = await caller.graphql.send(CREATE, { alias, version: exampleDataset('minimal').datasetVersion });
  expect([rest.status, rest.errorCode, graphql.code]).toEqual([401, 'PERMISSION_DENIED', 'PERMISSION_DENIED']);
  return [rest.message, graphql.at('errors.0.message')];
}

describe('a refusal for want of a permission', () => {
  test('names the permission and the published collection', async () => {
    const message = refused(stranger, `AddDataset on collection "${open.alias}"`);
    expect(await refusalsOfCreation(stranger, open.alias)).toEqual([message, message]);
  });

  test('names an unpublished collection only to those who may see it', async () => {
    const unseen = refused(stranger, `AddDataset on collection ${hidden.id}`);
    expect(await refusalsOfCreation(stranger, hidden.alias)).toEqual([unseen, unseen]);
    const member = await createUser(server, 'member');
    await assignRole(admin, hidden, member.identifier, 'member');
    const seen = refused(member, `AddDataset on collection "${hidden.alias}"`);
    expect(await refusalsOfCreation(member, hidden.alias)).toEqual([seen, seen]);
  });

  test('names a draft by its number, and a published dataset by its persistent identifier', async () => {
    const dataset = await createDataset(admin, open);
    const path = `/api/datasets/${dataset.id}`;
    expect((await guest(server).rest.get(path)).message).toBe(refused(guest(server), `ViewUnpublishedDataset on dataset ${dataset.id}`));
    await addFile(admin, dataset);
    await publishDataset(admin, dataset);
    expect((await stranger.rest.put(`${path}/editMetadata?replace=true`, { fields: [] })).message).toBe(
      refused(stranger, `EditDataset on dataset ${dataset.persistentId}`),
    );
  });

  test('keeps to the sentence that clients match where a dataset is to be published', async () => {
    const dataset = await createDataset(admin, open);
    const answer = await stranger.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`);
    expect(answer.message).toBe(`User ${stranger.identifier} is not permitted to perform requested action.`);
  });
});
