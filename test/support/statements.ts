import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from './server.ts';

/** A new connection of the pool asks for array types once; that is no part of a request. */
function isOfConnection(statement: string): boolean {
  return statement.includes('pg_catalog.pg_type');
}

/** Waits until an idle server sends no more statements: its start finishes in the background. */
export async function untilQuiet(server: TestServer): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = server.takeStatements().length === 0 ? quiet + 1 : 0) await pause(25);
}

/** The statements that a server sends while `work` runs, in their order, without those of connecting. */
export async function statementsDuring(server: TestServer, work: () => Promise<unknown>): Promise<readonly string[]> {
  server.takeStatements();
  await work();
  return server.takeStatements().filter((statement) => !isOfConnection(statement));
}
