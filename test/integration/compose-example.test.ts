import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { get } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { pickFreePort } from '../../src/db/embedded/free-port.ts';
import { environmentSchema } from '../../src/environment.ts';
import { hasNginx, type Nginx, startNginx } from '../support/nginx.ts';
import { assignRole, createCollection, createDataset, type SeededDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { eventsSubscriber, socketSubscriber } from '../support/subscriber.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;

const serviceShape = z.object({
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.unknown()).optional(),
});
const composeShape = z.object({ services: z.record(z.string(), serviceShape), volumes: z.record(z.string(), z.unknown()) });

const compose = async () => composeShape.parse(parse(await readFile('compose.yaml', 'utf8')));

/** The proxy of the example before something on this machine, until the test ends. */
async function proxyBefore(url: string): Promise<Nginx> {
  const written = await configuration('deploy/nginx.conf', url);
  expect(written).toContain('listen 80;');
  const proxy = await startNginx((port) => written.replace('listen 80;', `listen 127.0.0.1:${port};`));
  onTestFinished(() => proxy.stop());
  return proxy;
}

interface TlsProxy {
  readonly plain: string;
  readonly url: string;
}

/** The proxy of the example for TLS, with a certificate of its own that this process takes, until the test ends. */
async function tlsProxyBefore(url: string): Promise<TlsProxy> {
  const written = await configuration('deploy/nginx-tls.conf', url);
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const named = ['-subj', '/CN=archive.example.org', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...named], {
    stdio: 'pipe',
  });
  const before = getCACertificates();
  setDefaultCACertificates([...before, await readFile(certificate, 'utf8')]);
  onTestFinished(() => setDefaultCACertificates(before));
  const securePort = await pickFreePort();
  const changes = (port: number): [string, string][] => [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${securePort} ssl;`],
    ['/etc/nginx/tls', folder],
  ];
  for (const [from] of changes(0)) expect(written).toContain(from);
  const proxy = await startNginx((port) => changes(port).reduce((text, [from, to]) => text.replaceAll(from, to), written));
  onTestFinished(() => proxy.stop());
  return { plain: proxy.url, url: `https://127.0.0.1:${securePort}` };
}

/** A configuration with what it includes, before an address of this machine. */
async function configuration(path: string, url: string): Promise<string> {
  const [include, upstream] = ['include /etc/nginx/archivolt.conf;', 'http://archivolt:8080'];
  const [written, included] = [await readFile(path, 'utf8'), await readFile('deploy/nginx-archivolt.conf', 'utf8')];
  expect(written).toContain(include);
  expect(included).toContain(upstream);
  return written.replace(include, included.replaceAll(upstream, url));
}

/** Something that answers with the headers of a request. */
async function startEcho(): Promise<string> {
  const echo = createServer(({ headers }, response) => response.end(JSON.stringify(headers)));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => echo.close().closeAllConnections());
  const address = echo.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Status of a request that comes from another address of this machine. */
function statusFrom(localAddress: string, url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { localAddress, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });
}

const BOTH = ['events', 'socket'];

/** Sends a file of this size, and reads it again, at an address. @returns the protocols over which a change was heard of there */
async function passesAll(server: TestServer, url: string, sizeBytes: number): Promise<string[]> {
  const protocols: string[] = [];
  const admin = superuser(server);
  const dataset: SeededDataset = await createDataset(admin, await createCollection(admin));
  const bytes = randomBytes(sizeBytes);
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'large.bin');
  const headers = { 'X-Service-key': SUPERUSER_TOKEN };
  const sent = await fetch(`${url}/api/datasets/${dataset.id}/add`, { method: 'POST', headers, body: form });
  expect(sent.status).toBe(200);
  const { data } = z
    .object({ data: z.object({ files: z.tuple([z.object({ dataFile: z.object({ id: z.number() }) })]) }) })
    .parse(await sent.json());
  const got = await fetch(`${url}/api/access/datafile/${data.files[0].dataFile.id}`, { headers });
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);

  const changed = `subscription { datasetChanged(reference: { databaseId: ${dataset.id} }) { __typename } }`;
  const subscribers = { events: eventsSubscriber(url, SUPERUSER_TOKEN), socket: socketSubscriber(url, SUPERUSER_TOKEN) };
  for (const [protocol, subscriber] of Object.entries(subscribers)) {
    const subscription = subscriber.subscribe(changed);
    const heard = subscription.next();
    let edits = 0;
    const edit = setInterval(() => {
      edits += 1;
      const fields = [{ typeName: 'subtitle', value: `Edition ${edits}` }];
      void admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields });
    }, 500);
    if ((await heard).text('data.datasetChanged.__typename') !== '') protocols.push(protocol);
    clearInterval(edit);
    await subscription.close();
    await subscriber.close();
  }
  return protocols;
}

describe('the example for Compose', () => {
  it('sets variables that the server knows, and mounts and needs what there is', async () => {
    const { services, volumes } = await compose();
    const names = Object.keys(services['archivolt']?.environment ?? {});
    expect(names).toEqual(expect.arrayContaining(['SITE_URL', 'DATABASE_URL', 'STORAGE_URL', 'TRUSTED_PROXIES']));
    // The package for S3 reads its credentials itself.
    expect(names.filter((name) => !(name in environmentSchema.shape))).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
    for (const service of Object.values(services)) {
      for (const needed of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(needed);
      for (const mount of service.volumes ?? []) {
        const [source = ''] = mount.split(':');
        expect([source, source.startsWith('.') ? existsSync(source) : source in volumes]).toEqual([source, true]);
      }
    }
    // All else is reached by it alone.
    expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(['proxy']);
  });
});

describe('the example with TLS', () => {
  it('changes services that there are, and mounts its own configuration in the place of the other', async () => {
    const tls = composeShape.partial().parse(parse(await readFile('compose.tls.yaml', 'utf8'))).services ?? {};
    const { services } = await compose();
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(tls)));
    const mounted = (mounts: readonly string[] = []) => mounts.map((mount) => mount.split(':'));
    const targets = mounted(services['proxy']?.volumes).map(([, target]) => target);
    expect(targets).toEqual(['/etc/nginx/conf.d/default.conf', '/etc/nginx/archivolt.conf']);
    const [[source = '', target] = []] = mounted(tls['proxy']?.volumes);
    expect([existsSync(source), target]).toEqual([true, targets[0]]);
  });
});

describe.skipIf(!hasNginx)('the proxy of the example (skipped where nginx is not installed)', () => {
  it('says where a request comes from, whatever the client says', async () => {
    const proxy = await proxyBefore(await startEcho());
    const passed: unknown = await (await fetch(proxy.url, { headers: { 'X-Forwarded-For': '192.0.2.7' } })).json();
    expect(passed).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: new URL(proxy.url).host });
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404);
  });

  it('passes uploads and streams of events on', async () => {
    const server: TestServer = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
    onTestFinished(() => server.stop());
    expect(await passesAll(server, (await proxyBefore(server.url)).url, 3_000_000)).toEqual(BOTH);
  });
});

describe.skipIf(!hasNginx || !hasOpenssl)('the proxy of the example for TLS (skipped where nginx or openssl is not installed)', () => {
  it('sends plain requests to TLS, and tells browsers to come by it alone', async () => {
    const { plain, url } = await tlsProxyBefore(await startEcho());
    const moved = await fetch(`${plain}/api/info/version?a=b`, { method: 'POST', redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'https://127.0.0.1/api/info/version?a=b']);
    const answer = await fetch(`${url}/`, { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
    expect(await answer.json()).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: new URL(url).host });
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });

  it('passes large uploads, streams of events and the address of the client on', async () => {
    const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', SITE_URL: 'https://archive.example.org' });
    onTestFinished(() => server.stop());
    const { url } = await tlsProxyBefore(server.url);
    expect(await passesAll(server, url, 200_000_000)).toEqual(BOTH);

    const admin = superuser(server);
    const collection = await createCollection(admin, { published: false });
    // Addresses that only a machine itself has count for no group where a proxy names them, so it takes one that others see.
    const seen = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const inside = seen.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
    const group = succeeded(await admin.rest.put('/api/admin/groups/ip/inside', { addresses: [inside ?? '192.0.2.7'] }));
    await assignRole(admin, collection, group.text('data.identifier'), 'member');
    const address = `${url}/api/collections/${collection.id}`;
    const statuses = [
      inside === undefined ? 'no such address' : await statusFrom(inside, address),
      await statusFrom('127.0.0.3', address, { 'X-Forwarded-For': inside ?? '192.0.2.7' }),
    ];
    expect(statuses).toEqual([inside === undefined ? 'no such address' : 200, 401]);
  });
});
