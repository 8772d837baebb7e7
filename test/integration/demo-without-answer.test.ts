import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runDemo } from '../../src/demo/run-demo.ts';
import { StartupError } from '../../src/errors/startup-error.ts';

/** A server that takes connections and answers what it is given to answer, or nothing. */
async function silentServer(answers: Readonly<Record<string, string>>): Promise<{ readonly dataDir: string; readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('data', (request) => {
        const answer = answers[request.toString('latin1').split(' ', 2)[1] ?? ''];
        if (answer !== undefined) socket.write(answer);
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-demo-'));
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  const url = `http://127.0.0.1:${address.port}`;
  await writeFile(join(dataDir, 'server.json'), JSON.stringify({ url, pid: process.pid }));
  await writeFile(join(dataDir, 'superuser-token'), 'token-of-the-test');
  return { dataDir, url };
}

const READY = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

test.each([
  { when: 'that hangs', answers: {} },
  { when: 'that hangs after it said that it is ready', answers: { '/readyz': READY } },
])('the demo gives up on a server $when, and names it', async ({ answers }) => {
  const { dataDir, url } = await silentServer(answers);
  const demo = runDemo({
    dataDir,
    tokenFile: join(dataDir, 'superuser-token'),
    print: () => undefined,
    startServer: () => Promise.reject(new Error('None is to be started.')),
    answerLimitMs: 100,
  });
  const refusal = await demo.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartupError);
  expect(String(refusal)).toContain(url);
});
