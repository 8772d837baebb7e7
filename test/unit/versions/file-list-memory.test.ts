import { describe, expect, test } from 'vitest';
import { FileListMemory } from '../../../src/domain/versions/file-list-memory.ts';

describe('what is remembered of lists of files', () => {
  test('a total is known for the list it was counted for, and for no other', () => {
    const memory = new FileListMemory();
    memory.rememberTotal('list', 7);
    expect(memory.total('list')).toBe(7);
    expect(memory.total('another')).toBeUndefined();
  });

  test('the nearest place is the last one that no more files come before', () => {
    const memory = new FileListMemory();
    for (const count of [300, 100, 200, 200]) memory.rememberPlace('list', { count, place: [`label ${count}`, count] });
    expect(memory.nearest('list', 99)).toBeUndefined();
    expect(memory.nearest('list', 100)?.count).toBe(100);
    expect(memory.nearest('list', 299)?.place).toEqual(['label 200', 200]);
    expect(memory.nearest('list', 10_000)?.count).toBe(300);
    expect(memory.nearest('another', 10_000)).toBeUndefined();
  });

  test('a list keeps no more than 1,000 places', () => {
    const memory = new FileListMemory();
    for (let count = 1; count <= 1_001; count++) memory.rememberPlace('list', { count, place: ['a', count] });
    expect(memory.nearest('list', 5_000)?.count).toBe(1_000);
  });

  test('of more than 200 lists the one that was used longest ago is forgotten', () => {
    const memory = new FileListMemory();
    for (let list = 0; list < 200; list++) memory.rememberTotal(`list ${list}`, list);
    expect(memory.total('list 0')).toBe(0);
    memory.rememberTotal('one more', 1);
    expect(memory.total('list 1')).toBeUndefined();
    expect(memory.total('list 0')).toBe(0);
    expect(memory.total('one more')).toBe(1);
  });
});
