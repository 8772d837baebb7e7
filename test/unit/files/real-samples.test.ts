import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { detectContentType } from '../../../src/domain/files/detect-content-type.ts';

/** Real files of statistical programs, which are no part of the project. */
const FOLDER = new URL('../../../../shared/samples/', import.meta.url);
const HEAD_BYTES = 64 * 1024;

const samples = [
  ['IngestCSV.csv', 'text/csv'],
  ['dct.sav', 'application/x-spss-sav'],
  ['stata13-auto.dta', 'application/x-stata-13'],
] as const;

describe.skipIf(!existsSync(FOLDER))('the type of a real file (needs ../shared/samples)', () => {
  test.each(samples)('%s is %s', async (name, contentType) => {
    const head = readFileSync(new URL(name, FOLDER)).subarray(0, HEAD_BYTES);
    expect(await detectContentType(name, head)).toBe(contentType);
  });

  test.each(samples.filter(([name]) => !name.endsWith('.csv')))('%s says by its bytes alone that it is %s', async (name, contentType) => {
    const head = readFileSync(new URL(name, FOLDER)).subarray(0, HEAD_BYTES);
    expect(await detectContentType('unnamed', head)).toBe(contentType);
  });
});
