import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { restClient } from '../support/rest-client.ts';
import { startTestServer } from '../support/server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = z.function({ input: [], output: z.void() }).implement(runInNewContext('gc'));

/** Starts a server, asks it, and ends it. Apart, since a function that waits keeps its variables. */
async function endedApplication(): Promise<WeakRef<object>> {
  const server = await startTestServer();
  try {
    expect((await restClient(server.url).get('/api/info/version')).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`)).status).toBeLessThan(500);
    return new WeakRef(server.application);
  } finally {
    await server.stop();
  }
}

test('a server that has ended leaves nothing in the memory of its process', async () => {
  const ended = [await endedApplication(), await endedApplication()];
  await expect
    .poll(() => {
      collectGarbage();
      return ended.filter((reference) => reference.deref() !== undefined).length;
    })
    .toBe(0);
});
