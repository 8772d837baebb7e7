import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { StreamFormat } from '../../../src/rest-compat/sent-content.ts';
import { streamPages } from '../../../src/rest-compat/stream-pages.ts';

interface NumberPage {
  readonly numbers: readonly number[];
  readonly next: string | null;
}

const format: StreamFormat<NumberPage> = {
  contentType: 'application/json',
  opening: '[',
  separator: ',',
  closing: ']',
  page: ({ numbers, next }) => ({ lines: numbers.map(String), next }),
};

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves pages; the address, and what came of the serving. */
async function serve(
  makePage: (after: string | null) => Promise<NumberPage>,
): Promise<{ readonly url: string; readonly done: Promise<unknown> }> {
  const result = Promise.withResolvers<unknown>();
  server = createServer((request, response) => {
    const exchange = {
      request,
      response,
      requestId: 'r1',
      target: '/',
      path: '/',
      queryText: '',
      routeHeaders: ['X-Extra', 'yes'],
      route: undefined,
      translation: undefined,
    };
    streamPages(exchange, format, undefined, makePage).then(result.resolve, (error: unknown) => {
      response.destroy();
      result.resolve(error);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, done: result.promise };
}

function pages(...list: readonly (readonly number[])[]): (after: string | null) => Promise<NumberPage> {
  return async (after) => {
    const index = after === null ? 0 : Number(after);
    return { numbers: list[index] ?? [], next: index + 1 < list.length ? String(index + 1) : null };
  };
}

describe('a list that is sent page by page', () => {
  test.each([
    [[[]], '[]'],
    [[[1]], '[1]'],
    [[[1, 2], [3], [4, 5]], '[1,2,3,4,5]'],
    [[[], [1], [], [2], []], '[1,2]'],
    [[[], []], '[]'],
  ])('joins the pages %j', async (list, body) => {
    const { url } = await serve(pages(...list));
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, body]);
    expect([response.headers.get('x-extra'), response.headers.get('x-request-id')]).toEqual(['yes', 'r1']);
  });

  test('leaves the answer untouched when the first page is refused', async () => {
    const { url, done } = await serve(async () => {
      throw new Error('refused');
    });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(await done).toMatchObject({ message: 'refused' });
  });

  test('rejects when a later page fails, so that a part is not mistaken for the whole', async () => {
    const { url, done } = await serve(async (after) => {
      if (after !== null) throw new Error('failed');
      return { numbers: [1], next: 'a' };
    });
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow(/fetch failed|terminated/);
    expect(await done).toMatchObject({ message: 'failed' });
  });

  test('makes one page alone for HEAD', async () => {
    let made = 0;
    const { url, done } = await serve(async () => ({ numbers: [1], next: String((made += 1)) }));
    const response = await fetch(url, { method: 'HEAD' });
    await done;
    expect([response.status, response.headers.get('content-type'), made]).toEqual([200, 'application/json', 1]);
  });

  test('makes no more pages for a client that has left, nor ahead of one that does not read', async () => {
    let made = 0;
    const wide = Array.from({ length: 5000 }, (_, index) => index);
    const { url, done } = await serve(async () => ({ numbers: wide, next: String((made += 1)) }));
    const client = new AbortController();
    const response = await fetch(url, { signal: client.signal });
    await response.body?.getReader().read();
    client.abort();
    await done;
    const whenLeft = made;
    expect(whenLeft).toBeLessThan(5000);
  });
});
