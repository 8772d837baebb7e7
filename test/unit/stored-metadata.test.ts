import { describe, expect, test } from 'vitest';
import { StoredMetadata } from '../../src/db/stored-metadata.ts';

const fields = (value: string) => [{ typeName: 'title', multiple: false, typeClass: 'primitive' as const, value }];

function readBlocks(stored: StoredMetadata): unknown {
  return Object.fromEntries(Array.from(stored.blocks, ([name, text]): [string, unknown] => [name, JSON.parse(text)]));
}

describe('stored metadata', () => {
  const texts = ['', 'plain', '"', '\\', '\\"', '"\\', '\\\\', '[{]}', '","geospatial":[', 'é\u0000\u2028\u{1F600}', 'a\\\\"b'];

  test.each(texts)('give each block as the text that it is: %j', (text) => {
    const value = { [`block ${text}`]: fields(text), citation: [...fields(`${text}${text}`), ...fields('next')], empty: [] };
    const stored = StoredMetadata.of(value);
    expect(readBlocks(new StoredMetadata(stored.text))).toEqual(value);
    expect([...stored.blocks.values()]).toEqual(Object.values(value).map((list) => JSON.stringify(list)));
    expect(new StoredMetadata(stored.text).value).toEqual(value);
  });

  test('may be written with white space', () => {
    const value = { citation: fields('one, [two]'), geospatial: fields('three') };
    expect(readBlocks(new StoredMetadata(JSON.stringify(value, null, 2)))).toEqual(value);
  });

  test('may be none', () => {
    expect(new StoredMetadata('{}').blocks.size).toBe(0);
    expect(new StoredMetadata(' { } ').blocks.size).toBe(0);
  });

  test('that break off are a fault', () => {
    expect(() => new StoredMetadata('{"citation":[{"value":"no end').blocks).toThrow('end in the middle');
    expect(() => new StoredMetadata('{"citation":[{"value":"x"}').blocks).toThrow('end in the middle');
  });
});
