import { describe, expect, test } from 'vitest';
import { readNetcdfHeader } from '../read-netcdf-header.ts';
import { grid, int, writer } from './grid-file.ts';

describe('a header', () => {
  test.each([1, 2, 5] as const)('of version %i is read', (version) => {
    expect(readNetcdfHeader(grid(version, writer(version).count(7)))).toEqual({
      dimensions: [
        { name: 'time', length: 7, unlimited: true },
        { name: 'lat', length: 3, unlimited: false },
      ],
      variables: [
        {
          name: 'temp',
          type: 'float',
          shape: ['time', 'lat'],
          attributes: [
            { name: 'units', type: 'char', values: ['K'] },
            { name: 'valid_range', type: 'float', values: ['0.1', '-100000000000000000000'] },
            { name: 'missing_value', type: 'short', values: ['-999'] },
            { name: 'add_offset', type: 'double', values: ['273.15'] },
          ],
        },
        { name: 'crs', type: 'int', shape: [], attributes: [] },
      ],
      attributes: [{ name: 'title', type: 'char', values: ['Über <"Wärme">\n& more'] }],
    });
  });

  test('is never taken for whole when it is cut, wherever', () => {
    const whole = grid(1, int(7));
    const end = whole.length - 64;
    for (let length = 4; length < end; length += 1) expect(readNetcdfHeader(whole.subarray(0, length))).toBe('CUT');
    expect(readNetcdfHeader(whole.subarray(0, end))).toBeTypeOf('object');
  });

  test('is not looked for in other files, and not believed where it cannot be', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('CDF'), Buffer.from('CDF\u0003rest of it'), Buffer.from('\u0089HDF\r\n')]) {
      expect(readNetcdfHeader(bytes)).toBe('OTHER');
    }
    const strange = Buffer.concat([Buffer.from('CDF\u0001'), int(0), int(99), int(1), Buffer.alloc(64)]);
    expect(readNetcdfHeader(strange)).toBe('OTHER');
    const endless = Buffer.concat([Buffer.from('CDF\u0001'), int(0), int(10), int(0xffff_ffff), Buffer.alloc(64)]);
    expect(readNetcdfHeader(endless)).toBe('CUT');
  });
});
