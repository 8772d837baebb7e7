/** `node bench/run-carry.ts [--datasets 1000]`: carries a collection from one installation to another, and compares it there. After npm run build. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { callApi } from './api-client.ts';
import { startBundle } from './our-server.ts';

const { values } = parseArgs({ options: { datasets: { type: 'string', default: '1000' } } });
const count = Number(values.datasets);
const root = join(import.meta.dirname, '..');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** Datasets that are made at once. */
const AT_ONCE = 4;

const created = z.object({ id: z.number() });
const native = z.object({ datasetVersion: z.looseObject({ metadataBlocks: z.unknown() }) });
const example = native.parse(JSON.parse(await readFile(join(root, 'data', 'examples', 'minimal.json'), 'utf8')));

/** A dataset with a file: of four, one is a draft, one has a version, one has two, and one has two and a draft. */
async function makeDataset(url: string, number: number): Promise<void> {
  const { id } = created.parse(await callApi(`${url}/api/collections/root/datasets`, 'POST', JSON.stringify(example)));
  const form = new FormData();
  form.append('file', new Blob([`counts ${number}\n`]), 'counts.txt');
  await callApi(`${url}/api/datasets/${id}/add`, 'POST', form);
  const publish = (type: string) => callApi(`${url}/api/datasets/${id}/actions/:publish?type=${type}`, 'POST');
  const change = () => callApi(`${url}/api/datasets/${id}/versions/:draft`, 'PUT', JSON.stringify({ metadataBlocks }));
  const { metadataBlocks } = example.datasetVersion;
  if (number % 4 > 0) await publish('major');
  if (number % 4 < 2) return;
  await change();
  await publish('minor');
  if (number % 4 === 3) await change();
}

/** Runs a task of the server; gives its code, its seconds and its last line. */
async function runTask(dataDir: string, args: readonly string[]): Promise<string> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'dist', 'main.js'), ...args], { env: { ...process.env, DATA_DIR: dataDir } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return `${args[0]}: code ${String(code)} after ${((performance.now() - began) / 1000).toFixed(1)} s: ${said.trim().split('\n').at(-1)}`;
}

const folder = await mkdtemp(join(tmpdir(), 'archivolt-carry-'));
// PostgreSQL runs as a user of its own where the bench is run by root.
await chmod(folder, 0o755);
const there = join(folder, 'there');
const here = join(folder, 'here');
const carried = join(folder, 'carried');
const servers = [await startBundle({ dataDir: there }), await startBundle({ dataDir: here })] as const;
try {
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const [source] = servers;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const number of numbers) await makeDataset(source.url, number);
    }),
  );
  print(await runTask(there, ['export', '--collection', 'root', '--to', carried]));
  print(`datasets.jsonl: ${(await stat(join(carried, 'datasets.jsonl'))).size} bytes`);
  print(await runTask(here, ['import', '--from', carried]));
  print(await runTask(here, ['import', '--from', carried]));
} finally {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
}
