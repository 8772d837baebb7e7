/** Files whose beginning is looked into when they come: types, headers, markup. */
import { gzipSync } from 'node:zlib';
import type { Dimension } from '../dimension.ts';
import { formOf } from './form.ts';

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value % 2 ** 32);
  return bytes;
};
const padded = (text: string): Buffer => Buffer.concat([word(text.length), Buffer.from(text), Buffer.alloc((4 - (text.length % 4)) % 4)]);
const many = (count: number, make: (index: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));

interface Netcdf {
  readonly dimensions?: number;
  readonly attributes?: Buffer;
  readonly attributeCount?: number;
  readonly variables?: Buffer;
  readonly variableCount?: number;
}

/** A header of the classic format. */
function netcdf({
  dimensions = 1,
  attributes = Buffer.alloc(0),
  attributeCount = 0,
  variables = Buffer.alloc(0),
  variableCount = 0,
}: Netcdf): Buffer {
  const list = (tag: number, count: number): Buffer => (count === 0 ? Buffer.alloc(8) : Buffer.concat([word(tag), word(count)]));
  return Buffer.concat([
    Buffer.from('CDF\x01'),
    word(0),
    list(10, dimensions),
    many(dimensions, (index) => Buffer.concat([padded(`d${index}`), word(1)])),
    list(12, attributeCount),
    attributes,
    list(11, variableCount),
    variables,
  ]);
}

const attribute = (name: string, value: Buffer): Buffer =>
  Buffer.concat([padded(name), word(2), word(value.length), value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
const variable = (name: string, shape: number): Buffer =>
  Buffer.concat([padded(name), word(shape), many(shape, () => word(0)), Buffer.alloc(8), word(1), word(4), word(0)]);

/** Files by name. */
const files: Readonly<Record<string, readonly [to: number, fileName: string, bytes: (size: number) => Buffer]>> = {
  'dimensions of NetCDF': [500_000, 'a.nc', (n) => netcdf({ dimensions: n })],
  'attributes of NetCDF': [
    500_000,
    'a.nc',
    (n) => netcdf({ attributeCount: n, attributes: many(n, (i) => attribute(`a${i}`, Buffer.from('x'))) }),
  ],
  'zeros in an attribute of NetCDF': [
    8_000_000,
    'a.nc',
    (n) => netcdf({ attributeCount: 1, attributes: attribute('a', Buffer.concat([Buffer.alloc(n), Buffer.from('x')])) }),
  ],
  'variables of NetCDF': [200_000, 'a.nc', (n) => netcdf({ variableCount: n, variables: many(n, (i) => variable(`v${i}`, 1)) })],
  'the shape of a variable of NetCDF': [1_000_000, 'a.nc', (n) => netcdf({ variableCount: 1, variables: variable('v', n) })],
  'what a header of NetCDF claims': [4_000_000_000, 'a.nc', (n) => Buffer.concat([Buffer.from('CDF\x01'), word(0), word(10), word(n)])],
  'instructions before a root': [2_000_000, 'a.dat', (n) => Buffer.from(`<?xml version="1.0"?>${'<?a?>'.repeat(n / 5)}`)],
  'comments before a root': [2_000_000, 'a.dat', (n) => Buffer.from(`<?xml version="1.0"?>${'<!--'.repeat(n / 4)}`)],
  'brackets of a document type': [2_000_000, 'a.dat', (n) => Buffer.from(`<!doctype ${'['.repeat(n)}`)],
  'blanks before a root': [2_000_000, 'a.dat', (n) => Buffer.from(`<!doctype a ${' '.repeat(n)}`)],
  'what is packed at the beginning': [100, 'a.gz', (n) => gzipSync(Buffer.alloc(n * 1024 ** 2))],
  'frames of an MP3': [500_000, 'a.dat', (n) => Buffer.concat([Buffer.from('ID3\x03\0\0\x7f\x7f\x7f\x7f'), Buffer.alloc(n)])],
  'objects of an ASF': [
    100_000,
    'a.dat',
    (n) => Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(14), Buffer.alloc(n)]),
  ],
  'elements of a Matroska': [500_000, 'a.dat', (n) => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(n, 0x01)])],
  'entries of an OLE': [500_000, 'a.dat', (n) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(n)])],
  'chunks of a RIFF': [500_000, 'a.dat', (n) => Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(n)])],
  'headers of a tar': [500_000, 'a.dat', (n) => Buffer.concat([Buffer.alloc(257), Buffer.from('ustar'), Buffer.alloc(n)])],
  'lines of a CSV': [16_000_000, 'a.csv', (n) => Buffer.from('1,2\n'.repeat(n / 4))],
  'columns of a CSV': [16_000_000, 'a.csv', (n) => Buffer.from(`${'1,'.repeat(n / 2)}1\n`)],
  'the head of an SPSS file': [500_000, 'a.sav', (n) => Buffer.concat([Buffer.from('$FL2@(#) SPSS DATA FILE'), Buffer.alloc(n, 0xff)])],
  'the head of a Stata file': [
    500_000,
    'a.dta',
    (n) => Buffer.concat([Buffer.from('<stata_dta><header><release>118</release>'), Buffer.alloc(n, 0xff)]),
  ],
};

export const fileDimensions: readonly Dimension[] = Object.entries(files).map(([kind, [to, fileName, bytes]]) => ({
  name: `files: ${kind}`,
  as: 'depositor',
  sizes: [100, to],
  background: true,
  requests: (size, { draft }) => formOf(`/api/datasets/${draft.id}/add`, [{ name: 'file', fileName, content: bytes(size) }]),
}));
