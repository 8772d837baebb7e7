/**
 * `node bench/run-tables.ts [--rows 1000000] [--mb 200] [--rounds 3] [--python python3]`: reading tables, as an ingest of the built server does, beside pandas. After npm run build.
 * Without pandas and pyreadstat, CSV alone is read, and beside nothing.
 */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import { ingestInWorker } from '../src/tabular/ingest-in-worker.ts';
import { processorMilliseconds, timed } from './child-server.ts';
import { median } from './compare.ts';
import { currentLoad } from './machine.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    mb: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    python: { type: 'string', default: 'python3' },
  },
});
const [rows, megabytes, rounds] = [Number(values.rows), Number(values.mb), Number(values.rounds)];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const WORDS = ['alpha', 'beta', 'gamma', '"delta, with a comma"', 'epsilon'];
const ROWS_OF_A_CHUNK = 2000;
/** Types are stripped from the sources at each start of a thread, which takes a third of a second. */
const BUILT_PROGRAM = new URL('../dist/ingest-program.js', import.meta.url);

/** 8 columns of whole numbers, 7 of decimals, 4 of texts, a date. */
function lineOf(row: number): string {
  const cells: (string | number)[] = [];
  // A step that is prime to the modulus visits all numbers in no obvious order.
  const draw = (column: number, below: number): number => (row * 7919 + column * 104_729) % below;
  for (let column = 0; column < 8; column += 1) cells.push(draw(column, 10 ** (column + 1)));
  for (let column = 8; column < 15; column += 1) cells.push((draw(column, 1_000_003) / 1000 - 500) / 10 ** (column - 12));
  for (let column = 15; column < 19; column += 1) cells.push(row % 97 === 0 ? '' : (WORDS[draw(column, 5)] ?? ''));
  cells.push(new Date(draw(19, 40_000) * 86_400_000 - 6e11).toISOString().slice(0, 10));
  return cells.join(',');
}

function* linesOf(): Generator<string> {
  yield `${Array.from({ length: 20 }, (_, column) => `c${column}`).join(',')}\n`;
  for (let row = 0; row < rows; row += ROWS_OF_A_CHUNK) {
    yield Array.from({ length: Math.min(ROWS_OF_A_CHUNK, rows - row) }, (_, more) => `${lineOf(row + more)}\n`).join('');
  }
}

/** What a program of Python prints. */
async function python(program: string, ...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(values.python, ['-c', program, ...args])).stdout.trim();
}

const PANDAS = `import sys, time, pandas
began, worked = time.perf_counter(), time.process_time()
pandas.read_csv(sys.argv[1]).describe(include='all')
print(time.perf_counter() - began, time.process_time() - worked)`;
const NUMBERS_AND_WORDS = `import sys, numpy, pandas
rows = int(sys.argv[2]) * 1000000 // 80
numbers = numpy.random.default_rng(1)
columns = {f'x{i}': numbers.normal(0, 100, rows) for i in range(6)}
columns |= {f'n{i}': numbers.integers(0, 1000000, rows).astype('int32') for i in range(4)}
columns['s'] = numbers.choice(['alpha', 'beta', 'gamma, which is longer'], rows)
table = pandas.DataFrame(columns)`;
const FORMATS: Readonly<Record<string, string>> = {
  dta: `${NUMBERS_AND_WORDS}\ntable.to_stata(sys.argv[1], version=118, write_index=False)`,
  sav: `${NUMBERS_AND_WORDS}\nimport pyreadstat\npyreadstat.write_sav(table, sys.argv[1])`,
};

/** How long something took, and what of that a processor had to do with it, in seconds: where others are at work, only the second can be compared. */
interface Effort {
  readonly wall: number;
  readonly processor: number;
}

async function ingested(path: string, mediaType: string): Promise<Effort> {
  const textPath = `${path}.text`;
  const scratchFolder = await mkdtemp(`${path}.scratch-`);
  const before = await processorMilliseconds(process.pid);
  const { seconds: wall, growthBytes } = await timed(process.pid, async () => {
    const request = { path, textPath, mediaType, withHeader: false, scratchFolder };
    const table = await ingestInWorker(request, { mostMilliseconds: 3_600_000, program: BUILT_PROGRAM });
    print(`${path.split('.').at(-1) ?? ''}: ${table.rows} rows, ${table.unf}`);
  });
  const processor = ((await processorMilliseconds(process.pid)) - before) / 1000;
  const { size } = await stat(path);
  const speed = (seconds: number): string => `${seconds.toFixed(1)} s (${(size / 1e6 / seconds).toFixed(0)} MB/s)`;
  print(`  ${inMegabytes(size)} in ${speed(wall)}, of a processor ${speed(processor)}; ${inMegabytes(growthBytes)} of growth`);
  await rm(textPath);
  return { wall, processor };
}

const folder = await mkdtemp(join(tmpdir(), 'archivolt-tables-'));
try {
  print(`load before: ${currentLoad().toFixed(1)}`);
  const csv = join(folder, 'table.csv');
  await pipeline(Readable.from(linesOf()), createWriteStream(csv));
  const hasPandas = await python('import pandas, pyreadstat').then(
    () => true,
    () => false,
  );
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await ingested(csv, 'text/csv');
    if (!hasPandas) continue;
    const [wall = Number.NaN, processor = Number.NaN] = (await python(PANDAS, csv)).split(' ').map(Number);
    ratios.push(ours.processor / processor);
    print(`  pandas, read_csv and describe: ${wall.toFixed(1)} s, of a processor ${processor.toFixed(1)} s`);
  }
  if (hasPandas) print(`CSV of ${rows} rows and 20 columns: ${median(ratios).toFixed(2)} of the processor time of pandas (wanted 3)`);
  for (const [format, program] of hasPandas ? Object.entries(FORMATS) : []) {
    const path = join(folder, `table.${format}`);
    await python(program, path, String(megabytes));
    for (let round = 0; round < rounds; round += 1) await ingested(path, 'application/octet-stream');
  }
  print(`load after: ${currentLoad().toFixed(1)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
