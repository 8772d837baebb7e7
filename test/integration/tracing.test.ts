// What a collector receives of a server in a process of its own.
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess, UNHURRIED } from '../support/server-process.ts';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute),
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.infer<typeof sent>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

const spans: Span[] = [];
const services = new Set<unknown>();
const collector = createServer((request, response) => {
  void (async () => {
    for (const { resource, scopeSpans } of sent.parse(await json(request)).resourceSpans) {
      services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value['stringValue']);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.end('{}');
  })();
});

/** Starts a server that sends its traces here. */
async function startTraced(): Promise<ServerProcess> {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const dataDir = await mkdtemp(join(tmpdir(), 'traced-'));
  const database = await createTestDatabase();
  onTestFinished(async () => {
    collector.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return startServerProcess({
    dataDir,
    env: {
      DATABASE_URL: database.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_SERVICE_NAME: 'library',
      TRUSTED_PROXIES: '192.0.2.1',
    },
  });
}

function valueOf(span: Span | undefined, key: string): unknown {
  return Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];
}

/** The spans of the trace of the request with this name, once all of them came. */
async function traceOf(name: string): Promise<readonly Span[]> {
  const root = await vi.waitFor(
    () => {
      const found = spans.find((span) => span.name === name);
      if (found === undefined) throw new Error(`There is no span ${name}.`);
      return found;
    },
    { timeout: 60_000, interval: 100 },
  );
  return spans.filter(({ traceId }) => traceId === root.traceId);
}

/** One trace leads from a REST request over its operation to the statements of the database. */
async function expectTraceOfRest(server: ServerProcess): Promise<void> {
  const answer = await fetch(`${server.url}/api/collections/root?x=secret-of-a-query`, {
    headers: { 'X-Service-key': server.token },
  });
  expect(answer.status).toBe(200);
  const trace = await traceOf('GET /api/collections/{id}');
  const request = trace.find(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === '');
  expect(request?.name).toBe('GET /api/collections/{id}');
  expect([valueOf(request, 'url.path'), valueOf(request, 'http.response.status_code')]).toEqual(['/api/collections/root', 200]);
  const operation = trace.find(({ name }) => name.startsWith('query '));
  expect(operation?.parentSpanId).toBe(request?.spanId);
  const statements = trace.filter((span) => valueOf(span, 'db.system.name') === 'postgresql');
  expect(statements.some(({ parentSpanId }) => parentSpanId === operation?.spanId)).toBe(true);
  for (const statement of statements) expect(valueOf(statement, 'db.query.text')).toMatch(/^\s*\w/);
  expect([...services]).toEqual(['library']);
  expect(JSON.stringify(trace)).not.toContain('secret-of-a-query');
  expect(JSON.stringify(trace)).not.toContain(server.token);
}

/** An operation of a client has its name, and no values. */
async function expectTraceOfClient(server: ServerProcess): Promise<void> {
  const query = 'query NamedByItsSender { collection(reference: {alias: "root-or-not"}) { name } }';
  await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const trace = await traceOf('query NamedByItsSender');
  expect(trace.find(({ name }) => name === 'POST')).toBeDefined();
  expect(JSON.stringify(trace)).not.toContain('root-or-not');
}

/** A trace that anybody names is not followed. */
async function expectOwnTrace(server: ServerProcess): Promise<void> {
  const traceId = 'ab'.repeat(16);
  await fetch(`${server.url}/api/info/server`, { headers: { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` } });
  await traceOf('GET /api/info/server');
  expect(spans.filter((span) => span.traceId === traceId)).toEqual([]);
}

/** The log names the trace of a request. */
async function expectLogged(server: ServerProcess): Promise<void> {
  const [first] = await traceOf('GET /api/info/server');
  const lines = server
    .stderr()
    .split('\n')
    .filter((line) => line.includes('/api/info/server'));
  expect(lines.some((line) => line.includes(`"traceId":"${first?.traceId}"`))).toBe(true);
}

test('a collector receives traces from requests to statements, without secrets', UNHURRIED, async () => {
  const server = await startTraced();
  await expectTraceOfRest(server);
  await expectTraceOfClient(server);
  await expectOwnTrace(server);
  await expectLogged(server);
});
