import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, valueOf } from '../../../packages/client/archivolt-client.ts';
import { createLimit } from '../../../packages/client/limit.ts';
import { gather } from '../../support/gather.ts';
import { createCollection, createDataset, type SeededDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

const LARGE = randomBytes(12_000_000);
const PART = 5_000_000;

let server: TestServer;
let dataset: SeededDataset;
beforeAll(async () => {
  server = await startTestServer();
  dataset = await createDataset(superuser(server), await createCollection(superuser(server)));
});
afterAll(() => server.stop());

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** A client whose network does what `way` makes of each request. */
function clientOver(way: (url: string, init: RequestInit, send: Send) => Promise<Response>): Client {
  // The server has another port than the address that it was told.
  const send: Send = (url, init) => fetch(url.replace(/^http:\/\/127\.0\.0\.1\//, `${server.url}/`), init);
  return createClient({ server: server.url, token: SUPERUSER_TOKEN, fetch: (url, init) => way(url, init, send) });
}

/** The answer, whose connection breaks after so many bytes. */
function cutAfter(response: Response, bytes: number): Response {
  let passed = 0;
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      const rest = chunk.subarray(0, bytes - passed);
      passed += rest.length;
      if (rest.length > 0) controller.enqueue(rest);
      if (passed >= bytes) controller.error(new Error('reset'));
    },
  });
  return new Response(response.body?.pipeThrough(cut), { status: response.status, headers: response.headers });
}

const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an upload', () => {
  test('that was broken off sends what is missing, and nothing else', async () => {
    const stop = new AbortController();
    let parts = 0;
    const interrupted = clientOver(async (url, init, send) => {
      if (init.method === 'PUT' && (parts += 1) === 2) {
        stop.abort(new Error('the page is left'));
        throw new Error('reset');
      }
      return send(url, init);
    });
    let kept: string | undefined;
    const options = { label: 'large.bin', partSizeBytes: PART };
    const one = createLimit(1);
    const left = interrupted.upload(dataset.id, new Blob([LARGE]), {
      ...options,
      limit: one,
      signal: stop.signal,
      onBegun: (name) => void (kept = name),
    });
    expect(await rejected(left)).toMatchObject({ message: 'the page is left' });

    const sent: number[] = [];
    const resumed = clientOver((url, init, send) => {
      if (init.method === 'PUT') sent.push((init.body as Uint8Array).length);
      return send(url, init);
    });
    const progress: number[] = [];
    const again = await resumed.upload(dataset.id, new Blob([LARGE]), {
      ...options,
      resume: kept,
      onProgress: ({ bytes }) => progress.push(bytes),
    });
    expect(valueOf(again).file).toMatchObject({ label: 'large.bin', dataFile: { sizeBytes: LARGE.length } });
    expect(sent.sort((a, b) => a - b)).toEqual([LARGE.length - 2 * PART, PART]);
    expect([progress[0], progress.at(-1)]).toEqual([PART, LARGE.length]);
  });

  test('bears a store that is busy and connections that are lost', async () => {
    let asked = 0;
    const client = clientOver((url, init, send) => {
      if (init.method !== 'PUT') return send(url, init);
      asked += 1;
      if (asked === 1) return Promise.reject(new Error('reset'));
      return asked === 2 ? Promise.resolve(new Response('busy', { status: 503 })) : send(url, init);
    });
    expect(valueOf(await client.upload(dataset.id, new File(['some bytes'], 'some.bin'))).file.label).toBe('some.bin');
    expect(asked).toBe(3);
  });

  test('of a file that the dataset refuses is an outcome, of one without a name a fault', async () => {
    const client = clientOver((url, init, send) => send(url, init));
    const refused = await client.upload(dataset.id, new Blob(['x']), { label: 'a/b:c?.txt' });
    expect(refused).toMatchObject({ ok: false, userErrors: [{ code: expect.any(String), field: expect.any(String) }] });
    await expect(client.upload(dataset.id, new Blob(['x']))).rejects.toThrow(TypeError);
  });
});

describe('a download', () => {
  async function uploaded(bytes: Uint8Array<ArrayBuffer>, label: string): Promise<number> {
    const client = clientOver((url, init, send) => send(url, init));
    return valueOf(await client.upload(dataset.id, new Blob([bytes]), { label })).file.dataFile.databaseId;
  }

  test('goes on where its connection broke, and is verified', async () => {
    const id = await uploaded(new Uint8Array(LARGE), 'to-fetch.bin');
    const ranges: (string | null)[] = [];
    const client = clientOver(async (url, init, send) => {
      if (url.endsWith('/graphql')) return send(url, init);
      ranges.push(new Headers(init.headers).get('range'));
      const response = await send(url, init);
      return ranges.length < 3 ? cutAfter(response, 3_000_000) : response;
    });
    const progress: number[] = [];
    const download = await client.download(id, { onProgress: ({ bytes }) => progress.push(bytes) });
    expect([download.name, download.sizeBytes]).toEqual(['to-fetch.bin', LARGE.length]);
    expect(Buffer.from(await (await download.blob()).arrayBuffer()).equals(LARGE)).toBe(true);
    expect(ranges).toEqual([null, 'bytes=3000000-', 'bytes=6000000-']);
    expect(progress.at(-1)).toBe(LARGE.length);
  });

  test('of other bytes than those of the dataset ends with a refusal', async () => {
    const id = await uploaded(new TextEncoder().encode('the right ones'), 'right.txt');
    const client = clientOver(async (url, init, send) => (url.endsWith('/graphql') ? send(url, init) : new Response('the wrong ones')));
    const { bytes } = await client.download(id);
    await expect(gather(bytes)).rejects.toMatchObject({ code: 'CHECKSUM_MISMATCH' });
  });

  test('of an ingested table gives what was uploaded, and an empty file is one', async () => {
    const client = clientOver((url, init, send) => send(url, init));
    const table = 'name,size\nada,1\nbob,2\n';
    const { file } = valueOf(await client.upload(dataset.id, new File([table], 'table.csv')));
    const states: string[] = [];
    for await (const { state } of client.jobProgress({ ingest: { databaseId: file.dataFile.databaseId } })) states.push(state);
    expect(states.at(-1)).toMatch(/SUCCEEDED|ABSENT/);
    const download = await client.download(file.dataFile.databaseId);
    expect([download.name, await (await download.blob()).text()]).toEqual(['table.csv', table]);
    const empty = await client.download(await uploaded(new Uint8Array(0), 'empty.bin'));
    expect((await empty.blob()).size).toBe(0);
  });
});

describe('an operation', () => {
  test('that only reads is sent again when its connection is lost, one that writes is not', async () => {
    let asked = 0;
    const client = clientOver((url, init, send) => ((asked += 1) === 1 ? Promise.reject(new Error('reset')) : send(url, init)));
    expect((await client.viewer()).superuser).toBe(true);
    expect(asked).toBe(2);
    asked = 0;
    await expect(client.publishCollection(':root')).rejects.toMatchObject({ name: 'Unreachable' });
    expect(asked).toBe(1);
  });

  test('waits as long as a busy server says', async () => {
    const waits: number[] = [];
    let last = 0;
    const client = clientOver((url, init, send) => {
      const now = performance.now();
      if (last > 0) waits.push(now - last);
      last = now;
      const busy = new Response('{"errors":[{"message":"busy"}]}', { status: 503, headers: { 'Retry-After': '1' } });
      return waits.length < 1 ? Promise.resolve(busy) : send(url, init);
    });
    await client.publishCollection(':root').catch(() => undefined);
    expect(waits[0]).toBeGreaterThanOrEqual(990);
  });
});
