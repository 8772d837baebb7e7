import { describe, expect, test } from 'vitest';
import { jsonParts, OpenJson, RawJson, writeJson } from '../../src/raw-json.ts';

describe('raw JSON', () => {
  const value = { text: 'a "quoted" \\ word', list: [1, null, { deep: true }] };
  const raw = () => new RawJson(JSON.stringify(value));

  test('is written where it stands, as often as it does', () => {
    const answer = { before: 1, one: raw(), list: [raw(), 'between', raw()], after: null };
    const read = { before: 1, one: value, list: [value, 'between', value], after: null };
    expect(writeJson(answer)).toBe(JSON.stringify(read));
  });

  test('keeps the text that it was read as', () => {
    expect(writeJson([new RawJson('{ "b": 1.0, "a": "\\u00e9" }')])).toBe('[{ "b": 1.0, "a": "\\u00e9" }]');
  });

  test('is an ordinary value for other JSON writers', () => {
    expect(JSON.stringify({ one: raw() })).toBe(JSON.stringify({ one: value }));
  });

  test('is not met where there is none, and leaves nothing behind when writing fails', () => {
    expect(writeJson({ a: [1, '$&'] })).toBe('{"a":[1,"$&"]}');
    const circle: unknown[] = [raw()];
    circle.push(circle);
    expect(() => writeJson(circle)).toThrow(TypeError);
    expect(JSON.stringify(raw())).toBe(JSON.stringify(value));
    expect(writeJson([new RawJson('"$1 $& $$"')])).toBe('["$1 $& $$"]');
  });

  describe('with values that go on', () => {
    class Later extends OpenJson {}
    const [one, two] = [new Later(), new Later()];

    test('is written around them, in their order', () => {
      expect(jsonParts({ raw: raw(), one, list: [1, two, raw()], end: true })).toEqual([
        `{"raw":${JSON.stringify(value)},"one":`,
        one,
        ',"list":[1,',
        two,
        `,${JSON.stringify(value)}],"end":true}`,
      ]);
      expect(jsonParts({ a: 1 })).toEqual(['{"a":1}']);
    });

    test('is never taken for whole', () => {
      expect(() => writeJson({ one })).toThrow('goes on');
      expect(() => JSON.stringify({ one })).toThrow('goes on');
    });
  });
});
