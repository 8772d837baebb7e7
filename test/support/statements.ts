import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from './server.ts';

/**
 * Waits until an idle server sends no more statements: its start finishes in the background. A statement may wait for a connection that
 * PostgreSQL is still making, which takes long on a busy machine: after a start the silence that counts is half a second.
 */
export async function untilQuiet(server: TestServer, silenceMs = 75): Promise<void> {
  const turnMs = 25;
  for (let quiet = 0; quiet * turnMs < silenceMs; quiet = server.takeStatements().length === 0 ? quiet + 1 : 0) await pause(turnMs);
}

/** The statements that a server sends while `work` runs, in their order. */
export async function statementsDuring(server: TestServer, work: () => Promise<unknown>): Promise<readonly string[]> {
  server.takeStatements();
  await work();
  return server.takeStatements();
}
