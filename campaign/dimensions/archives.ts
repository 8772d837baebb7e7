/** Archives and packed files that grow when they are unpacked. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { type ZipEntry, zipOf } from '../../test/support/zip-archive.ts';
import type { Bound, Dimension } from '../dimension.ts';
import { formOf } from './form.ts';

/**
 * Unpacking runs beside the event loop, up to the limits on archives: 256 MB, for which the ratio does not count, are written, read for
 * their checksum and removed again.
 */
const UNPACKING: Partial<Bound> = { total: 2500 };
const MEGABYTE = 1024 ** 2;

const entries = (count: number, entry: (index: number) => ZipEntry): Buffer =>
  zipOf(Array.from({ length: count }, (_, index) => entry(index)));
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * MEGABYTE);

/** An archive of archives, each holding the one before it twice. */
function nestedArchive(depth: number): Buffer {
  let inner = zipOf([{ path: 'a.txt', content: 'x' }]);
  for (let level = 0; level < depth; level += 1) {
    inner = zipOf([0, 1].map((place) => ({ path: `${place}.zip`, content: inner, deflated: true })));
  }
  return inner;
}

/** An archive whose directory names one large entry many times. */
function overlapping(count: number): Buffer {
  const one = zipOf([{ path: 'a.txt', content: zeros(4), deflated: true }]);
  const end = one.length - 22;
  const directory = one.subarray(one.readUInt32LE(end + 16), end);
  const all = Buffer.concat(Array.from({ length: count }, () => directory));
  const closing = Buffer.from(one.subarray(end));
  closing.writeUInt16LE(Math.min(count, 65_535), 8);
  closing.writeUInt16LE(Math.min(count, 65_535), 10);
  closing.writeUInt32LE(all.length, 12);
  return Buffer.concat([one.subarray(0, one.readUInt32LE(end + 16)), all, closing]);
}

/** A block of zeros packed again and again: members of one gzip file follow each other. */
function gzipped(megabytes: number): Buffer {
  const start = Buffer.alloc(2880, ' ');
  start.write('SIMPLE  =                    T');
  const member = gzipSync(zeros(1), { level: 9 });
  return Buffer.concat([gzipSync(start), ...Array.from({ length: megabytes }, () => member)]);
}

/** Uploads by name: what the file is called, and its bytes at a size. */
const uploads: Readonly<Record<string, readonly [to: number, fileName: string, bytes: (size: number) => Buffer, bound?: Partial<Bound>]>> =
  {
    'megabytes of one entry': [2000, 'a.zip', (n) => repeatedEntry(n), UNPACKING],
    'megabytes of many entries': [
      250,
      'a.zip',
      (n) => entries(n, (i) => ({ path: `${i}.bin`, content: zeros(1), deflated: true })),
      UNPACKING,
    ],
    entries: [20_000, 'a.zip', (n) => entries(n, (i) => ({ path: `${i}.txt`, content: `${i}` })), UNPACKING],
    folders: [60_000, 'a.zip', (n) => entries(n, (i) => ({ path: `${i}/`, content: '' }))],
    'the name of an entry': [60_000, 'a.zip', (n) => entries(1, () => ({ path: 'a'.repeat(n), content: 'x' }))],
    'folders in the name of an entry': [60_000, 'a.zip', (n) => entries(1, () => ({ path: `${'a/'.repeat(n / 2)}b`, content: 'x' }))],
    'dots in the names of entries': [500, 'a.zip', (n) => entries(n, (i) => ({ path: `${'.'.repeat(10_000)}${i}`, content: 'x' }))],
    'archives in archives': [40, 'a.zip', nestedArchive],
    'entries that overlap': [60_000, 'a.zip', overlapping],
    'parts of shapefiles': [
      900,
      'a.zip',
      (n) => entries(n, (i) => ({ path: `s${i % 300}.${['shp', 'shx', 'dbf'][Math.floor(i / 300) % 3]}`, content: `${i}` })),
      UNPACKING,
    ],
    'a comment at the end': [
      60_000,
      'a.zip',
      (n) => Buffer.concat([zipOf([{ path: 'a.txt', content: 'x' }]), Buffer.from('PK\x05\x06'.repeat(n / 4))]),
    ],
    'megabytes of a gzipped FITS file': [2000, 'a.fits.gz', gzipped, UNPACKING],
    'members of a gzipped FITS file': [
      100_000,
      'a.fits.gz',
      (n) => Buffer.concat([gzipped(0), ...Array.from({ length: n }, () => EMPTY_MEMBER)]),
    ],
  };

const EMPTY_MEMBER = gzipSync('');

/** One deflated entry of so many megabytes: a stored stream of full blocks is repeated, without packing all of it. */
function repeatedEntry(megabytes: number): Buffer {
  const block = deflateRawSync(zeros(1), { level: 9, finishFlush: 2 });
  const packed = Buffer.concat([...Array.from({ length: megabytes }, () => block), Buffer.from([3, 0])]);
  const archive = zipOf([{ path: 'a.bin', content: packed, claimedBytes: Math.min(megabytes * MEGABYTE, 0xff_ff_ff_fe) }]);
  // Deflated, in both headers: the writer of archives packs whatever it calls so.
  archive.writeUInt16LE(8, 8);
  archive.writeUInt16LE(8, archive.readUInt32LE(archive.length - 6) + 10);
  return archive;
}

export const archiveDimensions: readonly Dimension[] = Object.entries(uploads).map(([kind, [to, fileName, bytes, bound]]): Dimension => ({
  name: `archives: ${kind}`,
  as: 'depositor',
  sizes: [1, to],
  background: true,
  writes: true,
  ...(bound === undefined ? {} : { bound }),
  requests: (size, { draft }) => formOf(`/api/datasets/${draft.id}/add`, [{ name: 'file', fileName, content: bytes(size) }]),
}));
