// The tasks `export` and `import` as an operator runs them, killed in the middle and run again. Source: exports.md 17.4.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runTask, UNHURRIED, until } from '../support/server-process.ts';
import { createDataset, queryDatabase, randomFile, startFreshServer, temporaryFolder, upload } from './depositor.ts';

const DATASETS = 40;

async function linesIn(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** Runs a task, and kills it as soon as something holds. */
async function killWhen(holds: () => Promise<boolean>, args: readonly string[], options: Parameters<typeof runTask>[1]): Promise<void> {
  const killed = new AbortController();
  const ending = runTask(args, { ...options, killed: killed.signal });
  await until('the middle of the task', holds);
  killed.abort();
  expect((await ending).code).toBeNull();
}

test('a collection is carried by tasks that are killed in the middle and run again', UNHURRIED, async () => {
  const [there, here] = await Promise.all([startFreshServer(), startFreshServer()]);
  for (let number = 0; number < DATASETS; number += 1) {
    const dataset = await createDataset(there.server);
    await upload(there.server, dataset, randomFile(100), 'bytes.bin');
  }
  const folder = join(await temporaryFolder(), 'carried');
  const path = join(folder, 'datasets.jsonl');
  const exporting = ['export', '--collection', 'root', '--to', folder];
  await killWhen(async () => (await linesIn(path)).length > 2, exporting, there);
  expect((await linesIn(path)).length).toBeLessThan(DATASETS);
  expect(JSON.parse(await readFile(join(folder, 'export.json'), 'utf8'))).toMatchObject({ complete: false });

  const exported = await runTask(exporting, there);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  expect(exported.stdout).toContain(`${DATASETS} datasets are in ${folder}.`);
  const ids = (await linesIn(path)).map((line) => z.object({ dataset: z.object({ id: z.number() }) }).parse(JSON.parse(line)).dataset.id);
  expect(new Set(ids).size).toBe(DATASETS);

  const importing = ['import', '--from', folder];
  const arrived = () =>
    queryDatabase(here.databaseUrl, async (sql) => (await sql<{ count: number }[]>`select count(*)::int from dataset`)[0]?.count ?? 0);
  await killWhen(async () => (await arrived()) > 2, importing, here);
  const before = await arrived();
  expect(before).toBeLessThan(DATASETS);

  const imported = await runTask(importing, here);
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(imported.stdout).toContain(`${DATASETS - before} datasets taken over, ${before} here before, 0 refused; 0 differences.`);

  const [changed] = await linesIn(join(folder, 'ids.jsonl'));
  const { to } = z.object({ to: z.number() }).parse(JSON.parse(changed ?? ''));
  await upload(here.server, to, randomFile(10), 'more.bin');
  const compared = await runTask(importing, here);
  expect(compared).toMatchObject({ code: 2, stderr: '' });
  expect(await linesIn(join(folder, 'differences.jsonl'))).not.toEqual([]);
});

test('the tasks name what they were not told, and a folder without a server', async () => {
  const dataDir = await temporaryFolder();
  const told = await runTask(['export', '--to', join(dataDir, 'there')], { dataDir });
  expect(told.code).toBe(1);
  expect(told.stderr).toContain('--collection ALIAS');
  const without = await runTask(['import', '--from', dataDir], { dataDir });
  expect(without.code).toBe(1);
  expect(without.stderr).toContain('No server runs');
});
