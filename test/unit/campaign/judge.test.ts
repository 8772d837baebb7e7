import { describe, expect, test } from 'vitest';
import type { Dimension } from '../../../campaign/dimension.ts';
import { findingOf, type Step } from '../../../campaign/judge.ts';
import { findEdge, growingSizes } from '../../../campaign/sizes.ts';

const YARDSTICK = { blockingMs: 1, totalMs: 2 };
const dimension: Dimension = { name: 'test: a size', sizes: [1, 1000], requests: () => ({ path: '/' }) };

function step(size: number, totalMs: number, answer: Partial<Step['figures']['answer']> = {}): Step {
  const figures = { blockingMs: totalMs / 8, meanBlockingMs: totalMs / 2, totalMs, stallMs: 1, memoryMegabytes: 1, answerMegabytes: 0.1 };
  return { size, figures: { ...figures, answer: { status: 200, late: false, bytes: 100, text: '', ...answer } } };
}

describe('a step is a finding', () => {
  const found = (after: Step, before?: Step, more: Partial<Dimension> = {}): string | undefined =>
    findingOf({ ...dimension, ...more }, before, after, YARDSTICK);

  test('when it passes a bound, and not before', () => {
    expect(found(step(8, 400))).toBeUndefined();
    expect(found(step(8, 2400))).toContain('blocks the main thread');
    expect(found(step(8, 1200))).toContain('costs 600 harmless requests');
    expect(found(step(8, 1200), undefined, { bound: { total: 1000 } })).toBeUndefined();
  });

  test('when it grows faster than its size, once that costs something', () => {
    expect(found(step(16, 600), step(8, 150))).toContain('power 2.0');
    expect(found(step(16, 600), step(8, 290))).toBeUndefined();
    expect(found(step(16, 240), step(8, 60))).toBeUndefined();
  });

  test('when the server is at fault, whatever the status of GraphQL', () => {
    expect(found(step(8, 1, { status: 500 }))).toContain('500');
    expect(found(step(8, 1, { text: '{"errors":[{"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}' }))).toContain('INTERNAL_SERVER_ERROR');
    expect(found(step(8, 1, { status: 0, late: true, text: 'no answer in 20 s' }))).toContain('no answer');
  });

  test('but not when the documentation promises the status', () => {
    expect(found(step(8, 1, { status: 503 }))).toBeDefined();
    expect(found(step(8, 1, { status: 503 }), undefined, { mayAnswer: [503] })).toBeUndefined();
  });
});

test('sizes grow to the largest', () => {
  expect(growingSizes([1, 1000], 8)).toEqual([1, 8, 64, 512, 1000]);
  expect(growingSizes([5, 5], 8)).toEqual([5]);
});

describe('the edge of a limit', () => {
  const refused = { status: 400, text: '{"errors":[{"extensions":{"code":"QUERY_TOO_LONG"}}]}' };

  test('lies between two sizes that are answered otherwise, the costly pair first', () => {
    expect(findEdge([step(1, 1), step(8, 50), step(64, 1, refused)])).toEqual([8, 64]);
    expect(findEdge([step(1, 1, { status: 404 }), step(8, 1), step(16, 90), step(64, 1, refused)])).toEqual([16, 64]);
  });

  test('is none where all are answered alike, or nothing lies between', () => {
    expect(findEdge([step(1, 1), step(8, 50)])).toBeUndefined();
    expect(findEdge([step(8, 50), step(9, 1, refused)])).toBeUndefined();
  });
});
