import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { randomFrom } from '../../campaign/random.ts';
import {
  allowBuiltinUsers,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { eventsSubscriber, socketSubscriber, type Subscription } from '../support/subscriber.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const FEED =
  'subscription($after: String, $below: CollectionReference) { collectionFeed(after: $after, below: $below) { cursor kind subjectDatabaseId } }';
const CHANGES =
  'subscription($id: Int!, $after: String) { datasetChanged(reference: { databaseId: $id }, after: $after) { cursor event { kind } dataset { databaseId latestVersion { state } } } }';

const env = { SECRET_KEYS: randomBytes(32).toString('base64'), SUBSCRIPTIONS_PER_ADDRESS: '2500', SUBSCRIPTIONS_PER_ACCOUNT: '20' };
let first: TestServer;
let second: TestServer;
let admin: Caller;
let collection: SeededCollection;
let sql: postgres.Sql;

beforeAll(async () => {
  first = await startTestServer(env);
  second = await startTestServer(env, first);
  admin = superuser(first);
  await allowBuiltinUsers(first);
  collection = await createCollection(admin);
  sql = postgres(first.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await sql.end();
  await second.stop();
  await first.stop();
});

/** A place before everything that happens from now on. */
async function here(): Promise<string> {
  for (let after: string | null = null; ;) {
    const answer = await admin.graphql.expectData('query($after: String) { events(after: $after) { cursor hasMore } }', { after });
    after = answer.text('data.events.cursor');
    if (answer.at('data.events.hasMore') === false) return after;
  }
}

const title = async (dataset: number, text: string): Promise<void> => {
  const metadata = { fields: [{ typeName: 'title', value: text }] };
  succeeded(await admin.rest.put(`/api/datasets/${dataset}/editMetadata?replace=true`, metadata));
};

const told = async (stream: Subscription): Promise<[unknown, unknown]> => {
  const answer = await stream.next();
  expect(answer.at('errors')).toBeUndefined();
  return [answer.at('data.collectionFeed.kind'), answer.at('data.collectionFeed.subjectDatabaseId')];
};

/** Kinds up to the next publication of a dataset. */
async function untilPublished(stream: Subscription): Promise<unknown[]> {
  const kinds: unknown[] = [];
  while (kinds.at(-1) !== 'DATASET_PUBLISHED') kinds.push((await told(stream))[0]);
  return kinds;
}

describe('a subscription', () => {
  test('is told over events and sockets what another process does, drafts to those alone who may see them', async () => {
    const after = await here();
    const guest = eventsSubscriber(second.url);
    const shared = eventsSubscriber(second.url, SUPERUSER_TOKEN, true);
    const owner = socketSubscriber(second.url, SUPERUSER_TOKEN);
    const heardByGuest = guest.subscribe(FEED, { after });
    const heard = [shared.subscribe(FEED, { after }), shared.subscribe(FEED, { after }), owner.subscribe(FEED, { after })];
    const dataset = await createDataset(admin, collection);
    for (const stream of heard) expect(await told(stream)).toEqual(['DATASET_CREATED', dataset.id]);
    await publishDataset(admin, dataset);
    for (const stream of heard) expect(await untilPublished(stream)).not.toContain('DATASET_CREATED');
    for (const kind of await untilPublished(heardByGuest)) expect(['COLLECTION_PUBLISHED', 'DATASET_PUBLISHED']).toContain(kind);
    await Promise.all([guest.close(), shared.close(), owner.close()]);
  });

  test('without a cursor begins with what happens from then on, and shows the dataset as it is then', async () => {
    const dataset = await createDataset(admin, collection);
    const subscriber = socketSubscriber(second.url, SUPERUSER_TOKEN);
    const stream = subscriber.subscribe(CHANGES, { id: dataset.id });
    const next = stream.next();
    // It begins in its own time; what came before is not told.
    const change = await vi.waitUntil(async () => {
      await title(dataset.id, `Title ${Math.random()}`);
      return Promise.race([next, sleep(50, undefined)]);
    }, 100_000);
    expect(change.at('data.datasetChanged')).toMatchObject({
      event: { kind: 'DATASET_EDITED' },
      dataset: { databaseId: dataset.id, latestVersion: { state: 'DRAFT' } },
    });
    await publishDataset(admin, dataset);
    let published = await stream.next();
    while (published.at('data.datasetChanged.event.kind') === 'DATASET_EDITED') published = await stream.next();
    expect(published.at('data.datasetChanged')).toMatchObject({
      event: { kind: 'DATASET_PUBLISHED' },
      dataset: { latestVersion: { state: 'RELEASED' } },
    });
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
    const destroyed = await stream.next();
    expect(destroyed.at('data.datasetChanged')).toMatchObject({ event: { kind: 'DATASET_DESTROYED' }, dataset: null });
    expect(await stream.ended()).toBe(true);
    await subscriber.close();
  });

  test('shows typed metadata, whose types are made while the server runs', async () => {
    const dataset = await createDataset(admin, collection);
    const subscriber = eventsSubscriber(second.url, SUPERUSER_TOKEN);
    const query =
      'subscription($id: Int!, $after: String) { datasetChanged(reference: { databaseId: $id }, after: $after) { dataset { latestVersion { metadata { citation { title } } } } } }';
    const stream = subscriber.subscribe(query, { id: dataset.id, after: await here() });
    await title(dataset.id, 'A typed title');
    const change = await stream.next();
    expect(change.at('data.datasetChanged.dataset.latestVersion.metadata.citation.title')).toBe('A typed title');
    await subscriber.close();
  });

  test('resumed at any place has each event once and in order, whichever process it is of', async () => {
    const start = await here();
    const random = randomFrom(7);
    const events = 300;
    const writing = (async () => {
      for (let at = 0; at < events; at += 1) {
        await sql`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
          values ('COLLECTION_PUBLISHED', ${1_000_000 + at}, 'a', ${collection.id}, ${[1, collection.id]}::int[], 0, '{}')`;
      }
    })();
    const heard: unknown[] = [];
    for (let after = start; heard.length < events;) {
      const server = random() < 0.5 ? first : second;
      const subscriber = random() < 0.5 ? socketSubscriber(server.url, SUPERUSER_TOKEN) : eventsSubscriber(server.url, SUPERUSER_TOKEN);
      const stream = subscriber.subscribe(FEED, { after });
      for (let left = 1 + Math.floor(random() * 40); left > 0 && heard.length < events; left -= 1) {
        const answer = await stream.next();
        heard.push(answer.at('data.collectionFeed.subjectDatabaseId'));
        after = answer.text('data.collectionFeed.cursor');
      }
      await subscriber.close();
    }
    await writing;
    expect(heard).toEqual(Array.from({ length: events }, (_, at) => 1_000_000 + at));
  });

  test('is told nothing more of drafts once the role is withdrawn, and goes on with what is public', async () => {
    const user = await createUser(first, 'curator');
    const role = await assignRole(admin, collection, user.identifier, 'curator');
    const dataset = await createDataset(admin, collection);
    const subscriber = eventsSubscriber(second.url, user.token);
    const stream = subscriber.subscribe(CHANGES, { id: dataset.id, after: await here() });
    await title(dataset.id, 'Seen');
    expect((await stream.next()).at('data.datasetChanged.event.kind')).toBe('DATASET_EDITED');
    succeeded(await admin.rest.delete(`/api/collections/${collection.alias}/assignments/${role}`));
    await title(dataset.id, 'Not seen');
    await publishDataset(admin, dataset);
    expect((await stream.next()).at('data.datasetChanged.event.kind')).toBe('DATASET_PUBLISHED');
    await subscriber.close();
  });

  test('ends when the token of its caller has ended', async () => {
    const user = await createUser(first, 'leaving');
    const subscriber = socketSubscriber(second.url, user.token);
    const stream = subscriber.subscribe(FEED, { after: await here() });
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    await stream.next();
    succeeded(await user.rest.delete('/api/users/token'));
    await publishDataset(admin, await createDataset(admin, collection));
    let answer = await stream.next();
    while (answer.at('errors') === undefined) answer = await stream.next();
    expect(answer.at('errors.0.extensions.code')).toBe('INVALID_API_TOKEN');
    expect(await stream.ended()).toBe(true);
    await subscriber.close();
  });

  test('misses nothing when the connection that listens is ended, also while events come', async () => {
    const subscriber = eventsSubscriber(second.url, SUPERUSER_TOKEN);
    const stream = subscriber.subscribe(FEED, { after: await here() });
    for (let round = 0; round < 3; round += 1) {
      // Listening takes a moment, at first and again; there must be something to end.
      await expect
        .poll(async () => (await sql`select from pg_stat_activity where query ilike 'listen "archivolt_live"'`).length)
        .toBeGreaterThan(0);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen "archivolt_live"'`;
      const dataset = await createDataset(admin, collection);
      expect(await told(stream)).toEqual(['DATASET_CREATED', dataset.id]);
    }
    await subscriber.close();
  });

  test('misses nothing when all connections of the database are ended, as when it is started again', async () => {
    const subscribers = [eventsSubscriber(second.url, SUPERUSER_TOKEN), socketSubscriber(first.url, SUPERUSER_TOKEN)];
    const after = await here();
    const streams = subscribers.map((subscriber) => subscriber.subscribe(FEED, { after }));
    const events = 60;
    const heard = streams.map(async (stream) => {
      const ids: unknown[] = [];
      while (ids.length < events) ids.push((await told(stream))[1]);
      return ids;
    });
    for (let at = 0; at < events; at += 1) {
      await sql`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
        values ('COLLECTION_PUBLISHED', ${3_000_000 + at}, 'a', ${collection.id}, ${[1, collection.id]}::int[], 0, '{}')`;
      if (at % 10 === 5) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
      }
    }
    const all = Array.from({ length: events }, (_, at) => 3_000_000 + at);
    for (const ids of await Promise.all(heard)) expect(ids).toEqual(all);
    await Promise.all(subscribers.map((subscriber) => subscriber.close()));
  });

  test('that is read slowly holds nothing back in memory, and has everything in the end', async () => {
    const events = 20_000;
    const after = await here();
    const response = await fetch(`${second.url}/graphql/stream`, {
      method: 'POST',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json', 'X-Service-key': SUPERUSER_TOKEN },
      body: JSON.stringify({ query: FEED, variables: { after } }),
    });
    await sql`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
      select 'COLLECTION_PUBLISHED', 2000000 + n, 'a', ${collection.id}, ${[1, collection.id]}::int[], 0, '{}' from generate_series(1, ${events}) n order by n`;
    await sleep(2_000);
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes(`"subjectDatabaseId":${2_000_000 + events}`)) break;
    }
    const ids = [...text.matchAll(/"subjectDatabaseId":(\d+)/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: events }, (_, at) => 2_000_001 + at));
  });

  test('waits beside a thousand others, which all are told', async () => {
    const after = await here();
    const subscribers = Array.from({ length: 1_000 }, () => socketSubscriber(second.url));
    const streams: Subscription[] = [];
    // The server gives a connection ten seconds for its first message, which a thousand at once in one process may need under load.
    for (let at = 0; at < subscribers.length; at += 50) {
      const some = subscribers.slice(at, at + 50);
      streams.push(...some.map((one) => one.subscribe(FEED, { after, below: { alias: collection.alias } })));
      await Promise.all(some.map((one) => one.connected));
    }
    const answers = streams.map(async (stream) => {
      for (;;) {
        const answer = await stream.next();
        expect(answer.at('errors')).toBeUndefined();
        if (answer.at('data.collectionFeed.kind') === 'DATASET_PUBLISHED') return answer.at('data.collectionFeed.subjectDatabaseId');
      }
    });
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([dataset.id]));
    await Promise.all(subscribers.map((one) => one.close()));
  });

  test('tells an account its notifications, and goes on after a cursor', async () => {
    const user = await createUser(first, 'notified');
    await assignRole(admin, collection, user.identifier, 'contributor');
    const query = 'subscription($after: String) { notificationReceived(after: $after) { cursor notification { type databaseId } } }';
    const subscriber = socketSubscriber(second.url, user.token);
    const beginning = Buffer.from(JSON.stringify(['receivedNotifications', 0])).toString('base64url');
    const stream = subscriber.subscribe(query, { after: beginning });
    const published = async (from: Subscription): Promise<{ id: unknown; cursor: string }> => {
      for (;;) {
        const answer = await from.next();
        const { type, databaseId } = answer.record('data.notificationReceived.notification');
        if (type === 'PUBLISHEDDS') return { id: databaseId, cursor: answer.text('data.notificationReceived.cursor') };
      }
    };
    await publishDataset(admin, await createDataset(admin, collection));
    const one = await published(stream);
    await publishDataset(admin, await createDataset(admin, collection));
    const other = await published(stream);
    expect(other.id).not.toBe(one.id);
    const again = eventsSubscriber(first.url, user.token);
    expect(await published(again.subscribe(query, { after: one.cursor }))).toEqual(other);
    await Promise.all([subscriber.close(), again.close()]);
  });

  test('tells how far a job is until it has ended', async () => {
    const [run] = await sql<
      { id: number }[]
    >`insert into metadata_export_run (forgets, fills, dataset_count) values (false, true, 2) returning id`;
    const subscriber = eventsSubscriber(second.url, SUPERUSER_TOKEN);
    const stream = subscriber.subscribe('subscription($id: Int!) { jobProgress(job: { exportRun: $id }) { state done total } }', {
      id: run?.id,
    });
    expect((await stream.next()).at('data.jobProgress')).toEqual({ state: 'WAITING', done: 0, total: 2 });
    await sql`update metadata_export_run set done_count = 1`;
    expect((await stream.next()).at('data.jobProgress')).toEqual({ state: 'RUNNING', done: 1, total: 2 });
    await sql`update metadata_export_run set done_count = 2, ended_at = now()`;
    expect((await stream.next()).at('data.jobProgress')).toEqual({ state: 'SUCCEEDED', done: 2, total: 2 });
    expect(await stream.ended()).toBe(true);
    await subscriber.close();
  });

  test('tells how far a rebuild of the index of search is, to those who may ask for it', async () => {
    const [rebuild] = await sql<{ id: number }[]>`
      insert into search_rebuild (requested_by, builds_indexes, step, total_count) values ('test', false, 'DATASET', 2) returning id`;
    const query = 'subscription($id: Int!) { jobProgress(job: { searchRebuild: $id }) { state done total searchRebuild { step } } }';
    const stranger = eventsSubscriber(second.url, (await createUser(first, 'curious')).token);
    expect((await stranger.subscribe(query, { id: rebuild?.id }).next()).at('errors.0.extensions.code')).toBe('ADMIN_API_REFUSED');
    const subscriber = eventsSubscriber(second.url, SUPERUSER_TOKEN);
    const stream = subscriber.subscribe(query, { id: rebuild?.id });
    const searchRebuild = { step: 'DATASET' };
    expect((await stream.next()).at('data.jobProgress')).toEqual({ state: 'RUNNING', done: 0, total: 2, searchRebuild });
    await sql`update search_rebuild set done_count = 1`;
    expect((await stream.next()).at('data.jobProgress')).toEqual({ state: 'RUNNING', done: 1, total: 2, searchRebuild });
    await sql`update search_rebuild set done_count = 2, finished_at = now()`;
    expect((await stream.next()).at('data.jobProgress')).toEqual({ state: 'SUCCEEDED', done: 2, total: 2, searchRebuild });
    expect(await stream.ended()).toBe(true);
    await Promise.all([subscriber.close(), stranger.close()]);
  });
});
