import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCollection, createDataset, publishDataset, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let dataset: number;

beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  const created = await createDataset(admin, await createCollection(admin));
  await publishDataset(admin, created);
  dataset = created.id;
});
afterAll(() => server.stop());

test.each([
  // Its search form is sent to this server.
  ['the home page', () => '/', "'self'"],
  ['the documentation', () => '/docs', "'none'"],
  ['the explorer', () => '/graphql', "'none'"],
  ['a citation in HTML', () => `/api/datasets/${dataset}/versions/1.0/citation/Internal`, "'none'"],
])('%s has the security headers of every page', async (_name, path, forms) => {
  const { status, headers } = await fetch(`${server.url}${path()}`, { headers: { Accept: 'text/html' } });
  expect({ status, type: headers.get('content-type')?.toLowerCase() }).toEqual({
    status: 200,
    type: expect.stringMatching(/^text\/html; ?charset=utf-8$/),
  });
  const policy = headers.get('content-security-policy') ?? '';
  const everywhere = ["default-src 'none'", "base-uri 'none'", `form-action ${forms}`, "frame-ancestors 'none'"];
  expect(policy.split('; ')).toEqual(expect.arrayContaining(everywhere));
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});
