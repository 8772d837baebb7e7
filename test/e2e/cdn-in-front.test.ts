// The configurations of docs/how-to/put-a-cdn-in-front.md, with the programs themselves where they are installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readJson } from '../support/json-reader.ts';
import { startNginx } from '../support/nginx.ts';
import { createCollection, createDataset, publishDataset, type SeededDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const PATHS = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;

function isInstalled(program: string): boolean {
  return spawnSync(program, ['-V'], { env: { ...process.env, PATH: PATHS } }).error === undefined;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The block of the page in a language. */
async function documented(language: string): Promise<string> {
  const page = await readFile(new URL('../../docs/how-to/put-a-cdn-in-front.md', import.meta.url), 'utf8');
  const block = new RegExp(`\`\`\`${language}\\n(?<text>[\\s\\S]*?)\`\`\``).exec(page)?.groups?.['text'];
  if (block === undefined) throw new Error(`The page has no ${language}.`);
  return block;
}

interface Front {
  readonly url: string;
  stop(): Promise<void>;
}

/** Replaces what every installation has another one of. @throws Error when the page does not have it */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The page does not have ${from}.`);
  return text.replaceAll(from, to);
}

async function started(process: ChildProcess, url: string, folder: string): Promise<Front> {
  let said = '';
  process.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => {
    process.once('close', () => resolve());
  });
  await vi.waitFor(
    async () => {
      if (process.exitCode === null) await fetch(`${url}/ready`);
    },
    { timeout: 30_000, interval: 100 },
  );
  if (process.exitCode !== null) throw new Error(said);
  return {
    url,
    stop: async () => {
      process.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startVarnish(server: TestServer): Promise<Front> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'archivolt-varnish-')), await freePort()];
  const vcl = replaced(await documented('vcl'), '"8080"', `"${new URL(server.url).port}"`);
  await writeFile(join(folder, 'default.vcl'), vcl);
  const args = ['-F', '-j', 'none', '-n', join(folder, 'work'), '-f', join(folder, 'default.vcl'), '-a', `127.0.0.1:${port}`];
  return started(
    spawn('varnishd', [...args, '-s', 'malloc,32m'], { env: { ...process.env, PATH: PATHS } }),
    `http://127.0.0.1:${port}`,
    folder,
  );
}

async function startDocumentedNginx(server: TestServer): Promise<Front> {
  const block = replaced(await documented('nginx'), 'http://127.0.0.1:8080', server.url);
  return startNginx((port, folder) => {
    const listening = replaced(block, 'listen 80;', `listen 127.0.0.1:${port};`);
    return replaced(listening, '/var/cache/nginx/archivolt', join(folder, 'cache'));
  });
}

const FRONTS = [
  { name: 'Varnish', program: 'varnishd', start: startVarnish },
  { name: 'nginx', program: 'nginx', start: startDocumentedNginx },
] as const;

for (const { name, program, start } of FRONTS) {
  describe.skipIf(!isInstalled(program))(`${name} in front (skipped where ${program} is not installed)`, () => {
    let server: TestServer;
    let front: Front;
    let dataset: SeededDataset;
    /** A server whose answers last for a second, and what is in front of it. */
    let brief: { readonly server: TestServer; readonly front: Front; readonly dataset: SeededDataset };

    async function publish(at: TestServer): Promise<SeededDataset> {
      const admin = superuser(at);
      const made = await createDataset(admin, await createCollection(admin));
      await publishDataset(admin, made);
      return made;
    }

    beforeAll(async () => {
      server = await startTestServer({ PUBLIC_ANSWER_SECONDS: '3600', TRUSTED_PROXIES: '127.0.0.1' });
      front = await start(server);
      dataset = await publish(server);
      const other = await startTestServer({ PUBLIC_ANSWER_SECONDS: '1', TRUSTED_PROXIES: '127.0.0.1' });
      brief = { server: other, front: await start(other), dataset: await publish(other) };
    });
    afterAll(async () => {
      await Promise.all([front.stop(), brief.front.stop()]);
      await Promise.all([server.stop(), brief.server.stop()]);
    });

    async function get(url: string, query: string, headers: Readonly<Record<string, string>> = {}) {
      const response = await fetch(`${url}/graphql?${new URLSearchParams({ query }).toString()}`, { headers });
      const answer = readJson(JSON.parse(await response.text()));
      return { status: response.status, kept: response.headers.get('x-cache'), answer };
    }

    const pinned = ({ id }: SeededDataset, reference = '1.0'): string =>
      `{ dataset(reference: { databaseId: ${id} }) { version(reference: "${reference}") { title } } }`;
    const newest = ({ id }: SeededDataset): string => `{ dataset(reference: { databaseId: ${id} }) { latestVersion { state title } } }`;

    test('a public answer is asked for once', async () => {
      const first = await get(front.url, pinned(dataset));
      const second = await get(front.url, pinned(dataset));
      expect([first.kept, second.kept]).toEqual(['MISS', 'HIT']);
      expect(second.answer.at('data')).toEqual(first.answer.at('data'));
      expect(second.answer.text('data.dataset.version.title')).not.toBe('');
      // Another form is another answer.
      expect((await get(front.url, pinned(dataset), { Accept: 'application/graphql-response+json' })).kept).toBe('MISS');
    });

    test('what is answered to one is given to no other, and what is kept for all to none with credentials', async () => {
      const admin = superuser(server);
      const fields = [{ typeName: 'title', typeClass: 'primitive', multiple: false, value: 'Of the draft alone' }];
      succeeded(await admin.rest.send(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { method: 'PUT', json: { fields } }));
      const token = { 'X-Service-key': SUPERUSER_TOKEN };
      for (let round = 0; round < 2; round += 1) {
        const theirs = await get(front.url, newest(dataset), token);
        expect([theirs.answer.at('data.dataset.latestVersion.title'), theirs.kept]).toEqual([
          'Of the draft alone',
          expect.not.stringMatching('HIT'),
        ]);
        const ours = await get(front.url, newest(dataset));
        expect([ours.answer.at('data.dataset.latestVersion.state'), ours.kept]).toEqual(['RELEASED', expect.not.stringMatching('HIT')]);
        expect((await get(front.url, pinned(dataset), token)).kept).not.toBe('HIT');
        expect((await get(front.url, pinned(dataset), { ...token, Cookie: 'a=b', 'apollo-require-preflight': '1' })).kept).not.toBe('HIT');
      }
      const refused = [await get(front.url, newest(dataset), { 'X-Service-key': 'nonsense' }), await get(front.url, '{ nosuch }')];
      expect(refused.map(({ answer }) => answer.at('errors.0.extensions.code'))).toEqual([
        'INVALID_API_TOKEN',
        'GRAPHQL_VALIDATION_FAILED',
      ]);
      expect((await get(front.url, '{ nosuch }')).kept).not.toBe('HIT');
    });

    test('mutations and operations by POST pass', async () => {
      const response = await fetch(`${front.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: pinned(dataset) }),
      });
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    });

    test('what is old is asked for again by its tag', async () => {
      await get(brief.front.url, pinned(brief.dataset));
      await expect
        .poll(async () => (await get(brief.front.url, pinned(brief.dataset))).kept, { timeout: 30_000, interval: 300 })
        .toBe('REVALIDATED');
    });

    test('a version that is withdrawn goes with its time', async () => {
      expect((await get(brief.front.url, pinned(brief.dataset))).status).toBe(200);
      const reason = { deaccessionReason: 'Wrong' };
      succeeded(await superuser(brief.server).rest.post(`/api/datasets/${brief.dataset.id}/versions/1.0/deaccession`, reason));
      await expect
        .poll(async () => (await get(brief.front.url, pinned(brief.dataset))).answer.at('errors.0.extensions.code'), {
          timeout: 30_000,
          interval: 300,
        })
        .toBe('DATASET_VERSION_NOT_FOUND');
    });

    test.runIf(name === 'Varnish')('and at once where the cache is emptied', async () => {
      const own = await publish(server);
      await get(front.url, pinned(own));
      succeeded(await superuser(server).rest.post(`/api/datasets/${own.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong' }));
      expect((await get(front.url, pinned(own))).kept).toBe('HIT');
      expect((await fetch(`${front.url}/graphql`, { method: 'PURGE' })).status).toBe(200);
      expect((await get(front.url, pinned(own))).answer.at('errors.0.extensions.code')).toBe('DATASET_VERSION_NOT_FOUND');
    });

    test('a stream is not held back', async () => {
      const query = 'subscription { collectionFeed { kind } }';
      const response = await fetch(`${front.url}/graphql?${new URLSearchParams({ query }).toString()}`, {
        headers: { Accept: 'text/event-stream' },
      });
      const reader = response.body?.getReader();
      const told = reader?.read();
      await createDataset(superuser(server), await createCollection(superuser(server)));
      expect(new TextDecoder().decode((await told)?.value).length).toBeGreaterThan(0);
      await reader?.cancel();
    });
  });
}
