import type { BytesFigures, BytesRow } from './measure-bytes.ts';

const MEGABYTE = 1024 * 1024;
/** Growth of resident memory that is wanted at most. */
const GROWTH_LIMIT_MEGABYTES = 60;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function line({ name, reference, wanted, ours, references }: BytesRow): string[] {
  const ourSeconds = ours.map(({ seconds }) => seconds);
  const ratios = references.map((seconds, round) => seconds / (ourSeconds[round] ?? Number.NaN));
  const growth = Math.max(...ours.map(({ growthBytes }) => growthBytes)) / MEGABYTE;
  const met = wanted === null ? '' : median(ratios) >= wanted ? 'ok' : 'short';
  return [
    name,
    `${median(ourSeconds).toFixed(2)} s`,
    reference === '' ? '' : `${median(references).toFixed(2)} s (${reference})`,
    ratios.length === 0 ? '' : median(ratios).toFixed(2),
    wanted === null ? '' : wanted.toFixed(2),
    met,
    ratios.map((ratio) => ratio.toFixed(2)).join(' '),
    `${growth.toFixed(0)} MB`,
    growth < GROWTH_LIMIT_MEGABYTES ? 'ok' : 'short',
  ];
}

/** Writes the figures as a table in Markdown. */
export function bytesTable({ rows }: BytesFigures): string {
  const lines = [
    ['transfer', 'ours', 'reference', 'ratio', 'wanted', '', 'rounds', 'memory growth', `< ${GROWTH_LIMIT_MEGABYTES} MB`],
    ...rows.map(line),
  ];
  const without = rows.some(({ reference }) => reference === 'node:http')
    ? '\n\nnginx is not installed here: the reference is a pipeline of node:http, and X-Accel-Redirect was not measured.'
    : '';
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`);
  table.splice(1, 0, `| ${lines[0]?.map(() => '---').join(' | ')} |`);
  return `${table.join('\n')}${without}`;
}
