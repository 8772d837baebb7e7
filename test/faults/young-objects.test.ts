import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { UNHURRIED } from '../support/server-process.ts';
import { startFreshServer } from './depositor.ts';

const CLIENTS = 4;
const WARM_UP = 800;
const REQUESTS = 1600;
/** A request that leaves nothing behind makes about 6 of the 7,400 KB of a minor collection old; without the mend of docs/adr/0030 it is 390. */
const MOST_KILOBYTES = 100;

const memory = z.object({ flags: z.array(z.string()), env: z.record(z.string(), z.string()) });

/** KB that each minor collection made old, as V8 reports it (`--trace-gc-nvp`). */
const madeOld = (printed: string): number[] =>
  Array.from(printed.matchAll(/ gc=s .*? promoted=(\d+)/g), ([, bytes]) => Number(bytes) / 1000);

test('what was made for a request is not kept beyond it, however many there were', UNHURRIED, async () => {
  const { flags, env } = memory.parse(JSON.parse(await readFile('tools/server-memory.json', 'utf8')));
  const { server } = await startFreshServer({ env, flags: [...flags, '--trace-gc', '--trace-gc-nvp'] });
  // Statements that are prepared, and some that are composed for each request.
  const paths = ['/api/collections/root', '/api/collections/root/contents', '/api/licenses', '/api/users/:me'];
  async function ask(count: number): Promise<void> {
    const client = async (): Promise<void> => {
      for (let index = 0; index < count / CLIENTS; index += 1) {
        const response = await fetch(`${server.url}${paths[index % paths.length]}`, { headers: { 'X-Service-key': server.token } });
        await response.text();
        expect(response.status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }
  await ask(WARM_UP);
  const before = madeOld(server.stdout()).length;
  await ask(REQUESTS);
  const collections = madeOld(server.stdout()).slice(before);
  expect(collections.length).toBeGreaterThan(5);
  expect(collections.reduce((sum, kilobytes) => sum + kilobytes, 0) / collections.length).toBeLessThan(MOST_KILOBYTES);
});
