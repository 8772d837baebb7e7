import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlExplorer } from '../../../src/graphql-explorer/explorer-page.ts';
import { docsPage } from '../../../src/rest-compat/docs-page.ts';

const LEFT_TO_OTHERS = 418;

const server = createServer((request, response) => {
  if (!docsPage(request, response) && !graphqlExplorer(request, response)) response.writeHead(LEFT_TO_OTHERS).end();
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.');
  origin = `http://127.0.0.1:${address.port}`;
});
afterAll(() => server.close());

const html = { Accept: 'text/html,application/xhtml+xml' };

describe.each(['/docs', '/graphql'])('the page %s', (path) => {
  test('names nothing outside this machine, and all it names is served with the right type', async () => {
    const page = await fetch(origin + path, { headers: html });
    const text = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toMatch(/<script[^>]*>[^<]/);
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, name]) => name ?? []).filter((name) => name !== '/openapi');
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) {
      const asset = await fetch(origin + name);
      expect([name, asset.status]).toEqual([name, 200]);
      expect(asset.headers.get('content-type')).toMatch(name.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  test('lets the browser load scripts from this machine only', async () => {
    const policy = (await fetch(origin + path, { headers: html })).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  });

  test('is not sent again to a browser that has it', async () => {
    const first = await fetch(origin + path, { headers: html });
    const again = await fetch(origin + path, { headers: { ...html, 'If-None-Match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });
});

test.each([
  ['GET', '/graphql', 'application/json'],
  ['GET', '/graphql?query=%7Bx%7D', 'text/html'],
  ['POST', '/graphql', 'text/html'],
  ['GET', '/graphql/explorer/../../package.json', 'text/html'],
  ['GET', '/docs/other.js', '*/*'],
])('%s %s with Accept %s is left to others', async (method, path, accept) => {
  expect((await fetch(origin + path, { method, headers: { Accept: accept } })).status).toBe(LEFT_TO_OTHERS);
});
