import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient, type FeedEvent, valueOf } from '../../../packages/client/archivolt-client.ts';
import { createCollection, createDataset, publishDataset, type SeededCollection, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

let server: TestServer;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  collection = await createCollection(superuser(server));
});
afterAll(() => server.stop());

/** A client whose streams break after an event, as often as they are opened. */
function clientWithShortStreams(): { readonly client: Client; readonly opened: () => number } {
  let opened = 0;
  const client = createClient({
    server: server.url,
    token: SUPERUSER_TOKEN,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (!input.endsWith('/graphql/stream')) return response;
      opened += 1;
      let text = '';
      const breaking = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          text += new TextDecoder().decode(chunk);
          const event = /event: next\n.*\n\n/.exec(text);
          if (event === null) return;
          controller.enqueue(new TextEncoder().encode(event[0]));
          // What was enqueued is read before the error.
          setTimeout(() => controller.error(new Error('reset')), 20);
          text = '';
        },
      });
      return new Response(response.body?.pipeThrough(breaking), { status: response.status, headers: response.headers });
    },
  });
  return { client, opened: () => opened };
}

test('a feed over connections that break has each event once and in order', async () => {
  const { client, opened } = clientWithShortStreams();
  const admin = superuser(server);
  const events = await admin.graphql.expectData('{ events(first: 100) { cursor } }');
  const datasets = [];
  for (let made = 0; made < 4; made += 1) {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    datasets.push(dataset.id);
  }
  const kinds = ['DATASET_PUBLISHED'] as const;
  const heard: FeedEvent[] = [];
  for await (const event of client.feed({ after: events.text('data.events.cursor'), below: collection.alias, kinds })) {
    heard.push(event);
    if (heard.length === 4) break;
  }
  expect(heard.map(({ subjectDatabaseId }) => subjectDatabaseId)).toEqual(datasets);
  expect(opened()).toBeGreaterThanOrEqual(4);
});

test('changes of a dataset come with it, a refusal is thrown, and a signal ends the waiting', async () => {
  const admin = superuser(server);
  const client = createClient({ server: server.url, token: SUPERUSER_TOKEN });
  const events = await admin.graphql.expectData('{ events(first: 100) { cursor } }');
  const dataset = await createDataset(admin, collection);
  valueOf(
    await client.editMetadata({ dataset: { databaseId: dataset.id }, values: { typed: { citation: { title: 'Told' } } }, replace: true }),
  );
  const stop = new AbortController();
  const titles: (string | undefined)[] = [];
  const listening = (async () => {
    for await (const { dataset: told } of client.datasetChanges(dataset.id, {
      after: events.text('data.events.cursor'),
      signal: stop.signal,
    })) {
      titles.push(told?.latestVersion?.title);
      if (titles.includes('Told')) stop.abort(new Error('enough'));
    }
  })();
  await expect(listening).rejects.toThrow('enough');
  const guest = createClient({ server: server.url });
  await expect(guest.datasetChanges(dataset.id).next()).rejects.toMatchObject({ name: 'Refusal' });
});
