import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { environmentSchema } from '../../src/environment.ts';
import { hasNginx, type Nginx, startNginx } from '../support/nginx.ts';
import { createCollection, createDataset, type SeededDataset, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { eventsSubscriber, socketSubscriber } from '../support/subscriber.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

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
  const changes = [
    ['listen 80;', (port: number) => `listen 127.0.0.1:${port};`],
    ['http://archivolt:8080', () => url],
  ] as const;
  const written = await readFile('deploy/nginx.conf', 'utf8');
  for (const [from] of changes) expect(written).toContain(from);
  const proxy = await startNginx((port) => changes.reduce((text, [from, to]) => text.replaceAll(from, to(port)), written));
  onTestFinished(() => proxy.stop());
  return proxy;
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

describe.skipIf(!hasNginx)('the proxy of the example (skipped where nginx is not installed)', () => {
  it('says where a request comes from, whatever the client says', async () => {
    const echo = createServer(({ headers }, response) => response.end(JSON.stringify(headers)));
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => echo.close().closeAllConnections());
    const address = echo.address();
    const proxy = await proxyBefore(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    const passed: unknown = await (await fetch(proxy.url, { headers: { 'X-Forwarded-For': '192.0.2.7' } })).json();
    expect(passed).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: new URL(proxy.url).host });
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404);
  });

  it('passes uploads and streams of events on', async () => {
    const server: TestServer = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
    onTestFinished(() => server.stop());
    const proxy = await proxyBefore(server.url);
    const admin = superuser(server);
    const dataset: SeededDataset = await createDataset(admin, await createCollection(admin));

    const bytes = randomBytes(3_000_000);
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'large.bin');
    const headers = { 'X-Service-key': SUPERUSER_TOKEN };
    const sent = await fetch(`${proxy.url}/api/datasets/${dataset.id}/add`, { method: 'POST', headers, body: form });
    expect(sent.status).toBe(200);
    const { data } = z
      .object({ data: z.object({ files: z.tuple([z.object({ dataFile: z.object({ id: z.number() }) })]) }) })
      .parse(await sent.json());
    const got = await fetch(`${proxy.url}/api/access/datafile/${data.files[0].dataFile.id}`, { headers });
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);

    const changed = `subscription { datasetChanged(reference: { databaseId: ${dataset.id} }) { __typename } }`;
    for (const subscriber of [eventsSubscriber(proxy.url, SUPERUSER_TOKEN), socketSubscriber(proxy.url, SUPERUSER_TOKEN)]) {
      const subscription = subscriber.subscribe(changed);
      const heard = subscription.next();
      let edits = 0;
      const edit = setInterval(() => {
        edits += 1;
        const fields = [{ typeName: 'subtitle', value: `Edition ${edits}` }];
        void admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields });
      }, 500);
      expect((await heard).text('data.datasetChanged.__typename')).not.toBe('');
      clearInterval(edit);
      await subscription.close();
      await subscriber.close();
    }
  });
});
