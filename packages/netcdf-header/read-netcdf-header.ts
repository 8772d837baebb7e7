/**
 * The header of a NetCDF file of the classic formats (CDF-1, CDF-2, CDF-5): what it holds, without the data.
 * Source: NetCDF User's Guide, "File Format Specifications"; CDF-5 as PnetCDF has it.
 */

/** Types of values, at their numbers in the format. */
const TYPES = ['', 'byte', 'char', 'short', 'int', 'float', 'double', 'ubyte', 'ushort', 'uint', 'long', 'ulong'] as const;
type NetcdfType = Exclude<(typeof TYPES)[number], ''>;

const SIZES: Readonly<Record<NetcdfType, number>> = {
  byte: 1,
  char: 1,
  short: 2,
  int: 4,
  float: 4,
  double: 8,
  ubyte: 1,
  ushort: 2,
  uint: 4,
  long: 8,
  ulong: 8,
};

const TAGS = { dimensions: 10, variables: 11, attributes: 12 } as const;

interface NetcdfDimension {
  readonly name: string;
  readonly length: number;
  /** Whether it grows with the records of the file. */
  readonly unlimited: boolean;
}

export interface NetcdfAttribute {
  readonly name: string;
  readonly type: NetcdfType;
  /** One text for characters, else each number as text. */
  readonly values: readonly string[];
}

interface NetcdfVariable {
  readonly name: string;
  readonly type: NetcdfType;
  /** Names of its dimensions, slowest first. */
  readonly shape: readonly string[];
  readonly attributes: readonly NetcdfAttribute[];
}

export interface NetcdfHeader {
  readonly dimensions: readonly NetcdfDimension[];
  readonly variables: readonly NetcdfVariable[];
  readonly attributes: readonly NetcdfAttribute[];
}

/** Whether a header says what it cannot mean, or goes on after the bytes that were given. */
type Fault = 'BROKEN' | 'CUT';

class HeaderFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** A 32-bit number in as few digits as tell it apart. */
function floatText(value: number): string {
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

const READ: Readonly<Record<NetcdfType, (bytes: Buffer, at: number) => string>> = {
  byte: (bytes, at) => String(bytes.readInt8(at)),
  char: (bytes, at) => String.fromCharCode(bytes.readUInt8(at)),
  short: (bytes, at) => String(bytes.readInt16BE(at)),
  int: (bytes, at) => String(bytes.readInt32BE(at)),
  float: (bytes, at) => floatText(bytes.readFloatBE(at)),
  double: (bytes, at) => String(bytes.readDoubleBE(at)),
  ubyte: (bytes, at) => String(bytes.readUInt8(at)),
  ushort: (bytes, at) => String(bytes.readUInt16BE(at)),
  uint: (bytes, at) => String(bytes.readUInt32BE(at)),
  long: (bytes, at) => String(bytes.readBigInt64BE(at)),
  ulong: (bytes, at) => String(bytes.readBigUInt64BE(at)),
};

class HeaderReader {
  readonly #bytes: Buffer;
  readonly #version: number;
  #at = 4;

  constructor(bytes: Buffer, version: number) {
    this.#bytes = bytes;
    this.#version = version;
  }

  #take(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw new HeaderFault('CUT');
    this.#at = at + length;
    return at;
  }

  int(): number {
    return this.#bytes.readUInt32BE(this.#take(4));
  }

  #wide(): number {
    const value = this.#bytes.readBigUInt64BE(this.#take(8));
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new HeaderFault('BROKEN');
    return Number(value);
  }

  /** A count or size; wider in CDF-5. */
  count(): number {
    return this.#version === 5 ? this.#wide() : this.int();
  }

  /** The number of records; null while they are still being written. */
  records(): number | null {
    const at = this.#take(this.#version === 5 ? 8 : 4);
    const all = this.#bytes.subarray(at, this.#at);
    if (all.every((byte) => byte === 0xff)) return null;
    this.#at = at;
    return this.count();
  }

  /** Passes over the place of a variable's data. */
  offset(): void {
    this.#take(this.#version === 1 ? 4 : 8);
  }

  /** Bytes that are filled up to a whole number of words. */
  padded(length: number): Buffer {
    const at = this.#take(length);
    this.#take((4 - (length % 4)) % 4);
    return this.#bytes.subarray(at, at + length);
  }

  name(): string {
    return this.padded(this.count()).toString('utf8');
  }

  type(): NetcdfType {
    const type = TYPES[this.int()];
    if (type === undefined || type === '') throw new HeaderFault('BROKEN');
    return type;
  }

  /** A list that begins with its tag, or is absent. */
  list<Item>(tag: number, item: () => Item): Item[] {
    const found = this.int();
    const length = this.count();
    if (found !== tag && !(found === 0 && length === 0)) throw new HeaderFault('BROKEN');
    const items: Item[] = [];
    // What is read ends with the bytes, however many items are claimed.
    for (let index = 0; index < length; index += 1) items.push(item());
    return items;
  }

  attribute(): NetcdfAttribute {
    const name = this.name();
    const type = this.type();
    const length = this.count();
    const bytes = this.padded(length * SIZES[type]);
    if (type === 'char') return { name, type, values: [bytes.toString('utf8').replace(/\0+$/, '')] };
    return { name, type, values: Array.from({ length }, (_, index) => READ[type](bytes, index * SIZES[type])) };
  }
}

function readHeader(reader: HeaderReader): NetcdfHeader {
  const records = reader.records() ?? 0;
  const dimensions = reader.list(TAGS.dimensions, () => {
    const name = reader.name();
    const length = reader.count();
    // The dimension of the records is written with the length 0.
    return { name, length: length === 0 ? records : length, unlimited: length === 0 };
  });
  const attributes = reader.list(TAGS.attributes, () => reader.attribute());
  const variables = reader.list(TAGS.variables, () => {
    const name = reader.name();
    const rank = reader.count();
    const shape: string[] = [];
    for (let index = 0; index < rank; index += 1) {
      const dimension = dimensions[reader.count()];
      if (dimension === undefined) throw new HeaderFault('BROKEN');
      shape.push(dimension.name);
    }
    const own = reader.list(TAGS.attributes, () => reader.attribute());
    const type = reader.type();
    reader.count();
    reader.offset();
    return { name, type, shape, attributes: own };
  });
  return { dimensions, variables, attributes };
}

/**
 * Reads the header from the first bytes of a file.
 * @returns `OTHER` for what is no such file, `CUT` where the header is longer than the bytes.
 */
export function readNetcdfHeader(bytes: Buffer): NetcdfHeader | 'OTHER' | 'CUT' {
  const version = bytes[3] ?? 0;
  if (bytes.toString('latin1', 0, 3) !== 'CDF' || ![1, 2, 5].includes(version)) return 'OTHER';
  try {
    return readHeader(new HeaderReader(bytes, version));
  } catch (error) {
    if (!(error instanceof HeaderFault)) throw error;
    return error.fault === 'CUT' ? 'CUT' : 'OTHER';
  }
}
