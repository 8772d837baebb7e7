import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_PER_SAMPLE = 8;
const TRUE_COLOUR = 2;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/**
 * A picture as PNG, one pixel a value, from blue (0) to red (1). Source: PNG specification, third edition.
 * @param rows values from 0 to 1; all rows have the same length.
 */
export function heatMapPng(rows: readonly (readonly number[])[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows[0]?.length ?? 0, 0);
  header.writeUInt32BE(rows.length, 4);
  header.writeUInt8(BITS_PER_SAMPLE, 8);
  header.writeUInt8(TRUE_COLOUR, 9);
  // Each line begins with its filter; 0 is none.
  const lines = rows.flatMap((row) => [0, ...row.flatMap((value) => [Math.round(255 * value), 64, Math.round(255 * (1 - value))])]);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from(lines))), chunk('IEND', Buffer.alloc(0))]);
}
