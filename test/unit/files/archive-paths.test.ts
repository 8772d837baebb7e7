import { expect, test } from 'vitest';
import { archivePaths } from '../../../src/domain/files/archive/archive-paths.ts';

function placed(files: readonly (readonly [directoryLabel: string | null, label: string])[]): string[] {
  const paths = archivePaths();
  return files.flatMap(([directoryLabel, label]) => {
    const { path, newFolders } = paths.place({ label, directoryLabel });
    return [...newFolders, path];
  });
}

test('each folder comes once, before the first file in it', () => {
  expect(
    placed([
      [null, 'a'],
      ['x/y', 'a'],
      ['x', 'b'],
      ['x/y', 'c'],
    ]),
  ).toEqual(['a', 'x/', 'x/y/', 'x/y/a', 'x/b', 'x/y/c']);
});

test('equal paths get numbers before the extension', () => {
  expect(
    placed([
      [null, 'a.tar.gz'],
      [null, 'a.tar.gz'],
      [null, 'a.tar_1.gz'],
      [null, '.hidden'],
      [null, '.hidden'],
    ]),
  ).toEqual(['a.tar.gz', 'a.tar_1.gz', 'a.tar_1_1.gz', '.hidden', '.hidden_1']);
});

test('a path is never a file and a folder', () => {
  expect(
    placed([
      [null, 'x'],
      ['x', 'a'],
      ['y', 'a'],
      [null, 'y'],
    ]),
  ).toEqual(['x', 'x_/', 'x_/a', 'y/', 'y/a', 'y_1']);
});

test.each([
  ['../../etc', 'passwd', '__/__/etc/passwd'],
  ['/abs//./b', 'x', 'abs/b/x'],
  ['a\\b', 'c', 'a/b/c'],
  [null, '..', '__'],
  [null, 'a/b\\c', 'a_b_c'],
  [null, 'a\u0000b\nc', 'a_b_c'],
  ['C:', 'con?.txt', 'C_/con_.txt'],
])('the folder %j with the name %j becomes %j', (directoryLabel, label, path) => {
  expect(archivePaths().place({ label, directoryLabel }).path).toBe(path);
});

test('a manifest has leading zeros where its name is taken', () => {
  const paths = archivePaths();
  for (const label of ['MANIFEST.TXT', '0MANIFEST.TXT']) paths.place({ label, directoryLabel: null });
  expect(paths.placeManifest('MANIFEST.TXT')).toBe('00MANIFEST.TXT');
});

test('many equal paths cost no more and more', () => {
  const paths = archivePaths();
  const last = Array.from({ length: 50_000 }, () => paths.place({ label: 'a.txt', directoryLabel: null }).path).at(-1);
  expect(last).toBe('a_49999.txt');
});
