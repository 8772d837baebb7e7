type Version = 1 | 2 | 5;

export function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

interface HeaderWriter {
  count(value: number): Buffer;
  name(text: string): Buffer;
  list(tag: number, items: readonly Buffer[]): Buffer;
  attribute(label: string, type: number, length: number, values: Buffer): Buffer;
  readonly offset: Buffer;
}

/** Writes the parts of a header as the versions of the format have them. */
export function writer(version: Version): HeaderWriter {
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
export function grid(version: Version, records: Buffer): Buffer {
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
