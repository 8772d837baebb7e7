import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Caller, createCollection, createDataset, createUser, type SeededCollection, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { eventsSubscriber, socketSubscriber } from '../support/subscriber.ts';

const FEED = 'subscription($after: String) { collectionFeed(after: $after) { cursor } }';
const CHANGES = 'subscription($id: Int!) { datasetChanged(reference: { databaseId: $id }) { cursor } }';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer({ SUBSCRIPTIONS_PER_ACCOUNT: '20' });
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(async () => {
  await server.stop();
});

describe('a stream is refused', () => {
  const refusalOf = async (query: string, variables = {}, token?: string): Promise<unknown> => {
    const subscriber = eventsSubscriber(server.url, token);
    try {
      return (await subscriber.subscribe(query, variables).next()).at('errors.0.extensions.code');
    } finally {
      await subscriber.close();
    }
  };

  test('where the operation is one that would be refused elsewhere, too', async () => {
    const deep = `${'parent { '.repeat(20)}alias${' }'.repeat(20)}`;
    const draft = await createDataset(admin, collection);
    expect(await refusalOf('subscription { nothing }')).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(await refusalOf('subscription {')).toBe('GRAPHQL_PARSE_FAILED');
    expect(await refusalOf('{ serverInfo { version } }')).toBe('OPERATION_RESOLUTION_FAILURE');
    expect(await refusalOf(`subscription { datasetChanged(reference: { databaseId: 1 }) { dataset { collection { ${deep} } } } }`)).toBe(
      'QUERY_TOO_DEEP',
    );
    expect(await refusalOf(FEED, { after: 'nothing' })).toBe('CURSOR_INVALID');
    expect(await refusalOf(CHANGES, { id: draft.id })).toBe('PERMISSION_DENIED');
    expect(await refusalOf('subscription { notificationReceived { cursor } }')).toBe('AUTHENTICATION_REQUIRED');
  });

  test('where it is longer than what may be kept', async () => {
    const subscriber = socketSubscriber(server.url);
    const long = 'x'.repeat(20_000);
    expect(await refusalOf(`${FEED} # ${long}`)).toBe('PAYLOAD_TOO_LARGE');
    expect(await refusalOf(FEED, { after: long })).toBe('PAYLOAD_TOO_LARGE');
    await expect(subscriber.subscribe(FEED, { after: long }).next()).rejects.toMatchObject([{ extensions: { code: 'PAYLOAD_TOO_LARGE' } }]);
    await expect(subscriber.subscribe(FEED, { after: 'x'.repeat(80_000) }).next()).rejects.toMatchObject({ code: 1009 });
    await subscriber.close();
  });

  test('beyond what an account may have open', async () => {
    const user = await createUser(server, 'many');
    const subscriber = socketSubscriber(server.url, user.token);
    const streams = Array.from({ length: 21 }, () => subscriber.subscribe(FEED, {}));
    await expect(Promise.race(streams.map((stream) => stream.next()))).rejects.toMatchObject([
      { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } },
    ]);
    await subscriber.close();
  });

  const handshake = async (url: string, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(url, 'graphql-transport-ws', { headers });
      socket.once('open', () => {
        socket.close();
        resolve(101);
      });
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.once('error', () => undefined);
    });

  test('for a name that is taken, however long it is', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ type: 'connection_init' }));
    await new Promise((resolve) => socket.once('message', resolve));
    const subscribe = JSON.stringify({ id: 'ä'.repeat(20_000), type: 'subscribe', payload: { query: FEED } });
    socket.send(subscribe);
    socket.send(subscribe);
    expect(await closed).toBe(4409);
  });

  test('to pages of other origins, at other addresses, and with a token that is no good', async () => {
    const url = server.url.replace('http', 'ws');
    expect(await handshake(`${url}/graphql`, {})).toBe(101);
    expect(await handshake(`${url}/graphql`, { Origin: server.url })).toBe(101);
    expect(await handshake(`${url}/graphql`, { Origin: 'https://other.example.org' })).toBe(403);
    expect(await handshake(`${url}/elsewhere`, {})).toBe(404);
    const subscriber = socketSubscriber(server.url, 'no-token');
    await expect(subscriber.subscribe(FEED).next()).rejects.toMatchObject({ code: 4401 });
    const response = await fetch(`${server.url}/graphql/stream?query=${encodeURIComponent(FEED)}`, {
      headers: { Accept: 'text/event-stream', 'X-Service-key': 'no-token' },
    });
    expect(response.status).toBe(401);
  });
});

test('an offer of another protocol leaves a request as it is', async () => {
  const offer = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' };
  const status = await new Promise((resolve, reject) => {
    get(`${server.url}/api/info/version`, { headers: offer }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });
  expect(status).toBe(200);
});

test('what accepts a stream beside other answers gets one for a subscription alone', async () => {
  const ask = async (query: string): Promise<Response> =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        Accept: 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ query }),
    });
  const answered = await ask('{ serverInfo { version } } # no subscription');
  expect(await answered.json()).toMatchObject({ data: { serverInfo: {} } });
  const streamed = await ask('subscription { collectionFeed(after: "nothing") { cursor } }');
  expect(streamed.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
  expect(await streamed.text()).toContain('CURSOR_INVALID');
});

test('places are given back by clients that leave, also before anything was told', async () => {
  const user = await createUser(server, 'leaving');
  const subscribe = async (signal: AbortSignal): Promise<number> => {
    const { status } = await fetch(`${server.url}/graphql/stream`, {
      method: 'POST',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json', 'X-Service-key': user.token ?? '' },
      body: JSON.stringify({ query: FEED }),
      signal,
    });
    return status;
  };
  /** Opens as many streams as the account may have, and one more. */
  const openAll = async (leave: AbortController): Promise<number[]> => {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => subscribe(leave.signal)));
    return [...statuses, await subscribe(leave.signal)];
  };
  const all = [...Array.from({ length: 20 }, () => 200), 429];
  for (let round = 0; round < 3; round += 1) {
    // It takes a moment until the server knows that its clients have left.
    await expect
      .poll(
        async () => {
          const leave = new AbortController();
          const statuses = await openAll(leave);
          leave.abort();
          return statuses;
        },
        { timeout: 60_000 },
      )
      .toEqual(all);
    const leave = new AbortController();
    const begun = Array.from({ length: 20 }, () => subscribe(leave.signal).catch(() => undefined));
    leave.abort();
    await Promise.all(begun);
  }
}, 200_000);

test('streams end with the server, and do not say that they are complete', async () => {
  const ending = await startTestServer();
  const socket = new WebSocket(`${ending.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: FEED } }));
  const response = await fetch(`${ending.url}/graphql`, {
    method: 'POST',
    headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: FEED }),
  });
  await ending.stop();
  expect(await closed).toBe(1012);
  expect(await response.text()).not.toContain('complete');
});
