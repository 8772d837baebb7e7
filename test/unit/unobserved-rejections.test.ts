import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { unobservedFault } from '../../src/unobserved-rejections.ts';

test('a lost database connection is logged, anything else ends the process', async () => {
  const lines: { level: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { level: number }) });
  const source = new EventEmitter();
  let code: number | undefined;
  const fault = unobservedFault(source, log).then((known) => (code = known));
  source.emit('unhandledRejection', Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' }));
  source.emit('unhandledRejection', Object.assign(new Error('terminating connection'), { code: '57P01' }));
  await new Promise(setImmediate);
  expect([code, lines.map(({ level }) => level)]).toEqual([undefined, [50, 50]]);
  source.emit('unhandledRejection', new TypeError('a fault of ours'));
  expect(await fault).toBe(1);
  expect(lines.at(-1)?.level).toBe(60);
});
