import { describe, expect, it } from 'vitest';
import { GrowingBytes } from '../../../src/tabular/growing-bytes.ts';
import { variable } from '../../../src/tabular/table.ts';
import { numberText, pushNumber } from '../../../src/tabular/unf/number-text.ts';
import { temporalNormaliser } from '../../../src/tabular/unf/temporal-text.ts';
import { combineUnfs, UnfVector } from '../../../src/tabular/unf/unf-vector.ts';
import { readBack, stringText } from '../../../src/tabular/unf/cell-text.ts';
import { seededRandom } from '../../integration/domain/seeded-random.ts';

type Value = number | bigint | string | null;

function unfOf(values: readonly Value[], format?: string, digits?: number): string {
  const vector = new UnfVector(digits);
  const normalise = format === undefined ? undefined : temporalNormaliser(format);
  for (const value of values) {
    if (value === null) vector.pushMissing();
    else if (typeof value === 'number') vector.pushNumber(value);
    else if (typeof value === 'bigint') vector.pushInteger(value);
    else vector.pushString(normalise === undefined ? value : normalise(value));
  }
  return vector.digest().slice('UNF:6:'.length);
}

const floats = (values: readonly number[]): number[] => values.map((value) => Math.fround(value));
const long =
  'A quite long character string, so long that the number of characters in it happens to be more than the default cutoff limit of 128.';
const seconds = 'yyyy-MM-dd HH:mm:ss';

// The vectors of files.md 20.3, line by line.
type Vector = [unf: string, values: readonly Value[], format?: string | undefined, digits?: number];
const vectors: Vector[] = [
  ['YUvj33xEHnzirIHQyZaHow==', [0]],
  ['qDM4PMUq1cMW+bqfBLBGZg==', [-0]],
  ['tv3XYCv524AfmlFyVOhuZg==', [1]],
  ['ZTXyg54FoMfRDWZl6oWmFQ==', [-300]],
  // oxlint-disable-next-line approx-constant -- The contract's own example.
  ['vOSZmXXXpKfQcqZ0Cuu5/w==', [3.1415]],
  ['qhw3qzg3fEK0NNfoVxk4jQ==', [0.00073]],
  ['y5aNYCcXEsbDY63easotjw==', [0.002]],
  ['GNcR8/UCnImaPpw47gdPNg==', [Number.NaN]],
  ['MdAI70WZdDHnu6qmkpqUQg==', [Infinity]],
  ['A7orv3pgAhljFnGjQVLCog==', [-Infinity]],
  ['cJ6AyISHokEeHuTfufIqhg==', [null]],
  ['vcKELUSS4s4k1snF4OTB9A==', [1.23456789]],
  ['vcKELUSS4s4k1snF4OTB9A==', [1.2345675]],
  ['vcKELUSS4s4k1snF4OTB9A==', [1.2345685]],
  ['N9:IKw+l4ywdwsJeDze8dplJA==', [1.23456789], undefined, 9],
  ['Do5dfAoOOFt4FSj0JcByEw==', [1.23456789, null, 0]],
  ['psLQjMqLPZMi4SymBsfUnA==', [2.0000005]],
  ['z5Tzkv5cmZBOHgU8SycvHA==', [2.0000015]],
  ['uTPm8RoBiWKzAqf4o/mNrA==', [9999999.5]],
  ['xeZMF1SjhFm06WY8ow5k3w==', [99999995]],
  ['NVAHL81uz+NiEYFi4gIwnA==', [123456789012345678n]],
  ['RS1IPfwk6h5l1Fapn9tfgw==', [1e300]],
  ['tw/WZlZ+jKetPjzUxEFs/Q==', [1e-300]],
  ['+kc3wyGwZ6otDkZwpvswDw==', [Number('6.6666666666666667'), 75.216]],
  ['V2clNd9rUmIG0mhGVmzmVA==', floats([654.32, 26736.232])],
  ['R2Xa8BqKPRgj5EpnYEZQyw==', [32, 2024]],
  ['qu3+pyyv8y0FEhVQueuWuw==', [22, 3892091]],
  ['YioMfYgU1bUjcN7XHRWm7A==', [3, 37]],
  ['GFy92enld/1lP8pcXq9L6w==', [247, 34]],
  ['AvELPR5QTaBbnq6S22Msow==', [1, 2, 3]],
  ['XqQaMwOA63taX1YyBzTZYQ==', [1, 1, 2]],
  // As an ingest counts them, NaN and missing are one; the library hashes them apart.
  ['TJk+lP3rVKwf0UhsUO7RXg==', [1.5, null, Number.NaN]],
  ['zfbYGnpjmJcsTmGeCmp5kQ==', [1.5, null, 2]],
  ['FYqU7uBl885eHMbpco1ooA==', ['A character String']],
  ['/BoSlfcIlsmQ+GHu5gxwEw==', [long]],
  ['KHM6bKVaVaxWDDsmyerfDA==', ['på Færøerne']],
  ['ECtRuXZaVqPomffPDuOOUg==', ['']],
  ['ECtRuXZaVqPomffPDuOOUg==', ['   ']],
  ['D5qeuaEUgNC1iJRUopbWOA==', ['a']],
  ['MykKguZSougGNZWFYoCsFQ==', ['a  ']],
  ['FWBO/a1GcxDnM3fNLdzrHw==', ['a', 'b', 'c']],
  ['r+FDbVC6fKdUjRS6ZIzP4w==', ['Hello World', 'Testing 123']],
  ['XSKS/pWIiFWMHUDxzB57cw==', ['a b', null, 'x']],
  ['ZVdY+5Luv7U3NxQtgKaZsA==', ['a b', '', 'x']],
  ['rktcGL2Gktsl8MQ8o81Xzw==', ['2013-04-08', '2013-04-09', null], 'yyyy-MM-dd'],
  ['eaMxex5EHi2LunomVc0SDw==', ['2014-01-13 20:47:18'], seconds],
  ['1Pku/Z/EIRtmpdEepAb1MA==', ['2014-01-13 20:47:18 EST'], `${seconds} z`],
  ['PzqCRtVQ2t+IJYGMQ32mpA==', ['2013-04-08 13:14:23', null, '2013-04-09 00:00:00'], seconds],
  ['HATxImqk8FFo1ugDZB6IjQ==', ['2009-08-21 12:34:56.000', '2009-10-01'], `${seconds}.SSS`],
  ['7aO9Xi8qlh154n3I+j01dA==', [9223372036854775807n, -9223372036854775808n]],
  ['S0HKulcT9nXmkhtksjUoYQ==', [null, 5]],
  ['zWJt9gTKnyehuJseERUdKA==', [Number('1e400'), 1]],
  ['HTvUNPdQYtE3GB+qga3WXw==', [Number('1e-400'), 3]],
  ['3qV0LcVhoVPGSlJkYW3vxA==', [7, 5, 0, 0]],
  ['lLj0rJwvfwejIv26R+Cm8g==', floats([1.1, 2.7, 3e10])],
  ['hv4YQS7BC/2Fvp5FwDCnog==', ['TRUE', 'FALSE', 'TRUE']],
  ['DY1OzGk61zdPASXEST8HWQ==', ['true', 'false', '']],
  ['HlgR12xHp+vVUulPPtKwmA==', ['2017-6-2', '2016-2-9'], 'yyyy-MM-dd'],
  ['e9PiTP52vQwqDK1xQTpK4A==', ['17-06-20', '16-02-29'], 'yyyy-MM-dd'],
  ['z4cgfR7E6uwwBpkJ6wXxGQ==', ['2017-06-20x', '2016-02-29 foo'], 'yyyy-MM-dd'],
  ['z4cgfR7E6uwwBpkJ6wXxGQ==', ['2017-06-20T10:00:00', '2016-02-29T00:00:00Z'], 'yyyy-MM-dd'],
  ['Gr4HYieY+g3MV26qd+rZnQ==', ['2018', '2018', '2018', '2018'], 'yyyy'],
  ['ap4wx6s4ejPMppgsVW8Dwg==', ['01:02:03', '23:59:59'], 'HH:mm:ss'],
  ['f/1kniJL27DJi8OAhoYG/A==', ['2013-04-08 13:14:72', '2013-13-45 25:00:00'], seconds],
  ['OcOhwAySJFWnLbiNPxfvVQ==', ['2013-04-08 13:14:23 -0500', '2013-04-09 00:00:00 +0530'], `${seconds} z`],
  ['RVFPHmNlAke4Jq2vBKUphA==', ['2013-04-08 13:14:23 EST', '2013-07-09 00:00:00 EDT'], `${seconds} z`],
];

describe('the fingerprint of a vector', () => {
  it.each(vectors)('%s of %o', (unf, values, format, digits) => {
    expect(unfOf(values, format, digits)).toBe(unf);
  });

  it('is undefined without values', () => {
    expect(() => unfOf([])).toThrow('has no fingerprint');
  });

  it('writes fractions of a second without zeros at the end, and with a zone always three digits', () => {
    expect(temporalNormaliser(`${seconds}.SSS`)('2013-04-08 13:14:23.050')).toBe('2013-04-08T13:14:23.05');
    expect(temporalNormaliser(`${seconds}.SSS z`)('2013-04-08 13:14:23.050 -0500')).toBe('2013-04-08T18:14:23.050Z');
    expect(temporalNormaliser(`${seconds}.SSS`)('2018-06-20 13:14:23')).toBe('2018-06-20 13:14:23');
    expect(temporalNormaliser('yyyy-MM-dd')('12017-06-20')).toBe('12017-06-20');
  });

  it('cuts strings at 128 code units, and a pair of surrogates in half', () => {
    expect(stringText(`${'x'.repeat(127)}😀`)).toBe(`${'x'.repeat(127)}?`);
    expect(stringText(' '.repeat(128))).toBe('');
    expect(stringText(' '.repeat(500))).toBe(' '.repeat(127));
    expect(stringText(`${' '.repeat(128)}x`)).toBe(' '.repeat(128));
  });

  it('reads a typed escape as what it stands for', () => {
    expect(readBack(String.raw`a\tb\q`)).toBe('a\tb\\q');
    expect(readBack(String.raw`x\"y`)).toBe(String.raw`x\"y`);
    expect(readBack(String.raw`x\\ny`)).toBe(String.raw`x\ny`);
  });

  it('writes numbers without strings as it does with them', () => {
    const { below: draw } = seededRandom(20);
    const out = new GrowingBytes();
    const different: unknown[] = [];
    for (let round = 0; round < 40_000; round += 1) {
      const value = (draw(2) === 0 ? 1 : -1) * Number(`${draw(10 ** (1 + draw(9)))}.${draw(10 ** (1 + draw(9)))}5e${draw(30) - 15}`);
      out.clear();
      pushNumber(out, value, 7);
      const quick = out.view().toString();
      if (quick !== numberText(value)) different.push([value, quick, numberText(value)]);
    }
    expect(different).toStrictEqual([]);
  });

  it.each(['double', 'integer'] as const)('of a column of more than one piece is that of its numbers, one by one: %s', (storage) => {
    const { below: draw } = seededRandom(21);
    const rare = [
      0,
      -0,
      Number.NaN,
      Infinity,
      -Infinity,
      2 ** 63,
      -(2 ** 63),
      1e22,
      1e-15,
      5e-324,
      0.00073,
      9_999_999.5,
      1e15,
      999_999_950,
    ];
    const values = Float64Array.from({ length: 9000 }, (_, row) =>
      row % 5 === 0 ? (rare[draw(rare.length)] ?? 0) : (draw(2 ** 31) - 2 ** 30) * (storage === 'integer' ? 1 : 10 ** (draw(40) - 20)),
    );
    const missing = Uint8Array.from(values, () => (draw(9) === 0 ? 1 : 0));
    const column = new UnfVector();
    column.pushColumn({ kind: 'number', values, missing }, values.length, variable({ name: 'x', storage }), undefined);
    const oneByOne = new UnfVector();
    for (const [row, value] of values.entries()) {
      const isOutside = storage === 'integer' && !(value >= -(2 ** 63) && value < 2 ** 63);
      if (missing[row] === 1 || Number.isNaN(value) || isOutside) oneByOne.pushMissing();
      else oneByOne.pushNumber(storage === 'integer' && value === 0 ? 0 : value);
    }
    expect(column.digest()).toBe(oneByOne.digest());
  });
});

describe('the combined fingerprint', () => {
  const full = (...parts: readonly string[]): string => combineUnfs(parts.map((part) => `UNF:6:${part}`)).slice('UNF:6:'.length);
  const pets = ['tuxukW1kJmzVCPiI7MR6vg==', 'E4VJ3RWU5iW8zy7VC9+g5A==', '8orejrpTyzm42bgLBZKtsw=='];
  const oneTwoThree = ['AvELPR5QTaBbnq6S22Msow==', 'XqQaMwOA63taX1YyBzTZYQ=='];
  const four = ['AvELPR5QTaBbnq6S22Msow==', 'TJk+lP3rVKwf0UhsUO7RXg==', 'rktcGL2Gktsl8MQ8o81Xzw==', 'PzqCRtVQ2t+IJYGMQ32mpA=='];
  const fiveSix = 'z+91TcVJIrK9MqNfO/pbAQ==';

  it('is that of files and versions in the contract', () => {
    expect(full(...oneTwoThree)).toBe('3gSpwK0BxWnwf9U1Vhsziw==');
    expect(full(...pets)).toBe('pZmxR+HCyezWT94Tp3MPxA==');
    expect(full(...four)).toBe('a4ZIanu9z3aLLHkdjMq6pg==');
    expect(full(full(...pets), full(...four))).toBe('H8Kiw9/UAYkgzN5nJjPNgQ==');
    expect(full(full(...pets), full(...oneTwoThree), fiveSix)).toBe('hMMLsOn+MLAiBQRPlGHBlg==');
    expect(full(full(...pets), full(...oneTwoThree), fiveSix, fiveSix)).toBe('WZrHxOdXTKM+QzHI0yMnWQ==');
    expect(full(full(...pets), full(...oneTwoThree))).toBe('taVPKHhVb+aK+71ZLY0ayg==');
  });

  it('does not depend on the order, and leaves one alone as it is', () => {
    expect(full(...pets.toReversed())).toBe(full(...pets));
    expect(full(fiveSix)).toBe(fiveSix);
  });
});
