import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseContentType, detectContentType, processingType } from '../../../src/domain/files/detect-content-type.ts';
import { RO_CRATE_TYPE } from '../../../src/formats/content-types/extension-types.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
/** An archive without entries: the end record alone. */
const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
/** The beginning of an archive whose first entry is an unremarkable file. */
const ZIP = Buffer.concat([
  Buffer.from('PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00', 'latin1'),
  Buffer.from('0000000001000000010000000500000061', 'hex').subarray(0, 16),
  Buffer.from('a.dataxPK\x01\x02', 'latin1'),
  Buffer.alloc(64),
]);
const BINARY = Buffer.from([0, 1, 2, 3, 250, 251, 0, 7]);
/** With its mark. */
const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function spssPortable(lineEnd: string): Buffer {
  const content = `${' '.repeat(456)}SPSSPORT`.padEnd(600, 'A');
  const lines = content.match(/.{1,80}/g) ?? [];
  return Buffer.from(lines.join(lineEnd), 'latin1');
}

/** `RDX3\nX\n`, 128,000 times. */
const MEGABYTE_OF_R = Buffer.from(
  '425a683931415926535913c0ce5304e1ffce0000100800040010402000721b400a543d4c004aae8012ab8004aac004aaf000955800901c5dc914e142404f03394c',
  'hex',
);

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/tables/${name}`, import.meta.url));

describe('detectContentType', () => {
  const cases: readonly (readonly [what: string, fileName: string, head: Buffer | string, type: string])[] = [
    ['a well-known name', 'Makefile', 'all:', 'text/x-makefile'],
    ['a RO-Crate', 'ro-crate-metadata.json', '{}', RO_CRATE_TYPE],
    ['an SPSS system file', 'x.bin', Buffer.from('$FL2\x00\x01', 'latin1'), 'application/x-spss-sav'],
    ['an SPSS portable file with LF', 'x', spssPortable('\n'), 'application/x-spss-por'],
    ['an SPSS portable file with CRLF', 'x', spssPortable('\r\n'), 'application/x-spss-por'],
    ['an SPSS portable file without line ends', 'x', spssPortable(''), 'application/x-spss-por'],
    ['an old Stata file', 'x', Buffer.from([114, 2, 1, 0]), 'application/x-stata'],
    ['a Stata 13 file', 'x', '<stata_dta><header><release>117</release>', 'application/x-stata-13'],
    ['a Stata 14 file', 'x', '<stata_dta><header><release>118</release>', 'application/x-stata-14'],
    ['a Stata 15 file', 'x', '<stata_dta><header><release>119</release>', 'application/x-stata-15'],
    ['an R workspace', 'x', 'RDX3\nX\n', 'application/x-rlang-transport'],
    ['a packed R workspace', 'x', gzipSync(Buffer.from(`RDX2\nX\n${'y'.repeat(5000)}`)), 'application/x-rlang-transport'],
    ...['r-2-ascii.rds', 'r-2-bzip2.rda', 'r-3-gzip.rds', 'r-3-hexadecimal.rds', 'r-3-little.rds', 'r-3-plain.rds', 'r-3-xz.rds'].map(
      (name) => [`what R has saved as ${name}`, 'x', fixture(name), 'application/x-rlang-transport'] as const,
    ),
    ['a table with a column A', 'a.csv', 'A\n3\n4\n', 'text/csv'],
    [
      'the beginning of a long file of R packed with bzip2',
      'x.rds',
      Buffer.from('BZh91AY&SY\x01\xff\x00', 'latin1'),
      'application/x-rlang-transport',
    ],
    // Reading it would hold up all requests; without a name of R it is left alone.
    ['an R workspace in a block of bzip2 that becomes a megabyte', 'x', MEGABYTE_OF_R, 'application/x-bzip2'],
    ['the same under a name of R', 'x.rda', MEGABYTE_OF_R, 'application/x-rlang-transport'],
    ['something else packed with bzip2', 'x.bz2', Buffer.from('BZh91AY&SY\x01\xff\x00', 'latin1'), 'application/x-bzip2'],
    ['the beginning of something packed with xz', 'x', fixture('r-3-xz.rds').subarray(0, 20), 'application/x-xz'],
    ['a packed SPSS system file', 'x', fixture('spss-zlib.zsav'), 'application/x-spss-sav'],
    ['a SAS transport file', 'x', fixture('sas-8.xpt'), 'application/x-sas-transport'],
    [
      'a GraphML document',
      'net.xml',
      '<?xml version="1.0"?><!-- a > b --><graphml xmlns="http://graphml.graphdrawing.org/xmlns" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd"><graph/></graphml>',
      'text/xml-graphml',
    ],
    ['a FITS header', 'x', 'SIMPLE  =                    T', 'application/fits'],
    ['the extension fits', 'x.fits', BINARY, 'application/fits'],
    ['NetCDF', 'x', Buffer.from('CDF\x01\x00', 'latin1'), 'application/netcdf'],
    ['HDF5', 'x.mat', Buffer.from('\x89HDF\r\n\x1a\n', 'latin1'), 'application/x-hdf5'],
    ['a PNG with a wrong extension', 'x.txt', PNG, 'image/png'],
    ['a PDF', 'x', '%PDF-1.4\n', 'application/pdf'],
    ['XML', 'x', '<?xml version="1.0"?>\n<a/>', 'text/xml'],
    ['HTML', 'x', '<!DOCTYPE html>\n<html lang="en">', 'text/html'],
    ['an SVG image', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['gzip', 'x.gz', gzipSync('plain'), 'application/gzip'],
    ['gzip by its name', 'x.gz', '', 'application/gzip'],
    ['text whose name is only an extension', '.csv', 'a,b\n1,2\n', 'text/plain; charset=US-ASCII'],
    ['bytes whose name is only an extension', '.fits', BINARY, 'application/octet-stream'],
    ['an extension after a name that begins with a dot', '.x.csv', 'a,b\n1,2\n', 'text/csv'],
    ['one letter without extension', 'x', 'a', 'text/plain; charset=US-ASCII'],
    ['UTF-8 without extension', 'x', 'é', 'text/plain; charset=UTF-8'],
    ['UTF-8 cut within a character', 'x', Buffer.from('aé').subarray(0, 2), 'text/plain; charset=UTF-8'],
    ['text in .txt', 'x.txt', 'a', 'text/plain'],
    ['text in .csv', 'x.csv', 'a,b\n1,2\n', 'text/csv'],
    ['text in .CSV', 'x.CSV', 'a,b\n1,2\n', 'text/csv'],
    ['text in .tsv', 'x.tsv', 'a\tb\n', 'text/tsv'],
    ['text in .tab', 'x.tab', 'a\tb\n', 'text/tsv'],
    ['Stata syntax', 'x.do', 'use x', 'application/x-stata-syntax'],
    ['text in .md', 'x.md', '# a', 'text/markdown'],
    ['text in .R', 'x.R', 'x <- 1', 'type/x-r-syntax'],
    ['text in .py', 'x.py', 'x = 1', 'text/x-python'],
    ['UTF-16 in .csv', 'x.csv', wide('a,b\n1,6\n'), 'text/comma-separated-values'],
    ['UTF-16 with the greater byte first', 'x.csv', wide('a,b\n1,6\n').swap16(), 'text/comma-separated-values'],
    ['UTF-16 cut within a character', 'x.tsv', wide('a\tb\n\u{1F40D}').subarray(0, -3), 'text/tsv'],
    ['UTF-16 in .txt', 'x.txt', wide('a,b'), 'text/plain'],
    ['UTF-16 without extension', 'x', wide('a,b'), 'application/octet-stream'],
    ['XML in UTF-16', 'x', wide('<?xml version="1.0"?><a/>'), 'text/xml'],
    ['sound that begins like UTF-16', 'x', Buffer.from([0xff, 0xfe, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00]), 'audio/mpeg'],
    ['Latin-1 in .csv', 'x.csv', Buffer.from('a,b\nGröße,5\n', 'latin1'), 'text/comma-separated-values'],
    ['text with an unknown extension', 'x.unknownext', 'a', 'text/plain; charset=US-ASCII'],
    ['a table that begins like a bitmap', 'x.csv', 'BMI,age\n21,30\n', 'text/csv'],
    ['a text that begins like a program', 'x.txt', 'MZ is short for', 'text/plain'],
    ['nothing at all, known by name', 'x.csv', '', 'text/comma-separated-values'],
    ['nothing at all', 'x', '', 'application/octet-stream'],
    ['bytes without meaning', 'x', BINARY, 'application/octet-stream'],
    ['bytes with a known extension', 'x.sas7bdat', BINARY, 'application/x-sas-system'],
    ['bytes with an unknown extension', 'x.unknownext', BINARY, 'application/octet-stream'],
    ['a zip file', 'x.zip', ZIP, 'application/zip'],
    ['an empty zip file', 'x.zip', EMPTY_ZIP, 'application/zip'],
    ['a zip file by another name', 'x.npz', ZIP, 'application/octet-stream'],
    ['a notebook archive', 'x.eln', ZIP, 'application/vnd.eln+zip'],
  ];

  it.each(cases)('recognises %s', async (_what, fileName, head, type) => {
    expect(await detectContentType(fileName, Buffer.from(head))).toBe(type);
  });

  it('survives a head of every length', async () => {
    const whole = Buffer.concat([gzipSync(spssPortable('\n')), ZIP, PNG]);
    for (let length = 0; length <= whole.length; length += 7) {
      expect(await detectContentType('x', whole.subarray(0, length))).toMatch(/^\w+\//);
    }
  });
});

describe('chooseContentType', () => {
  it('takes what was detected when the client says nothing, or nothing of use', () => {
    expect(chooseContentType(null, 'image/png')).toBe('image/png');
    expect(chooseContentType('application/octet-stream', 'image/png')).toBe('image/png');
    expect(chooseContentType('application/binary', 'image/png')).toBe('image/png');
  });

  it('takes the client at its word otherwise, parameters included', () => {
    expect(chooseContentType('text/markdown; charset=utf-8', 'text/plain; charset=US-ASCII')).toBe('text/markdown; charset=utf-8');
    expect(chooseContentType('application/pdf', 'text/csv')).toBe('application/pdf');
  });

  it('reserves the type of ingested tables', () => {
    expect(chooseContentType('text/tab-separated-values', 'text/plain')).toBe('text/tsv');
    expect(chooseContentType('text/tab-separated-values; charset=utf-8', 'text/plain')).toBe('text/tsv');
  });
});

describe('processingType', () => {
  it('lets the bytes decide about archives and statistical formats', () => {
    expect(processingType('text/markdown', 'application/zip')).toBe('application/zip');
    expect(processingType('text/markdown', 'application/x-spss-sav')).toBe('application/x-spss-sav');
    expect(processingType('application/x-stata', 'text/plain; charset=US-ASCII')).toBe('text/plain; charset=US-ASCII');
  });

  it('lets names of tables overrule what clients call any text', () => {
    expect(processingType('text/plain', 'text/csv')).toBe('text/csv');
    expect(processingType('application/vnd.ms-excel', 'text/comma-separated-values')).toBe('text/comma-separated-values');
    expect(processingType('text/csv', 'text/tsv')).toBe('text/tsv');
  });

  it('keeps parameters where client and bytes say the same', () => {
    expect(processingType('text/csv; charset=utf-8', 'text/csv')).toBe('text/csv; charset=utf-8');
  });

  it('believes the client about text tables and spreadsheets', () => {
    expect(processingType('text/csv', 'text/plain; charset=US-ASCII')).toBe('text/csv');
    expect(processingType('text/tsv', 'text/plain')).toBe('text/tsv');
    expect(processingType('text/tab-separated-values', 'text/plain')).toBe('text/tsv');
    expect(processingType(XLSX, 'application/octet-stream')).toBe(XLSX);
    expect(processingType('text/markdown', 'text/plain')).toBe('text/markdown');
  });
});

it('recognises its own source as text', async () => {
  const source = readFileSync(new URL(import.meta.url));
  expect(await detectContentType('test', source)).toBe('text/plain; charset=UTF-8');
});
