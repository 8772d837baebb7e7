import { describe, expect, test } from 'vitest';
import { entryPlace, isSkippedEntry } from '../../../src/domain/files/unpacking/entry-place.ts';

describe('the place of an entry of an archive', () => {
  test.each([
    ['README.md', null, 'README.md'],
    ['code/run.py', 'code', 'run.py'],
    ['a//b///c.txt', 'a/b', 'c.txt'],
    ['/etc/passwd', 'etc', 'passwd'],
    ['../../../etc/passwd', 'etc', 'passwd'],
    ['a/../../b/c.txt', 'a/b', 'c.txt'],
    ['./a/./b.txt', 'a', 'b.txt'],
    ['..', null, '..'],
    ['C:/Windows/system.ini', 'C./Windows', 'system.ini'],
    ['Größe & Maß/x.csv', 'Gr.e . Ma', 'x.csv'],
    ['v1...2/x.csv', 'v1.2', 'x.csv'],
    ['--data- /x.csv', 'data', 'x.csv'],
  ])('of %s is the folder %s and the name %s', (path, directoryLabel, label) => {
    expect(entryPlace(path)).toEqual({ label, directoryLabel });
  });

  test.each(['folder/', 'a/.DS_Store', '__MACOSX/._a.txt', '._b'])('%s is passed over', (path) => {
    expect(isSkippedEntry(path)).toBe(true);
  });

  test.each(['.gitignore', 'a/_b.txt', 'DS_Store'])('%s is a file', (path) => {
    expect(isSkippedEntry(path)).toBe(false);
  });
});
