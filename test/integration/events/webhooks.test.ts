import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverWebhooks } from '../../../src/domain/events/webhooks/deliver-webhooks.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { startWebhookSink, type WebhookSink } from '../../support/webhook-sink.ts';

let server: TestServer;
let sink: WebhookSink;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_HOSTS: '127.0.0.1' });
  sink = await startWebhookSink();
  admin = superuser(server);
});
beforeEach(async () => {
  await server.application.connection.sql`delete from webhook`;
  sink.received.length = 0;
  sink.answer = () => 200;
  collection = await createCollection(admin);
});
afterAll(async () => {
  await server.stop();
  await sink.stop();
});

const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { databaseId url kinds disabledAt } } }`;
const READ = `query ($id: Int!) { webhook(databaseId: $id) { url disabledAt disabledReason
  deliveries(first: 100) { totalCount nodes { databaseId kind state attempts lastStatus lastError nextAttemptAt } } } }`;

async function create(caller: Caller, input: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; secret: string }> {
  const answer = await caller.graphql.expectData(CREATE, { input: { collection: { databaseId: collection.id }, url: sink.url, ...input } });
  return { id: answer.number('data.createWebhook.webhook.databaseId'), secret: answer.text('data.createWebhook.secret') };
}

interface Delivery {
  readonly kind: string;
  readonly state: string;
  readonly attempts: number;
  readonly databaseId: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

async function deliveriesOf(id: number): Promise<readonly Delivery[]> {
  const answer = await admin.graphql.expectData(READ, { id });
  return answer.list('data.webhook.deliveries.nodes') as unknown as readonly Delivery[];
}

/** Delivers until nothing is due; what waits for another try is due at once when it is asked for. */
async function deliver({ hurried = false } = {}): Promise<void> {
  const { jobsDb: db, services, connection } = server.application;
  if (hurried) {
    await connection.sql`update webhook_delivery set next_attempt_at = now() where state = 'PENDING'`;
    await connection.sql`update webhook set paused_until = now()`;
  }
  const scope = { db, services, worker: randomUUID(), signal: new AbortController().signal };
  while (await deliverWebhooks(scope));
}

const told = () => sink.received.map(({ type, subjectId }) => [type, subjectId]);

describe('a webhook', () => {
  it('is told of what happens below its collection, signed so that receivers of Standard Webhooks can verify it', async () => {
    const { secret, id } = await create(admin);
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    await createDataset(admin, await createCollection(admin));
    await deliver();
    expect(told()).toEqual([
      ['DATASET_CREATED', dataset.id],
      ['DATASET_PUBLISHED', dataset.id],
    ]);
    const [, published] = sink.received;
    const headers = Object.fromEntries(Object.entries(published?.headers ?? {}).map(([name, value]) => [name, String(value)]));
    expect(new Webhook(secret).verify(published?.body ?? '', headers)).toMatchObject({
      type: 'DATASET_PUBLISHED',
      data: { datasetPersistentId: dataset.persistentId, version: '1.0' },
    });
    expect(() => new Webhook(secret).verify(`${published?.body ?? ''} `, headers)).toThrow('No matching signature found');
    expect((await deliveriesOf(id)).map(({ state, lastStatus }) => [state, lastStatus])).toEqual([
      ['DELIVERED', 200],
      ['DELIVERED', 200],
    ]);
    const again = await admin.graphql.expectData(READ, { id });
    expect(JSON.stringify(again.record('data'))).not.toContain(secret);
  });

  it('is told of the kinds that it asks for', async () => {
    await create(admin, { kinds: ['DATASET_PUBLISHED'] });
    await publishDataset(admin, await createDataset(admin, collection));
    await deliver();
    expect(sink.received.map(({ type }) => type)).toEqual(['DATASET_PUBLISHED']);
  });

  it('gets the events of a dataset in order, however often one fails, while others go on', async () => {
    await create(admin);
    const [first, second] = [await createDataset(admin, collection), await createDataset(admin, collection)];
    await publishDataset(admin, first);
    await publishDataset(admin, second);
    let refusals = 0;
    sink.answer = ({ subjectId, type }) => (subjectId === first.id && type === 'DATASET_CREATED' && (refusals += 1) < 3 ? 500 : 200);
    await deliver();
    const taken = (id: number) => sink.received.filter(({ subjectId }) => subjectId === id).map(({ type }) => type);
    expect(taken(second.id)).toEqual(['DATASET_CREATED', 'DATASET_PUBLISHED']);
    expect(taken(first.id)).toEqual(['DATASET_CREATED']);
    await deliver({ hurried: true });
    expect(taken(first.id)).toEqual(['DATASET_CREATED', 'DATASET_CREATED']);
    await deliver({ hurried: true });
    expect(taken(first.id)).toEqual(['DATASET_CREATED', 'DATASET_CREATED', 'DATASET_CREATED', 'DATASET_PUBLISHED']);
  });

  it('has its deliveries given up after the last try, listed, and sent again when asked', async () => {
    const { id } = await create(admin, { kinds: ['DATASET_CREATED'] });
    await createDataset(admin, collection);
    sink.answer = () => 503;
    for (let tries = 0; tries < 13; tries += 1) await deliver({ hurried: true });
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'DEAD', attempts: 13, lastStatus: 503, lastError: 'The receiver answered 503.' },
    ]);
    await deliver({ hurried: true });
    expect(sink.received).toHaveLength(13);
    sink.answer = () => 200;
    const resend = `mutation ($input: ResendWebhookDeliveriesInput!) { resendWebhookDeliveries(input: $input) { count } }`;
    expect((await admin.graphql.expectData(resend, { input: { databaseId: id } })).number('data.resendWebhookDeliveries.count')).toBe(1);
    await deliver({ hurried: true });
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'DELIVERED', attempts: 1 }]);
  });

  it('is delivered to once by processes that work at the same time', async () => {
    await create(admin, { kinds: ['DATASET_CREATED'] });
    const datasets = await Promise.all(Array.from({ length: 5 }, () => createDataset(admin, collection)));
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(sink.received.map(({ subjectId }) => subjectId).toSorted((a, b) => a - b)).toEqual(
      datasets.map(({ id }) => id).toSorted((a, b) => a - b),
    );
  });
});

describe('an administrator of a collection', () => {
  it('is told by webhook what they may see, and nothing when they administer it no longer', async () => {
    const lead = await createUser(server, 'lead');
    const assignment = await assignRole(admin, collection, lead.identifier, 'admin');
    const { id } = await create(lead);
    const hidden = await createCollection(admin, { owner: collection.alias, published: false });
    const dataset = await createDataset(admin, hidden);
    await deliver();
    const below = (await admin.graphql.expectData(`{ collection(reference: {databaseId: ${hidden.id}}) { databaseId } }`)).number(
      'data.collection.databaseId',
    );
    // Roles do not reach into a collection that is a permission root of its own.
    expect(told().filter(([, subject]) => subject === dataset.id || subject === below)).toEqual([]);
    expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['WITHHELD', 'WITHHELD']);

    const open = await createDataset(admin, collection);
    await deliver();
    expect(told()).toEqual([['DATASET_CREATED', open.id]]);
    succeeded(await admin.rest.delete(`/api/collections/${collection.alias}/assignments/${assignment}`));
    await createDataset(admin, collection);
    await deliver();
    expect(sink.received).toHaveLength(1);
    const answer = await admin.graphql.expectData(READ, { id });
    expect(answer.text('data.webhook.disabledReason')).toContain('does not administer');
  });

  it('alone makes, sees and removes webhooks of it', async () => {
    const { id } = await create(admin);
    const outsider = await createUser(server, 'outsider');
    const contributor = await createUser(server, 'contributor');
    await assignRole(admin, collection, contributor.identifier, 'curator');
    for (const caller of [outsider, contributor]) {
      const input = { collection: { databaseId: collection.id }, url: sink.url };
      expect(await codeOf(caller, CREATE, { input })).toBe('PERMISSION_DENIED');
      expect(await codeOf(caller, READ, { id })).toBe('PERMISSION_DENIED');
      expect(await codeOf(caller, `mutation { deleteWebhook(input: {databaseId: ${id}}) { deletedWebhookDatabaseId } }`)).toBe(
        'PERMISSION_DENIED',
      );
    }
    for (const url of ['http://example.org/', 'https://10.0.0.1/', 'https://[::1]/', 'nonsense']) {
      expect(await codeOf(admin, CREATE, { input: { collection: { databaseId: collection.id }, url } })).toBe('BAD_USER_INPUT');
    }
    expect(await codeOf(admin, READ, { id: 999_999 })).toBe('WEBHOOK_NOT_FOUND');
    await admin.graphql.expectData(`mutation { deleteWebhook(input: {databaseId: ${id}}) { deletedWebhookDatabaseId } }`);
    expect(await codeOf(admin, READ, { id })).toBe('WEBHOOK_NOT_FOUND');
  });

  it('can make so many and no more', async () => {
    for (let made = 0; made < 20; made += 1) await create(admin);
    expect(await codeOf(admin, CREATE, { input: { collection: { databaseId: collection.id }, url: sink.url } })).toBe(
      'WEBHOOK_LIMIT_REACHED',
    );
  });
});

async function codeOf(caller: Caller, document: string, variables: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await caller.graphql.send(document, variables)).text('errors.0.extensions.code');
}
