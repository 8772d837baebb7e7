import { gunzipSync, constants } from 'node:zlib';

/** Enough packed bytes to see a few unpacked ones, and too few to unpack into much. */
const GZIP_PEEK_BYTES = 512;

const STATA_RELEASES = new Set([104, 105, 108, 110, 111, 113, 114, 115, 117]);
const STATA_XML_TYPES: ReadonlyMap<string, string> = new Map([
  ['117', 'application/x-stata-13'],
  ['118', 'application/x-stata-14'],
  ['119', 'application/x-stata-15'],
]);

const NETCDF_MARK = Buffer.from('CDF', 'latin1');
const HDF5_MARK = Buffer.from('\x89HDF\r\n\x1a\n', 'latin1');

const SPSS_PORTABLE_BYTES = 491;
const SPSS_PORTABLE_LINE = 80;

/** The type of a statistical data file by its first bytes. Source: files.md 14.1, steps 2a to 2e. */
export function statisticalType(head: Buffer): string | undefined {
  if (startsWith(head, '$FL2')) return 'application/x-spss-sav';
  if (isSpssPortable(head)) return 'application/x-spss-por';
  if (isOldStata(head)) return 'application/x-stata';
  const release = /^<stata_dta><header><release>(\d{3})/.exec(head.toString('latin1', 0, 40))?.[1] ?? '';
  return STATA_XML_TYPES.get(release);
}

/** The type of a scientific container by its first bytes. Source: files.md 14.1, step 4. */
export function scientificContainerType(head: Buffer): string | undefined {
  const version = head[3];
  if (head.subarray(0, 3).equals(NETCDF_MARK) && (version === 1 || version === 2 || version === 5)) return 'application/netcdf';
  return head.subarray(0, HDF5_MARK.length).equals(HDF5_MARK) ? 'application/x-hdf5' : undefined;
}

/** Whether the bytes begin with these characters of Latin-1. */
export function startsWith(head: Buffer, mark: string): boolean {
  return head.toString('latin1', 0, mark.length) === mark;
}

function isOldStata(head: Buffer): boolean {
  const [release, byteOrder, fileType] = head;
  return release !== undefined && STATA_RELEASES.has(release) && (byteOrder === 1 || byteOrder === 2) && fileType === 1;
}

/** The mark is character 456 of the content, which is wrapped into lines of 80 with line ends of no, one or two bytes. */
function isSpssPortable(head: Buffer): boolean {
  if (head.length < SPSS_PORTABLE_BYTES) return false;
  let offset = 0;
  for (let line = 0; line < 5; line += 1) {
    offset += SPSS_PORTABLE_LINE;
    if (head[offset] === 0x0d) offset += 1;
    if (head[offset] === 0x0a) offset += 1;
  }
  const mark = offset + 456 - 5 * SPSS_PORTABLE_LINE;
  return head.toString('latin1', mark, mark + 8) === 'SPSSPORT';
}

/** The first characters of what gzipped bytes unpack to, as Latin-1; empty for bytes that are not gzipped. */
export function gunzippedStart(head: Buffer, length: number): string {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return '';
  try {
    const plain = gunzipSync(head.subarray(0, GZIP_PEEK_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
    return plain.toString('latin1', 0, length);
  } catch {
    return '';
  }
}
