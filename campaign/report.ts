/** What a run says to people. */
import type { CampaignOptions } from './options.ts';
import type { Yardstick } from './judge.ts';
import type { CaseResult } from './run-case.ts';

const COLUMNS = ['size', 'status', 'blocking', 'total', 'stall', 'memory', 'answer', 'growth'];

function row(mark: string, name: string, cells: readonly string[]): string {
  return [mark.padEnd(4), name.padEnd(52), ...cells.map((cell) => cell.padStart(9))].join(' ').trimEnd();
}

/** Names the columns, and what a harmless request costs. */
export function heading({ blockingMs, totalMs }: Yardstick): string {
  return [
    `A harmless request takes ${totalMs.toFixed(2)} ms of processor time, ${blockingMs.toFixed(2)} ms of them on the main thread.`,
    'Figures of the size that cost most: processor time in harmless requests (blocking: of that thread), the longest wait of another client in ms, memory and answer',
    'in MB, and the power of the size by which the time grew.',
    '',
    row('', 'what grows', COLUMNS),
  ].join('\n');
}

/** One case in a line. */
export function caseLine({ dimension, step, growth, finding }: CaseResult, yardstick: Yardstick): string {
  const { figures, size } = step;
  return row(finding === undefined ? 'ok' : 'FAIL', dimension.name, [
    String(size),
    figures.answer.status === 0 ? '-' : String(figures.answer.status),
    (figures.blockingMs / yardstick.blockingMs).toFixed(0),
    (figures.totalMs / yardstick.totalMs).toFixed(0),
    figures.stallMs.toFixed(0),
    figures.memoryMegabytes.toFixed(0),
    figures.answerMegabytes.toFixed(2),
    growth?.toFixed(1) ?? '',
  ]);
}

/** What was found, and how each is sent alone. */
export function findings(results: readonly CaseResult[], { seed, long }: CampaignOptions): string {
  return results
    .filter(({ finding }) => finding !== undefined)
    .map(({ dimension, step, finding }) =>
      [
        `FAIL ${dimension.name}, size ${step.size}: ${finding}`,
        `     npm run campaign --${long ? ' --long' : ''} --seed ${seed} --only '${dimension.name}'`,
      ].join('\n'),
    )
    .map((text) => `${text}\n`)
    .join('');
}
