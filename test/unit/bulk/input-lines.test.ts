import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { gather } from '../../support/gather.ts';
import { INPUT_LIMITS, LineCounter, linesOf, variablesIn } from '../../../src/domain/bulk/input-lines.ts';

const chunksOf = (text: string, size: number): Buffer[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
};

test.each([1, 2, 3, 7, 100])('lines are the same in chunks of %i bytes, with the place after each', async (size) => {
  const text = 'ä\n\n{"b":1}\nlast';
  const lines = await gather(linesOf(Readable.from(chunksOf(text, size))));
  expect(lines.map((line) => line.text)).toEqual(['ä', '', '{"b":1}', 'last']);
  expect(lines.map((line) => line.end)).toEqual([3, 4, 12, 16]);
  const counter = new LineCounter();
  for (const chunk of chunksOf(text, size)) counter.read(chunk);
  expect(counter.count).toBe(4);
});

test('a line that is too long ends the reading, before it is whole', () => {
  const counter = new LineCounter();
  counter.read(Buffer.alloc(INPUT_LIMITS.lineBytes, 'x'));
  expect(() => counter.read(Buffer.from('x'))).toThrow(expect.objectContaining({ code: 'BULK_INPUT_TOO_LARGE' }));
});

test('as many lines as are allowed are', () => {
  const counter = new LineCounter();
  counter.read(Buffer.alloc(INPUT_LIMITS.lines, '\n'));
  expect(counter.count).toBe(INPUT_LIMITS.lines);
  expect(() => counter.read(Buffer.from('\n'))).toThrow(expect.objectContaining({ code: 'BULK_INPUT_TOO_LARGE' }));
});

test('variables are an object', () => {
  expect(['{"a":1}', '[]', 'null', '3', '', '{'].map(variablesIn)).toEqual([
    { a: 1 },
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
