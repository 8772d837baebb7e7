import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let other: postgres.Sql;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
  other = postgres(server.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await other.end();
  await server.stop();
});

interface Part {
  readonly subjects: readonly number[];
  readonly cursor: string;
}

async function readOn(after: string): Promise<Part> {
  const answer = succeeded(await admin.rest.get(`/api/events${after === '' ? '' : `?after=${after}`}`));
  return {
    subjects: answer.list('data.events').map((_event, index) => answer.number(`data.events.${index}.subjectId`)),
    cursor: answer.text('data.cursor'),
  };
}

describe('the feed', () => {
  it('has an acknowledged write at once, and a transaction that commits late after what was read meanwhile', async () => {
    const { cursor: start } = await readOn('');
    const hold = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = other.begin(async (tx) => {
      await tx`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
        values ('COLLECTION_PUBLISHED', ${collection.id}, ${collection.alias}, ${collection.id}, '{1}', 0, '{}')`;
      written.resolve();
      await hold.promise;
    });
    await written.promise;

    // Its number was given later, it is committed earlier, and no reader waits for the other.
    const dataset = await createDataset(admin, collection);
    const first = await readOn(start);
    expect(first.subjects).toEqual([dataset.id]);
    hold.resolve();
    await late;

    const second = await readOn(first.cursor);
    expect(second.subjects).toEqual([collection.id]);
    expect((await readOn(start)).subjects).toEqual([dataset.id, collection.id]);
    expect((await readOn(second.cursor)).subjects).toEqual([]);
  });

  it('leaves out what was rolled back', async () => {
    const { cursor } = await readOn('');
    const failure = new Error('rolled back');
    await expect(
      other.begin(async (tx) => {
        await tx`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
          values ('COLLECTION_PUBLISHED', ${collection.id}, 'a', ${collection.id}, '{1}', 0, '{}')`;
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect((await readOn(cursor)).subjects).toEqual([]);
  });

  it('gives every event to readers who read while many things happen, each once and in one order', async () => {
    const { cursor: start } = await readOn('');
    const datasets = await Promise.all(Array.from({ length: 6 }, () => createDataset(admin, collection)));
    let writing = true;
    const follow = async (): Promise<number[]> => {
      const seen: number[] = [];
      for (let after = start; ;) {
        const last = !writing;
        const part = await readOn(after);
        seen.push(...part.subjects);
        after = part.cursor;
        if (last && part.subjects.length === 0) return seen;
      }
    };
    const readers = [follow(), follow(), follow()];
    await Promise.all(datasets.map((dataset) => publishDataset(admin, dataset)));
    writing = false;
    const [one, ...others] = await Promise.all(readers);
    expect(one).toHaveLength(12);
    for (const list of others) expect(list).toEqual(one);
    for (const { id } of datasets) expect(one?.filter((subject) => subject === id)).toHaveLength(2);
  });

  it('looks at so many events for one reader, and says where to go on', async () => {
    const { cursor } = await readOn('');
    await other`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
      select 'DATASET_CREATED', 999999, 'gone', 999999, '{1}', 0, '{}' from generate_series(1, 1500)`;
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    const guest = async (after: string) => (await fetch(`${server.url}/api/events?after=${after}&kind=DATASET_PUBLISHED`)).json();
    const first = (await guest(cursor)) as { data: { events: unknown[]; cursor: string; hasMore: boolean } };
    expect(first.data).toMatchObject({ events: [], hasMore: true });
    const second = (await guest(first.data.cursor)) as typeof first;
    expect(second.data).toMatchObject({ events: [{ subjectId: dataset.id }], hasMore: false });
  });
});
