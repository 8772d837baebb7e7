/** `node bench/run-bytes.ts [--mb 1024] [--rounds 3] [--only TEXT]`: the rows about large files and archives alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bytesTable } from './bytes/bytes-table.ts';
import { measureBytes } from './bytes/measure-bytes.ts';

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '1024' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const folder = await mkdtemp(join(tmpdir(), 'archivolt-bytes-'));
try {
  const figures = await measureBytes({
    folder,
    megabytes: Number(values.mb),
    rounds: Number(values.rounds),
    only: values.only,
    report: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${bytesTable(figures)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
