import { describe, expect, test } from 'vitest';
import { readNetcdfHeader } from '../../../src/formats/netcdf/read-netcdf-header.ts';
import { writeNcml } from '../../../src/formats/netcdf/write-ncml.ts';

type Version = 1 | 2 | 5;

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** Writes the parts of a header as the versions of the format have them. */
function writer(version: Version) {
  const count = (value: number) => (version === 5 ? Buffer.concat([int(0), int(value)]) : int(value));
  const name = (text: string) => Buffer.concat([count(Buffer.byteLength(text)), padded(Buffer.from(text))]);
  const list = (tag: number, items: readonly Buffer[]) =>
    items.length === 0 ? Buffer.concat([int(0), count(0)]) : Buffer.concat([int(tag), count(items.length), ...items]);
  const attribute = (label: string, type: number, length: number, values: Buffer) =>
    Buffer.concat([name(label), int(type), count(length), padded(values)]);
  const offset = version === 1 ? int(0) : Buffer.alloc(8);
  return { count, name, list, attribute, offset };
}

const text = (value: string) => [2, Buffer.byteLength(value), Buffer.from(value)] as const;

/** A file of temperatures on a grid, over time. */
function grid(version: Version, records: Buffer): Buffer {
  const { count, name, list, attribute, offset } = writer(version);
  const range = Buffer.alloc(8);
  range.writeFloatBE(0.1, 0);
  range.writeFloatBE(-1e20, 4);
  const short = Buffer.alloc(2);
  short.writeInt16BE(-999);
  const double = Buffer.alloc(8);
  double.writeDoubleBE(273.15);
  const attributes = [
    attribute('units', ...text('K')),
    attribute('valid_range', 5, 2, range),
    attribute('missing_value', 3, 1, short),
    attribute('add_offset', 6, 1, double),
  ];
  return Buffer.concat([
    Buffer.from(`CDF${String.fromCharCode(version)}`, 'latin1'),
    records,
    list(10, [Buffer.concat([name('time'), count(0)]), Buffer.concat([name('lat'), count(3)])]),
    list(12, [attribute('title', ...text('Über <"Wärme">\n& more'))]),
    list(11, [
      Buffer.concat([name('temp'), count(2), count(0), count(1), list(12, attributes), int(5), count(12), offset]),
      Buffer.concat([name('crs'), count(0), list(12, []), int(4), count(4), offset]),
    ]),
    Buffer.alloc(64, 1),
  ]);
}

const ncml = (length: number) => `<?xml version="1.0" encoding="UTF-8"?>
<netcdf xmlns="http://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2" location="">
  <dimension name="time" length="${length}" isUnlimited="true" />
  <dimension name="lat" length="3" />
  <variable name="temp" shape="time lat" type="float">
    <attribute name="units" value="K" />
    <attribute name="valid_range" type="float" value="0.1 -100000000000000000000" />
    <attribute name="missing_value" type="short" value="-999" />
    <attribute name="add_offset" type="double" value="273.15" />
  </variable>
  <variable name="crs" shape="" type="int" />
  <attribute name="title" value="Über &lt;&quot;Wärme&quot;&gt;&#10;&amp; more" />
</netcdf>
`;

function described(bytes: Buffer): string {
  const header = readNetcdfHeader(bytes);
  return typeof header === 'object' ? writeNcml(header) : header;
}

describe('the header of a NetCDF file', () => {
  test.each([1, 2, 5] as const)('of version %i is described', (version) => {
    expect(described(grid(version, writer(version).count(7)))).toBe(ncml(7));
  });

  test('has no records while they are being written', () => {
    expect(described(grid(1, Buffer.alloc(4, 0xff)))).toBe(ncml(0));
    expect(described(grid(5, Buffer.alloc(8, 0xff)))).toBe(ncml(0));
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
