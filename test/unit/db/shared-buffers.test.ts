import { expect, test } from 'vitest';
import { sharedBuffersMb } from '../../../src/db/embedded/shared-buffers.ts';

const GIB = 1024 ** 3;

test.each([
  ['256 MB', GIB / 4, 32],
  ['1 GB', GIB, 64],
  ['2 GB', 2 * GIB, 320],
  ['8 GB', 8 * GIB, 1856],
  ['64 GB', 64 * GIB, 2048],
])('of %s (%i bytes) the embedded database keeps pages in %i MB', (_name, memory, expected) => {
  expect(sharedBuffersMb(memory)).toBe(expected);
});
