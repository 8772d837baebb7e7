/** Files of statistics programs byte by byte: writers of them refuse to write most of these. */

const padded = (text: string, width: number): Buffer => Buffer.from(text.padEnd(width, '\0').slice(0, width), 'latin1');

function little(...numbers: number[]): Buffer {
  return littleOf(numbers);
}

function littleOf(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, value] of numbers.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

interface StataFacts {
  readonly variables: number;
  readonly rows: number;
  readonly claimedVariables?: number;
  readonly claimedRows?: number;
}

/** A file of release 114 whose variables are of one byte each. */
export function stata({ variables, rows, claimedVariables = variables, claimedRows = rows }: StataFacts): Buffer {
  const head = Buffer.from([114, 2, 1, 0, claimedVariables % 256, Math.floor(claimedVariables / 256)]);
  const names = Array.from({ length: variables }, (_, index) => padded(`v${index}`, 33));
  return Buffer.concat([
    head,
    little(claimedRows),
    Buffer.alloc(81 + 18),
    Buffer.alloc(variables, 251),
    ...names,
    Buffer.alloc(2 * (variables + 1)),
    Buffer.concat(Array<Buffer>(variables).fill(padded('%8.0g', 49))),
    Buffer.alloc(33 * variables, 'l\0'.padEnd(33, '\0')),
    Buffer.alloc(81 * variables),
    Buffer.alloc(5),
    Buffer.alloc(variables * rows, 7),
  ]);
}

/** The same with a set of value labels, which claims to have so many. */
export function stataLabels(count: number, claimed: number): Buffer {
  const text = 'x\0'.repeat(count);
  const table = Buffer.concat([
    little(claimed, text.length),
    littleOf(Array.from({ length: count }, (_, index) => index * 2)),
    littleOf(Array.from({ length: count }, (_, index) => index)),
    Buffer.from(text),
  ]);
  return Buffer.concat([stata({ variables: 1, rows: 10 }), little(table.length), padded('l', 33 + 3), table]);
}

interface SavFacts {
  readonly variables: number;
  readonly rows: number;
  readonly claimedRows?: number;
  /** Of the first variable; numbers without. */
  readonly textWidth?: number;
}

/** A system file of SPSS, packed by its codes: each value is a byte, whole numbers or blanks. */
export function blankSav({ variables, rows, claimedRows = rows, textWidth = 0 }: SavFacts): Buffer {
  const bias = Buffer.alloc(8);
  bias.writeDoubleLE(100);
  const records = Array.from({ length: variables }, (_, index) =>
    Buffer.concat([little(2, index === 0 ? textWidth % 2 ** 32 : 0, 0, 0, 0x05_08_00, 0x05_08_00), Buffer.from(`V${index}`.padEnd(8))]),
  );
  return Buffer.concat([
    Buffer.from(`$FL2${'@(#) SPSS DATA FILE'.padEnd(60)}`),
    little(2, variables, 1, 0, Math.floor(claimedRows) % 2 ** 31),
    bias,
    Buffer.from('01 Jan 2600:00:00'.padEnd(17 + 64)),
    Buffer.alloc(3),
    ...records,
    little(999, 0),
    Buffer.alloc(Math.ceil((variables * Math.floor(rows)) / 8) * 8, textWidth > 0 ? 254 : 101),
  ]);
}

/** A portable file of SPSS whose first record goes on with this. */
export function portable(content: string): Buffer {
  const head = `${' '.repeat(200)}${' '.repeat(64)}0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ${' '.repeat(156)}SPSSPORT`;
  const all = `${head}A8/20200101612345/${content}`;
  return Buffer.from(all.match(/.{1,80}/gs)?.join('\n') ?? '', 'latin1');
}

function big(...numbers: number[]): Buffer {
  return little(...numbers).swap32();
}

/** What an object of R begins with that was saved alone, as XDR. */
export const rStart = Buffer.concat([Buffer.from('X\n'), big(2, 0x03_05_00, 0x02_03_00)]);

/** The head of a vector of a type: 9 are the letters of a text, 14 numbers, 16 texts. */
export function rVector(type: number, length: number): Buffer {
  return big(type, Math.floor(length));
}

/** The head of a list. */
export function rList(length: number): Buffer {
  return rVector(19, length);
}

/** A data frame with a column of zeros. */
export function rNumbers(rows: number): Buffer {
  const symbol = (name: string): Buffer => Buffer.concat([big(1), rText(name)]);
  const attribute = (name: string, value: Buffer): Buffer => Buffer.concat([big(0x4_02), symbol(name), value]);
  const texts = (text: string): Buffer => Buffer.concat([rVector(16, 1), rText(text)]);
  return Buffer.concat([
    rStart,
    big(0x3_13, 1),
    rVector(14, rows),
    Buffer.alloc(Math.floor(rows) * 8),
    attribute('names', texts('a')),
    attribute('class', texts('data.frame')),
    attribute('row.names', big(13, 2, 0x80_00_00_00, 2 ** 32 - Math.floor(rows))),
    big(0xfe),
  ]);
}

function rText(text: string): Buffer {
  return Buffer.concat([big(0x4_00_09, text.length), Buffer.from(text)]);
}
