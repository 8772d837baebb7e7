import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { unobservedFault } from '../../src/unobserved-rejections.ts';

/** The words that the queue has for a job which ended after its workers. */
function wordsOfTheQueue(): string {
  const source = readFileSync(join(process.cwd(), 'node_modules', 'graphile-worker', 'dist', 'main.js'), 'utf8');
  return /throw new Error\("(This batcher has been released[^"]*)"\)/.exec(source)?.[1] ?? 'none';
}

test('a lost database connection and a job that ended after its workers are logged, anything else ends the process', async () => {
  const lines: { level: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { level: number }) });
  const source = new EventEmitter();
  let code: number | undefined;
  const fault = unobservedFault(source, log).then((known) => (code = known));
  source.emit('unhandledRejection', Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' }));
  source.emit('unhandledRejection', Object.assign(new Error('terminating connection'), { code: '57P01' }));
  await new Promise(setImmediate);
  source.emit('unhandledRejection', new Error(wordsOfTheQueue()));
  await new Promise(setImmediate);
  expect([code, lines.map(({ level }) => level)]).toEqual([undefined, [50, 50, 50]]);
  source.emit('unhandledRejection', new TypeError('a fault of ours'));
  expect(await fault).toBe(1);
  expect(lines.at(-1)?.level).toBe(60);
});
