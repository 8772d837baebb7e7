/**
 * `node bench/run-table-server.ts [--rows 10000000] [--questions 40] [--repeat 1]`: what an ingest of a CSV of 20 columns (a gigabyte at 10,000,000 rows) costs the
 * server and those who ask it meanwhile, and how fast questions to its rows are answered then, through REST. After npm run build.
 */
import { createWriteStream, openAsBlob } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { callApi, SUPERUSER_TOKEN } from './api-client.ts';
import type { ChildServer } from './child-server.ts';
import { currentLoad } from './machine.ts';
import { startBundle } from './our-server.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    questions: { type: 'string', default: '40' },
    repeat: { type: 'string', default: '1' },
  },
});
const rows = Number(values.rows);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
const ROWS_OF_A_CHUNK = 5000;
/** Between two requests, as of a few readers; a server that is never idle has a queue of its own. */
const PAUSE_MS = 10;
const WATCH_MS = 100;
const READS_BEFORE = 1000;

/** 12 columns of whole numbers, 4 of decimals, 4 of words, each of which stands so many times in its cell; about 100 bytes where that is once. */
function lineOf(row: number): string {
  const draw = (column: number, below: number): number => (row * 7919 + column * 104_729) % below;
  const cells: (string | number)[] = [row];
  for (let column = 1; column < 12; column += 1) cells.push(draw(column, 10 ** (1 + (column % 4))));
  for (let column = 12; column < 16; column += 1) cells.push(draw(column, 100_003) / 100 - 500);
  for (let column = 16; column < 20; column += 1) cells.push((WORDS[draw(column, 5)] ?? '').repeat(Number(values.repeat)));
  return cells.join(',');
}

function* linesOf(): Generator<string> {
  yield `${Array.from({ length: 20 }, (_, column) => `c${column}`).join(',')}\n`;
  for (let row = 0; row < rows; row += ROWS_OF_A_CHUNK) {
    yield Array.from({ length: Math.min(ROWS_OF_A_CHUNK, rows - row) }, (_, more) => `${lineOf(row + more)}\n`).join('');
  }
}

/** The processes that a process has started, and those that they have, without PostgreSQL. */
async function familyOf(pid: number): Promise<number[]> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
        return { pid: Number(name), parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), name: /^Name:\s*(.*)/.exec(status)?.[1] ?? '' };
      }),
  );
  const family = [pid];
  for (const member of family) {
    for (const one of all) if (one.parent === member && one.name !== 'postgres') family.push(one.pid);
  }
  return family;
}

/** Memory of a process, in which pages that it shares with others count for its share: those of Node and of libraries are there once. */
async function ownBytes(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s*(\d+) kB/m.exec(told)?.[1]) * 1024;
}

const together = async (pid: number): Promise<number> => {
  const sizes = await Promise.all((await familyOf(pid)).map((one) => ownBytes(one).catch(() => 0)));
  return sizes.reduce((sum, one) => sum + one, 0);
};

/** The most memory that the server and its programs have until what is returned is called. */
function watched(server: ChildServer): () => Promise<number> {
  const controller = new AbortController();
  const watching = (async () => {
    let most = 0;
    while (!controller.signal.aborted) {
      most = Math.max(most, await together(server.pid));
      await sleep(WATCH_MS);
    }
    return most;
  })();
  return () => {
    controller.abort();
    return watching;
  };
}

/** Asks until it is told to stop, and gives how long each answer took, in milliseconds. */
async function answers(url: string, goesOn: (asked: number) => boolean): Promise<number[]> {
  const took: number[] = [];
  while (goesOn(took.length)) {
    const began = performance.now();
    await callApi(url, 'GET');
    took.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  return took.toSorted((one, other) => one - other);
}

const at = (sorted: readonly number[], part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
const shown = (sorted: readonly number[]): string =>
  `${at(sorted, 0.5).toFixed(1)} ms in the middle, ${at(sorted, 0.95).toFixed(1)} ms for 95 of 100 (${sorted.length} requests)`;

const created = z.object({ id: z.number() });
const added = z.object({ files: z.tuple([z.object({ dataFile: z.object({ id: z.number() }) })]) });
const status = z.looseObject({ state: z.string() });

/** An answer to a question, once the table has been prepared. */
async function asked(url: string): Promise<number> {
  for (;;) {
    const began = performance.now();
    const response = await fetch(url, { headers: { 'x-service-key': SUPERUSER_TOKEN } });
    const text = await response.text();
    if (response.ok) return performance.now() - began;
    if (response.status !== 503) throw new Error(`${url} gave ${response.status}: ${text.slice(0, 300)}`);
    await sleep(500);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'archivolt-table-server-'));
// PostgreSQL runs as a user of its own where the bench is run by root.
await chmod(folder, 0o755);
const csv = join(folder, 'table.csv');
let server: ChildServer | undefined;
try {
  await pipeline(Readable.from(linesOf()), createWriteStream(csv));
  const { size } = await stat(csv);
  print(`load before: ${currentLoad().toFixed(1)}; CSV of ${rows} rows and 20 columns, ${inMegabytes(size)}`);
  server = await startBundle({ dataDir: join(folder, 'data'), env: { INGEST_MINUTES: '360' } });
  const example = await readFile(join(import.meta.dirname, '..', 'data', 'examples', 'minimal.json'), 'utf8');
  const { id } = created.parse(await callApi(`${server.url}/api/collections/root/datasets`, 'POST', example));
  const read = `${server.url}/api/datasets/${id}`;
  await answers(read, (count) => count < 200);
  const form = new FormData();
  form.append('file', await openAsBlob(csv), 'table.csv');
  const without = await answers(read, (count) => count < READS_BEFORE);
  print(`reading a dataset before: ${shown(without)}; ${inMegabytes(await together(server.pid))}`);
  const file = added.parse(await callApi(`${server.url}/api/datasets/${id}/add`, 'POST', form)).files[0].dataFile.id;
  const began = performance.now();
  const most = watched(server);
  let ended = false;
  const during = answers(read, () => !ended);
  let last = '';
  while (!ended) {
    ({ state: last } = status.parse(await callApi(`${server.url}/api/files/${file}/ingest`, 'GET')));
    ended = last === 'NONE' || last === 'FAILED';
    await sleep(200);
  }
  print(
    `ingest: ${last === 'NONE' ? 'done' : last} after ${((performance.now() - began) / 1000).toFixed(0)} s; ${inMegabytes(await most())} in all at most`,
  );
  const meanwhile = await during;
  print(`reading a dataset meanwhile: ${shown(meanwhile)}; ${(at(meanwhile, 0.5) / at(without, 0.5)).toFixed(2)} times, wanted 2`);
  const rest = `${server.url}/api/access/datafile/${file}/rows`;
  const questions = {
    'a page by a number': `where=${encodeURIComponent('c3>=9000')}&first=100`,
    'a page by a word': `where=${encodeURIComponent('c17=beta')}&first=100`,
    'a page by a number, in an order': `where=${encodeURIComponent('c7>=9990')}&orderBy=-c12&first=100`,
    'a count by a word': 'groupBy=c18&measures=count',
  };
  const mostOfPreparing = watched(server);
  await asked(`${rest}?first=1`);
  print(`preparing: ${inMegabytes(await mostOfPreparing())} in all at most`);
  const mostOfQuestions = watched(server);
  for (const [name, query] of Object.entries(questions)) {
    const first = await asked(`${rest}?${query}`);
    const took: number[] = [];
    for (let count = 0; count < Number(values.questions); count += 1) took.push(await asked(`${rest}?${query}`));
    const sorted = took.toSorted((one, other) => one - other);
    print(
      `${name}: ${at(sorted, 0.5).toFixed(0)} ms in the middle, ${at(sorted, 0.95).toFixed(0)} ms for 95 of 100, the first ${first.toFixed(0)} ms; wanted 300`,
    );
  }
  print(`questions: ${inMegabytes(await mostOfQuestions())} in all at most; wanted 500`);
  print(`load after: ${currentLoad().toFixed(1)}`);
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
