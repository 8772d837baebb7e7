// What is sent to services outside belongs to the trace of the request or job that it is sent for.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { context } from '@opentelemetry/api';
import { type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Jobs, startJobs } from '../../src/jobs/start-jobs.ts';
import { setTracer } from '../../src/tracing/spans.ts';
import { type DataciteServer, REPOSITORY_ID, REPOSITORY_PASSWORD, startDataciteServer } from '../support/datacite-server.ts';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const spans: ReadableSpan[] = [];
const provider = new TracerProvider({
  spanProcessors: [
    {
      onStart: () => undefined,
      onEnd: (span) => void spans.push(span),
      forceFlush: async () => undefined,
      shutdown: async () => undefined,
    },
  ],
});

/** A bucket in memory, which fails the first request of each kind that it is told to. */
const objects = new Map<string, Buffer>();
const failing = new Set<string>();
const bucket = createServer((request, response) => {
  const { method = '', url = '' } = request;
  const key = url.split('?')[0] ?? '';
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (failing.delete(method)) response.writeHead(503).end();
    else if (method === 'PUT') {
      objects.set(key, Buffer.concat(chunks));
      response.writeHead(200, { ETag: '"e"' }).end();
    } else response.writeHead(objects.has(key) || key === '/bucket' ? 200 : 404).end(method === 'GET' ? objects.get(key) : undefined);
  });
});

let smtp: TestSmtpServer;
let datacite: DataciteServer;
let server: TestServer;
let jobs: Jobs;
let admin: Caller;

beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const { port } = bucket.address() as AddressInfo;
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-the-bucket');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-the-bucket');
  smtp = await startSmtpServer();
  datacite = await startDataciteServer();
  server = await startTestServer({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Repository <repository@example.org>',
    SITE_URL: 'https://data.example.org',
    STORAGE_URL: `s3://bucket?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    PID_PROVIDER: 'datacite',
    PID_AUTHORITY: '10.5072',
    DATACITE_URL: datacite.url,
    DATACITE_REPOSITORY_ID: REPOSITORY_ID,
    DATACITE_PASSWORD: REPOSITORY_PASSWORD,
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  setTracer(provider.getTracer('test'));
  const { db, services } = server.application;
  jobs = await startJobs({ connectionString: server.databaseUrl, db, services, commandServices: services, log: pino({ level: 'silent' }) });
  admin = superuser(server);
}, 200_000);

afterAll(async () => {
  setTracer(undefined);
  await jobs.stop();
  context.disable();
  await server.stop();
  await datacite.stop();
  await smtp.stop();
  bucket.close();
  vi.unstubAllEnvs();
});

/** The spans with a name, once there are some whose trace has ended: each with the name of the first span of its trace. */
async function calls(name: string): Promise<readonly { readonly span: ReadableSpan; readonly root: string }[]> {
  return vi.waitFor(
    () => {
      const found = spans.filter((span) => span.name === name);
      const rooted = found.flatMap((span) => {
        const root = spans.find((one) => one.spanContext().traceId === span.spanContext().traceId && one.parentSpanContext === undefined);
        return root === undefined ? [] : [{ span, root: root.name }];
      });
      if (rooted.length === 0) throw new Error(`There is no span ${name}.`);
      return rooted;
    },
    { timeout: 60_000, interval: 100 },
  );
}

const told = (): string => JSON.stringify(spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })));

test('requests to a bucket belong to the request that they are sent for, each try of them', async () => {
  const dataset = await createDataset(admin, await createCollection(admin));
  failing.add('PUT');
  await addFile(admin, dataset, { name: 'name-of-a-file.txt' });
  const puts = await calls('S3 PutObject');
  expect(new Set(puts.map(({ root }) => root))).toEqual(new Set(['POST /api/datasets/{id}/add']));
  expect(puts.map(({ span }) => [span.attributes['http.response.status_code'], span.attributes['error.type']])).toEqual([
    [503, '503'],
    [200, undefined],
  ]);
  expect(puts[0]?.span.attributes).toMatchObject({ 'rpc.service': 'S3', 'rpc.method': 'PutObject', 'server.address': '127.0.0.1' });
  for (const key of objects.keys()) expect(told()).not.toContain(key);
});

test('mail and registrations belong to the job that sends them', async () => {
  const collection = await createCollection(admin);
  const reader = await createUser(server, 'reader');
  await assignRole(admin, collection, reader.identifier, 'curator');
  const dataset = await createDataset(admin, collection);
  await publishDataset(admin, dataset);
  for (const name of ['SMTP send', 'PUT DataCite']) {
    for (const { root } of await calls(name)) expect(root).toMatch(/^job /);
  }
  const [mail] = await calls('SMTP send');
  expect(mail?.span.attributes).toEqual({ 'server.address': '127.0.0.1', 'server.port': Number(new URL(smtp.url).port) });
  const [registration] = await calls('PUT DataCite');
  expect(registration?.span.attributes).toMatchObject({ 'http.request.method': 'PUT', 'server.address': '127.0.0.1' });
  const { persistentId } = dataset;
  for (const secret of [
    REPOSITORY_PASSWORD,
    `${reader.identifier.slice(1)}@`,
    persistentId.split('/').at(-1) ?? '',
    'secret-of-the-bucket',
    'key-of-the-bucket',
    admin.token ?? '',
  ]) {
    expect(told()).not.toContain(secret);
  }
});
