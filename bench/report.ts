/** The figures of a run, as a table for people and as JSON. */
import type { Row } from './compare.ts';
import type { Measurement } from './load.ts';
import type { BesideFigures, FairnessFigures } from './fairness.ts';
import type { WebhookFigures } from './webhooks.ts';
import type { Machine } from './machine.ts';
import type { UploadFigures } from './upload.ts';

const MEGABYTE = 1024 * 1024;

/** Bounds that are wanted beside the ratios. */
export const BOUNDS = {
  memoryMegabytes: 270,
  warmStartSeconds: 2,
  firstStartSeconds: 15,
  uploadGrowthMegabytes: 60,
  fairnessMilliseconds: 250,
  thousandDeliveriesMilliseconds: 1000,
} as const;

export interface Figures {
  readonly machine: Machine;
  readonly datasets: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly rows: readonly Row[];
  readonly hello: Measurement;
  readonly residentAfterLoad: number;
  readonly fairness: FairnessFigures | null;
  readonly webhooks: WebhookFigures | null;
  readonly firstStartSeconds: number;
  readonly warmStartSeconds: number;
  readonly upload: UploadFigures | null;
}

/** One line below the table: a figure against its upper bound. */
interface Bound {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly below: number;
}

/** What the callers had meanwhile. */
function aside({ answered, receivedBytes, residentBytes }: BesideFigures): string {
  return `${answered} answered, ${(receivedBytes / MEGABYTE).toFixed(0)} MB sent, process at most ${(residentBytes / MEGABYTE).toFixed(0)} MB`;
}

function boundsOf(figures: Figures): Bound[] {
  const { fairness, upload, webhooks } = figures;
  return [
    {
      name: 'Memory of our process after the load',
      value: figures.residentAfterLoad / MEGABYTE,
      unit: 'MB',
      below: BOUNDS.memoryMegabytes,
    },
    { name: 'Warm start, npm start to first answer', value: figures.warmStartSeconds, unit: 's', below: BOUNDS.warmStartSeconds },
    { name: 'First start on an empty folder', value: figures.firstStartSeconds, unit: 's', below: BOUNDS.firstStartSeconds },
    ...(fairness === null
      ? []
      : fairness.beside.map((beside) => ({
          name: `Dataset, 95th percentile beside eight callers of ${beside.callers} (alone ${fairness.aloneP95Milliseconds.toFixed(1)} ms, ${aside(beside)})`,
          value: beside.p95Milliseconds,
          unit: 'ms',
          below: BOUNDS.fairnessMilliseconds,
        }))),
    ...(webhooks === null
      ? []
      : [
          {
            name: `1,000 deliveries of webhooks to a sink on this machine (${Math.round(webhooks.perSecond)} a second, ${webhooks.outOfOrder} out of order)`,
            value: 1_000_000 / webhooks.perSecond,
            unit: 'ms',
            below: BOUNDS.thousandDeliveriesMilliseconds,
          },
        ]),
    ...(upload === null
      ? []
      : [
          {
            name: `Memory growth during an upload of ${upload.megabytes} MB`,
            value: upload.growthBytes / MEGABYTE,
            unit: 'MB',
            below: BOUNDS.uploadGrowthMegabytes,
          },
        ]),
  ];
}

function columns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_cell, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const text = lines.map((line) =>
    line.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))),
  );
  text.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  return text.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const verdict = (met: boolean): string => (met ? 'ok' : 'short');
const latency = ({ p50Milliseconds, p99Milliseconds }: Measurement): string => `${p50Milliseconds}/${p99Milliseconds}`;
const rate = ({ requestsPerSecond }: Measurement): string => String(Math.round(requestsPerSecond));
const processor = ({ processorMicroseconds }: Measurement): string => String(Math.round(processorMicroseconds));

/** Writes the figures as tables that read well in a terminal and in Markdown. */
export function tables(figures: Figures): string {
  const { machine, rows, hello } = figures;
  const rates = columns([
    [
      'request',
      'ours/s',
      'ref/s',
      'ratio',
      'wanted',
      '',
      'rounds',
      'ours p50/p99 ms',
      'ref p50/p99 ms',
      'ours CPU us',
      'ref CPU us',
      'bytes',
    ],
    ...rows.map((row) => [
      row.name,
      rate(row.ours),
      rate(row.reference),
      row.ratio.toFixed(2),
      row.wanted?.toFixed(2) ?? '',
      row.wanted === null ? '' : verdict(row.ratio >= row.wanted),
      row.ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      latency(row.ours),
      latency(row.reference),
      processor(row.ours),
      processor(row.reference),
      String(row.answerBytes),
    ]),
    ['For scale: node:http "hello"', '', rate(hello), '', '', '', '', '', latency(hello), '', processor(hello), '5'],
  ]);
  const bounds = columns([
    ['figure', 'value', 'wanted', ''],
    ...boundsOf(figures).map(({ name, value, unit, below }) => [
      name,
      `${value.toFixed(unit === 's' ? 2 : 0)} ${unit}`,
      `< ${below} ${unit}`,
      verdict(value < below),
    ]),
  ]);
  const facts = [
    `${machine.date}Z, ${machine.cores} x ${machine.processor}, ${machine.memoryGigabytes} GB, ${machine.system}`,
    `Node ${machine.node}, PostgreSQL ${machine.postgres}, load before the run ${machine.loadBefore.toFixed(2)}`,
    `${figures.datasets} datasets, 32 connections, median of ${figures.rounds} rounds of ${figures.seconds} s, both sides in turn`,
  ].join('\n');
  const speed = figures.upload === null ? '' : `\nThe upload took ${figures.upload.seconds.toFixed(1)} s.`;
  return `${facts}\n\n${rates}\n\n${bounds}\n${speed}`;
}
