// What the guides on searching have an operator type where the software lies, typed beside a server: the doctor, and moving to OpenSearch and back.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createDataset, temporaryFolder, TOKEN } from '../faults/depositor.ts';
import { startOpenSearchServer } from '../support/opensearch-server.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';

interface Block {
  readonly language: string;
  readonly text: string;
}

/** Blocks of a guide, also those within lists, without their indentation. */
async function blocksOf(guide: string): Promise<Block[]> {
  const text = await readFile(`docs/how-to/${guide}.md`, 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)].map(([, indent = '', language = '', block = '']) => ({
    language,
    text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

const scriptsOf = async (guide: string): Promise<string[]> =>
  (await blocksOf(guide)).filter(({ language }) => language === 'sh').map(({ text }) => text);

/** Whether lines are those that are shown, apart from numbers, times and addresses. */
function comparable(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('> '));
  return lines.map((line) => line.replaceAll(/https?:\/\/\S+/g, 'ADDRESS').replaceAll(/\d+/g, '0'));
}

test('the commands of the guides do what they show', UNHURRIED, async () => {
  const database = await createTestDatabase('installed');
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  const engine = await startOpenSearchServer();
  onTestFinished(async () => {
    await sql.end();
    await engine.stop();
  });
  const dataDir = await temporaryFolder();
  const env = { DATABASE_URL: database.url, SUPERUSER_API_TOKEN: TOKEN };
  const type = async (script: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
    const shell = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, ...env, ...more };
    return (await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], { env: shell })).stdout;
  };
  const moving = await scriptsOf('search-with-opensearch');
  const shown = (await blocksOf('search-with-opensearch')).find(({ language }) => language === 'text')?.text ?? '';
  const [setting = '', comparing = '', rebuilding = ''] = moving;
  const doctors = (await scriptsOf('search')).filter((script) => script.includes('npm run doctor'));
  expect([moving.length, doctors.length]).toEqual([3, 1]);

  let server = await startServerProcess({ dataDir, env });
  await createDataset(server);
  const examined = comparable(await type(doctors.join('\n')));
  // Compared, mended, and rebuilt, after which it is compared once more.
  expect(examined.filter((line) => line === 'The index agrees with them.')).toHaveLength(3);
  expect(examined).toContain('The index was rebuilt; 0 differences were mended.');

  // What is set names a server with credentials and an index; here another server stands in for it.
  const named = new URL(await type(`${setting}\nprintf %s "$SEARCH_URL"`));
  expect([named.protocol, named.username, named.searchParams.get('index')]).toEqual(['https:', 'archivolt', 'archivolt']);
  const SEARCH_URL = `${engine.url}${named.search}`;
  await stopServer(server);
  server = await startServerProcess({ dataDir, env: { ...env, SEARCH_URL } });
  await until('an index that answers', () => engine.aliases.has('archivolt'));
  await until('that it was told of all', async () => (await sql`select from search_feed`).length === 0);
  expect(comparable(await type(comparing, { SEARCH_URL }))).toEqual(comparable(shown));

  const first = engine.aliases.get('archivolt');
  expect(comparable(await type(rebuilding, { SEARCH_URL })).at(-1)).toBe('Its index agrees with the database.');
  expect(engine.aliases.get('archivolt')).not.toBe(first);
  expect(engine.strange).toEqual([]);

  await stopServer(server);
  server = await startServerProcess({ dataDir, env });
  await until('that nothing is noted', async () => (await sql`select from search_engine`).length === 0);
  const answer = await fetch(`${server.url}/api/search?q=*&type=dataset`, { headers: { 'X-Service-key': TOKEN } });
  expect(await answer.json()).toMatchObject({ data: { total_count: 1 } });
  await stopServer(server);
});
