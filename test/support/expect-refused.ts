import { expect } from 'vitest';
import type { RestAnswer } from './rest-client.ts';
import type { TestServer } from './server.ts';

/** Number of rows of every table, the record of commands included. */
export async function countRows(server: TestServer): Promise<Record<string, number>> {
  const { sql } = server.application.connection;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    // Workers report that they live; that is no matter of requests.
    if (name === 'job_worker') continue;
    const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from ${sql(name)}`;
    counts[name] = row?.rows ?? 0;
  }
  return counts;
}

/** Expects a 4xx in the envelope that mentions what is wrong and nothing inner, and no row more or less than before. */
export async function expectRefused(server: TestServer, send: () => Promise<RestAnswer>, mention = /\w/): Promise<void> {
  const before = await countRows(server);
  const answer = await send();
  expect(answer.status, answer.body.slice(0, 600)).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.body.slice(0, 600)).toBeLessThan(500);
  expect(answer.record('')).toMatchObject({ status: 'ERROR', message: expect.any(String), errorCode: expect.any(String) });
  expect(`${String(answer.message)} ${JSON.stringify(answer.at('errors') ?? [])}`).toMatch(mention);
  expect(answer.body).not.toMatch(/node_modules|\bat \w+ \(|insert into|postgres|ECONN|<html/i);
  expect(await countRows(server)).toEqual(before);
}
