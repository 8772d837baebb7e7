import { describe, expect, it } from 'vitest';
import { cleanDirectoryLabel, directoryLabelProblems, labelProblems, nextFreeName } from '../../../src/model/files/file-path.ts';

describe('labelProblems', () => {
  it.each(['data.csv', 'Größe 1 (neu).txt', '.gitignore', 'a%b&c=d', 'a'])('accepts %s', (label) => {
    expect(labelProblems(label, '/label')).toEqual([]);
  });

  it.each([...':<>;#/"*|?\\'.split(''), '\0', '\n', '\u007f'])('refuses the character %j', (character) => {
    expect(labelProblems(`a${character}b`, '/label')).toMatchObject([{ pointer: '/label' }]);
  });

  it.each(['', '   ', '\u00a0'])('refuses the blank name %j', (label) => {
    expect(labelProblems(label, '/files/0/label')).toMatchObject([{ pointer: '/files/0/label' }]);
  });

  it.each(['.', '..'])('refuses %j, which names a folder', (label) => {
    expect(labelProblems(label, '/label')).toMatchObject([{ pointer: '/label' }]);
  });

  it('tells every broken rule at once', () => {
    expect(labelProblems('?'.repeat(256), '/label')).toHaveLength(2);
  });
});

describe('cleanDirectoryLabel', () => {
  it.each([
    ['data/2024', 'data/2024'],
    ['//data\\\\2024//', 'data/2024'],
    ['/-. data .-/', 'data'],
    ['../../etc', 'etc'],
    ['a/../b', 'a/../b'],
    ['', null],
    [' /. - ', null],
    [null, null],
  ])('turns %j into %j', (value, cleaned) => {
    expect(cleanDirectoryLabel(value)).toBe(cleaned);
  });

  it('takes linear time on a long run of trimmed characters', () => {
    const value = `a${'.'.repeat(500_000)}b`;
    expect(cleanDirectoryLabel(value)).toBe(value);
  });
});

describe('directoryLabelProblems', () => {
  it.each([null, 'data', 'a b/c-d_e.f', 'v1..2'])('accepts %j', (value) => {
    expect(directoryLabelProblems(value, '/directoryLabel')).toEqual([]);
  });

  it.each(['dätä', 'a+b', 'a:b', 'a\tb', 'a/../b', 'x'.repeat(1001)])('refuses %j', (value) => {
    expect(directoryLabelProblems(value, '/directoryLabel')).toMatchObject([{ pointer: '/directoryLabel' }]);
  });
});

describe('nextFreeName', () => {
  it.each([
    ['a.txt', [], 'a.txt'],
    ['README.md', ['README.md'], 'README-1.md'],
    ['README.md', ['README.md', 'README-1.md'], 'README-2.md'],
    ['README-1.md', ['README-1.md'], 'README-2.md'],
    ['data', ['data'], 'data-1'],
    ['.gitignore', ['.gitignore'], '.gitignore-1'],
    ['a.tar.gz', ['a.tar.gz'], 'a.tar-1.gz'],
    ['a-9.txt', ['a-9.txt'], 'a-10.txt'],
    ['a-99999999999999999999.txt', ['a-99999999999999999999.txt'], 'a-100000000000000000000.txt'],
    ['A.txt', ['a.txt'], 'A.txt'],
  ])('of %s beside %j is %s', (label, others, expected) => {
    expect(nextFreeName(label, (name) => others.includes(name))).toBe(expected);
  });
});
