import { describe, expect, test } from 'vitest';
import { StoredField } from '../../src/db/stored-fields.ts';
import { writeJson } from '../../src/raw-json.ts';
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

  test.each(texts)('give the fields of each block, their values unread: %j', (text) => {
    const child = { typeName: 'title', multiple: false, typeClass: 'primitive' as const, value: `,{"typeName":${text}` };
    const author = { typeName: 'author', multiple: true, typeClass: 'compound' as const, value: [{ title: child }, { title: child }] };
    for (const value of [
      {
        citation: [...fields(text), author, ...fields('}],"geospatial":[{"typeName":"title"')],
        geospatial: [author],
        'a},b': fields(`${text}}],`),
      },
      { [`block ${text}`]: [author], citation: fields(`${text}]}]}`) },
      { citation: fields(text), empty: [], geospatial: [author] },
      { empty: [], geospatial: [author] },
      { geospatial: [author], empty: [] },
      { citation: [{ ...fields(text)[0], typeName: `a ${text}` }, author] },
      {},
    ]) {
      for (const written of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        const found = Object.fromEntries(new StoredMetadata(written).passedFields);
        expect(JSON.parse(JSON.stringify(found))).toEqual(value);
        expect(JSON.parse(writeJson(found))).toEqual(value);
        const read = Object.entries(found).map(([name, list]) => [name, list.map((field) => ('read' in field ? field.read() : field))]);
        expect(Object.fromEntries(read)).toEqual(value);
      }
    }
  });

  test('leave the values of fields unread where they stand as they are stored', () => {
    const stored = StoredMetadata.of({ citation: [...fields('a'), ...fields('b')], geospatial: fields('c') });
    for (const field of [...new StoredMetadata(stored.text).passedFields.values()].flat()) expect(field).toBeInstanceOf(StoredField);
  });

  test('may be written with white space', () => {
    const value = { citation: fields('one, [two]'), geospatial: fields('three') };
    expect(readBlocks(new StoredMetadata(JSON.stringify(value, null, 2)))).toEqual(value);
  });

  test('may be none', () => {
    expect(new StoredMetadata('{}').blocks.size).toBe(0);
    expect(new StoredMetadata(' { } ').blocks.size).toBe(0);
  });

  test('give one field, read or unread, however the text is written', () => {
    const child = { typeName: 'title', multiple: false, typeClass: 'primitive' as const, value: 'a child' };
    const value = {
      citation: [
        { typeName: 'author', multiple: true, typeClass: 'compound' as const, value: [{ title: child }, { title: child }] },
        { typeName: 'subtitle', multiple: false, typeClass: 'primitive' as const, value: '[{"typeName":"title","value":"a text"}' },
        ...fields('the first } of "its" block'),
      ],
      geospatial: [{ typeName: 'unit', multiple: true, typeClass: 'primitive' as const, value: ['a', 'b'] }],
    };
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      for (const wasRead of [false, true]) {
        const stored = new StoredMetadata(text, wasRead ? value : undefined);
        expect(stored.findField('title')).toEqual(value.citation[2]);
        expect(stored.findField('subtitle')).toEqual(value.citation[1]);
        expect(stored.findField('author')).toEqual(value.citation[0]);
        expect(stored.findField('unit')).toEqual(value.geospatial[0]);
        expect(stored.findField('citation')).toBeUndefined();
        expect(stored.findField('productionDate')).toBeUndefined();
      }
    }
  });

  test('that break off are a fault', () => {
    expect(() => new StoredMetadata('{"citation":[{"value":"no end').blocks).toThrow('end in the middle');
    expect(() => new StoredMetadata('{"citation":[{"value":"x"}').blocks).toThrow('end in the middle');
  });
});
