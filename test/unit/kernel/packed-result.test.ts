import { expect, test } from 'vitest';
import { StoredMetadata } from '../../../src/db/stored-metadata.ts';
import { packResult, unpackResult } from '../../../src/kernel/packed-result.ts';

const again = (value: unknown): unknown => unpackResult(packResult(value) ?? '');

test('what commands return is read again as it was', () => {
  const shared = { id: 3, createdAt: new Date(0), none: null, absent: undefined };
  const value = {
    rows: [shared, shared],
    byName: new Map([['a', new Set([1n])]]),
    bytes: Buffer.from('abc'),
    metadata: new StoredMetadata('{"citation":[]}'),
  };
  const read = again(value);
  expect(read).toEqual(value);
  expect(read).toHaveProperty('metadata.value', { citation: [] });
});

test('what refers to itself does, too', () => {
  const value: Record<string, unknown> = { name: 'a' };
  value['self'] = value;
  const read = again(value);
  expect(read).toHaveProperty('self.self.name', 'a');
});

test.each([
  ['functions', { act: () => undefined }],
  ['objects of classes that are not known', { at: new URL('https://example.org') }],
  ['promises', Promise.resolve(1)],
  ['more than four megabytes', 'x'.repeat(4_000_001)],
])('%s are not packed', (_what, value) => {
  expect(packResult(value)).toBeUndefined();
});
