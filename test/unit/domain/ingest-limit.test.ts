import { describe, expect, test } from 'vitest';
import { isIngested } from '../../../src/domain/ingest/ingest-limit.ts';
import { settingCatalog } from '../../../src/model/settings/setting-catalog.ts';

/** Whether a file of this format and size is ingested under a value of the setting; undefined for none. */
function isIngestedUnder(value: string | undefined, format: string, sizeBytes: number): boolean {
  const limits = value === undefined ? undefined : settingCatalog[':TabularIngestSizeLimit'].parse(value);
  const services = { settings: { get: () => limits }, tables: { formatOf: (type: string) => (type === 'none' ? undefined : type) } };
  return isIngested(services as unknown as Parameters<typeof isIngested>[0], { processingType: format, sizeBytes });
}

/** Source: files.md 19.2. */
describe('a table is ingested', () => {
  test.each([
    [undefined, 'csv', 1e15, true],
    ['-1', 'csv', 1e15, true],
    ['{}', 'csv', 1e15, true],
    ['0', 'csv', 0, false],
    ['64', 'csv', 64, false],
    ['65', 'csv', 64, true],
    ['-2', 'csv', 0, false],
    ['{"CSV":"65","default":"0"}', 'csv', 64, true],
    ['{"CSV":"65","default":"0"}', 'csv', 65, false],
    ['{"CSV":"65","default":"0"}', 'dta', 1, false],
    ['{"sav":"0"}', 'sav', 0, false],
    ['{"sav":"0"}', 'por', 1e15, true],
    ['{"dta":"-7","default":"-1"}', 'dta', 0, false],
    ['{"dta":"-1","default":"0"}', 'dta', 1e15, true],
    // SAS transport has no key of its own.
    ['{"default":"10","csv":"-1"}', 'xpt', 10, false],
    [undefined, 'none', 1, false],
  ] as const)('under %s, of format %s, with %i bytes: %s', (value, format, sizeBytes, expected) => {
    expect(isIngestedUnder(value, format, sizeBytes)).toBe(expected);
  });
});
