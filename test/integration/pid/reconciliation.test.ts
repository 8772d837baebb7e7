// What follows from exchanging the identifier of a dataset: at the provider, for users, in the feed. Source: datasets.md 12.3, users-admin.md 5.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataciteServer } from '../../support/datacite-server.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
  uniqueName,
} from '../../support/seed.ts';
import type { TestServer } from '../../support/server.ts';
import { type RegistrationWorld, startRegistrationWorld } from './registration-world.ts';

let world: RegistrationWorld;
let datacite: DataciteServer;
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  world = await startRegistrationWorld();
  ({ datacite, server } = world);
  admin = superuser(server);
  collection = await createCollection(admin, { name: 'Rain' });
});

afterAll(() => world.stop());

beforeEach(() => {
  datacite.outage = undefined;
  datacite.requests.length = 0;
});

async function choose({ id }: SeededDataset, provider: string): Promise<void> {
  succeeded(await admin.rest.send(`/api/datasets/${id}/pidGenerator`, { method: 'PUT', raw: provider }));
}

/** Exchanges the identifier; the new one. */
async function exchange(dataset: SeededDataset, provider: string): Promise<string> {
  await choose(dataset, provider);
  const answer = await admin.graphql.expectData(
    `mutation ($id: Int!) { reconcilePersistentId(input: {dataset: {databaseId: $id}}) { dataset { persistentId } } }`,
    { id: dataset.id },
  );
  return answer.text('data.reconcilePersistentId.dataset.persistentId');
}

async function registrationOf({ id }: SeededDataset): Promise<Record<string, unknown>> {
  const answer = await admin.graphql.expectData(
    `query ($id: Int!) { dataset(reference: {databaseId: $id}) { registration { state attempts lastError registeredAt } alternativePersistentIds } }`,
    { id },
  );
  return { ...answer.record('data.dataset.registration'), former: answer.at('data.dataset.alternativePersistentIds') };
}

describe('an identifier that was exchanged', () => {
  it('is given back as long as it is a draft, also when the provider cannot be reached at once', async () => {
    const dataset = await createDataset(admin, collection);
    await world.idle();
    expect(world.kept(dataset.persistentId)?.state).toBe('draft');
    datacite.outage = { status: 503 };
    const identifier = await exchange(dataset, 'FAKE');
    expect(identifier).toMatch(/^doi:10\.5072\/FK2\/[A-Z0-9]{6}$/);
    expect(await registrationOf(dataset)).toMatchObject({
      state: 'REGISTERED',
      attempts: 0,
      lastError: null,
      former: [dataset.persistentId],
    });
    datacite.outage = undefined;
    await world.idle();
    expect(world.kept(dataset.persistentId)).toBeUndefined();
  });

  it('stays where it is public, as that of an import is, and leads to the dataset', async () => {
    const persistentId = 'doi:10.12345/LH/PUBLIC';
    const url = 'https://elsewhere.example.org/1';
    datacite.dois.set('10.12345/lh/public', { state: 'findable', attributes: { doi: '10.12345/LH/PUBLIC', url } });
    const imported = succeeded(
      await admin.rest.post(
        `/api/collections/${collection.alias}/datasets/:import?pid=${persistentId}&release=no`,
        exampleDataset('minimal'),
      ),
    );
    const dataset = { id: imported.number('data.id'), persistentId };
    await world.idle();
    await exchange(dataset, 'perma');
    await world.idle();
    expect(world.kept(persistentId)).toMatchObject({ state: 'findable', attributes: { url } });
    expect((await admin.rest.get(`/api/datasets/:persistentId?persistentId=${persistentId}`)).at('data.id')).toBe(dataset.id);
  });

  it('belongs to its dataset for good: no import gets it', async () => {
    const dataset = await createDataset(admin, collection);
    await exchange(dataset, 'FAKE');
    await world.idle();
    datacite.dois.set(dataset.persistentId.slice(4).toLowerCase(), { state: 'draft', attributes: { doi: dataset.persistentId.slice(4) } });
    const again = await admin.rest.post(
      `/api/collections/${collection.alias}/datasets/:import?pid=${dataset.persistentId.toLowerCase()}&release=no`,
      exampleDataset('minimal'),
    );
    expect([again.status, again.errorCode]).toEqual([409, 'PERSISTENT_ID_TAKEN']);
    await exchange(dataset, 'datacite');
    expect((await registrationOf(dataset))['former']).toHaveLength(2);
  });

  it('is not minted again, whatever the generator of the installation gives', async () => {
    const { sql } = server.application.connection;
    await sql`create sequence minted`;
    await sql.unsafe(
      `create function generateIdentifierFromStoredProcedure() returns varchar language sql as $$ select 'N' || (nextval('minted') / 2)::text $$`,
    );
    succeeded(await admin.rest.send('/api/admin/settings/:IdentifierGenerationStyle', { method: 'PUT', raw: 'storedProcGenerated' }));
    const first = await createDataset(admin, collection);
    await exchange(first, 'FAKE');
    await sql`select setval('minted', 1, false)`;
    const [second, third] = [await createDataset(admin, collection), await createDataset(admin, collection)];
    expect(new Set([first, second, third].map(({ persistentId }) => persistentId)).size).toBe(3);
    succeeded(await admin.rest.delete('/api/admin/settings/:IdentifierGenerationStyle'));
  });
});

describe('the new identifier', () => {
  it('is reserved at its provider, and public with the former one beside it once the dataset is published', async () => {
    succeeded(await admin.rest.send('/api/admin/settings/:DoiProvider', { method: 'PUT', raw: 'perma' }));
    const dataset = await createDataset(admin, collection);
    expect(dataset.persistentId).toMatch(/^perma:/);
    const identifier = await exchange(dataset, 'DataCite');
    expect(identifier).toMatch(/^doi:10\.12345\/LH\/[A-Z0-9]{6}$/);
    expect(await registrationOf(dataset)).toMatchObject({ state: 'RESERVED', registeredAt: null });
    expect((await admin.rest.get('/api/pids/unreserved')).at('data.count.0.pid')).toBe(identifier);
    await world.idle();
    expect(world.kept(identifier)?.state).toBe('draft');
    expect(await registrationOf(dataset)).toMatchObject({ state: 'RESERVED', attempts: 1, lastError: null });
    expect((await admin.rest.get('/api/pids/unreserved')).at('data.numUnreserved')).toBe(0);

    await publishDataset(admin, dataset);
    await world.idle();
    expect(world.kept(identifier)).toMatchObject({
      state: 'findable',
      attributes: {
        url: `https://data.example.org/dataset.xhtml?persistentId=${identifier}`,
        alternateIdentifiers: [{ alternateIdentifier: dataset.persistentId, alternateIdentifierType: ':unav' }],
      },
    });
    succeeded(await admin.rest.delete('/api/admin/settings/:DoiProvider'));
  });

  it('is told to those who have a role on the dataset itself, each once, unless they have muted that', async () => {
    const [editor, muted, above, member] = [
      await createUser(server, 'editor'),
      await createUser(server, 'muted'),
      await createUser(server, 'above'),
      await createUser(server, 'member'),
    ];
    const dataset = await createDataset(admin, collection);
    await assignRole(admin, collection, above.identifier, 'curator');
    const group = uniqueName('group');
    succeeded(await admin.rest.post(`/api/collections/${collection.alias}/groups`, { aliasInOwner: group, displayName: 'Group' }));
    const assignee = `&explicit/${collection.id}-${group}`;
    succeeded(
      await admin.rest.put(`/api/collections/${collection.alias}/groups/${group}/roleAssignees/${encodeURIComponent(member.identifier)}`),
    );
    for (const [holder, role] of [
      [editor.identifier, 'contributor'],
      [editor.identifier, 'member'],
      [muted.identifier, 'member'],
      [assignee, 'fileDownloader'],
    ]) {
      succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/assignments`, { assignee: holder, role }));
    }
    succeeded(await muted.rest.put('/api/notifications/mutedNotifications/PIDRECONCILED'));
    const identifier = await exchange(dataset, 'FAKE');

    const told = async (caller: Caller) =>
      (await caller.rest.get('/api/notifications/all?inAppNotificationFormat=true'))
        .list('data')
        .filter((one) => JSON.stringify(one).includes('PIDRECONCILED'));
    for (const caller of [editor, member]) {
      expect(await told(caller)).toEqual([
        expect.objectContaining({ type: 'PIDRECONCILED', datasetPersistentIdentifier: identifier, ownerAlias: collection.alias }),
      ]);
    }
    expect((await editor.rest.get('/api/notifications/all')).text('data.0.messageText')).toContain(identifier);
    for (const caller of [muted, above]) expect(await told(caller)).toEqual([]);
  });

  it('is in the feed for those who see the draft, and in the audit log', async () => {
    const reader = await createUser(server, 'reader');
    const stranger = await createUser(server, 'outsider');
    const dataset = await createDataset(admin, collection);
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/assignments`, { assignee: reader.identifier, role: 'member' }));
    const { cursor } = (await admin.rest.get('/api/events?kind=DATASET_CREATED')).record('data');
    const identifier = await exchange(dataset, 'FAKE');
    const events = async (caller: Caller) =>
      (await caller.rest.get(`/api/events?after=${String(cursor)}&kind=DATASET_IDENTIFIER_CHANGED`)).list('data.events');
    expect(await events(reader)).toEqual([
      expect.objectContaining({
        kind: 'DATASET_IDENTIFIER_CHANGED',
        subjectId: dataset.id,
        datasetPersistentId: identifier,
        formerPersistentId: dataset.persistentId,
      }),
    ]);
    expect(await events(stranger)).toEqual([]);
    const [row] = await server.application.connection.sql`
      select command, details from audit_record where command = 'reconcilePersistentId' order by id desc limit 1`;
    expect(row).toMatchObject({ details: { persistentId: identifier, formerPersistentId: dataset.persistentId } });
  });
});
