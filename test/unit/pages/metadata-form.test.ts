/** Values of a form of metadata, and native JSON. */
import { describe, expect, test } from 'vitest';
import type { FormBlock } from '../../../src/pages/deposit/metadata-form/form-block.ts';
import { problemsAt } from '../../../src/pages/deposit/metadata-form/form-problems.ts';
import { messagesOf } from '../../../src/pages/messages/messages.ts';
import { FormState } from '../../../src/pages/deposit/metadata-form/form-state.ts';
import { nativeBlocksOf, nativeFieldsOf, stateOf } from '../../../src/pages/deposit/metadata-form/native-metadata.ts';

const plain = {
  title: 'T',
  description: '',
  watermark: '',
  type: 'TEXT',
  typeClass: 'primitive',
  multiple: false,
  isRequired: false,
  vocabularyValues: [],
} as const;
const block: FormBlock = {
  name: 'astro',
  displayName: 'Astronomy',
  fields: [
    { ...plain, name: 'title', children: [] },
    { ...plain, name: 'coverage.Depth', multiple: true, children: [] },
    { ...plain, name: 'kinds', typeClass: 'controlledVocabulary', multiple: true, vocabularyValues: ['A', 'B'], children: [] },
    {
      ...plain,
      name: 'author',
      typeClass: 'compound',
      multiple: true,
      children: [
        { ...plain, name: 'name' },
        { ...plain, name: 'tags', multiple: true },
      ],
    },
    { ...plain, name: 'series', typeClass: 'compound', children: [{ ...plain, name: 'seriesName' }] },
  ],
};

const state = (values: Readonly<Record<string, readonly string[]>>): FormState => new FormState(new Map(Object.entries(values)));
const FILLED = {
  'astro/title': ['One'],
  'astro/coverage.Depth/0': ['1'],
  'astro/coverage.Depth/3': ['2'],
  'astro/kinds': ['A', 'B'],
  'astro/author/2/name': ['Ada'],
  'astro/author/2/tags/0': ['x'],
  'astro/author/7/name': [' '],
  'astro/series/seriesName': ['S'],
};

describe('what a form says', () => {
  test('is native JSON, without blanks, in the order of its repetitions', () => {
    expect(nativeFieldsOf(block, state(FILLED)).map(({ typeName, value }) => [typeName, JSON.parse(JSON.stringify(value))])).toEqual([
      ['title', 'One'],
      ['coverage.Depth', ['1', '2']],
      ['kinds', ['A', 'B']],
      [
        'author',
        [
          {
            name: { typeName: 'name', multiple: false, typeClass: 'primitive', value: 'Ada' },
            tags: { typeName: 'tags', multiple: true, typeClass: 'primitive', value: ['x'] },
          },
        ],
      ],
      ['series', { seriesName: { typeName: 'seriesName', multiple: false, typeClass: 'primitive', value: 'S' } }],
    ]);
  });

  test('is what the form of the stored says again', () => {
    const stored = [{ name: 'astro', displayName: 'Astronomy', nativeFields: nativeFieldsOf(block, state(FILLED)) }];
    expect(nativeFieldsOf(block, stateOf([block], stored))).toEqual(nativeFieldsOf(block, state(FILLED)));
  });

  test('leaves what is stored and not in the form', () => {
    const other = { typeName: 'hidden', multiple: false, typeClass: 'primitive', value: 'kept' };
    const stored = [
      { name: 'astro', displayName: 'Astronomy', nativeFields: [other, { ...other, typeName: 'title', value: 'old' }] },
      { name: 'gone', displayName: 'Gone', nativeFields: [other] },
    ];
    expect(nativeBlocksOf([block], state({ 'astro/title': [''] }), stored)).toEqual({
      astro: { displayName: 'Astronomy', fields: [other] },
      gone: { displayName: 'Gone', fields: [other] },
    });
  });
});

describe('repetitions', () => {
  test('are added after the last and removed with all that is in them', () => {
    const added = state(FILLED).adding('astro/author');
    expect(added.repetitions('astro/author')).toEqual([2, 7, 8]);
    const removed = added.removing('astro/author/2');
    expect([removed.repetitions('astro/author'), removed.one('astro/author/2/name')]).toEqual([[7, 8], '']);
    expect(state({}).adding('astro/author').repetitions('astro/author')).toEqual([1]);
  });

  test.each(['astro/author/99999/name', 'astro/author/123456789012345678901234567890/name'])(
    'beyond all bounds are refused: %s',
    (place) => {
      expect(() => state({ [place]: ['x'] })).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
    },
  );

  test('of what is nested beyond all fields do not count', () => {
    expect(state({ 'a/b/0/c/0/d/0/e/0': ['x'] }).repetitions('a/b')).toEqual([]);
  });
});

test('a template fills in the fields that have nothing, and no others', () => {
  const filled = state({ 'astro/title': ['Mine'], 'astro/author/0/name': [''] }).filledFrom(
    state({ 'astro/title': ['Its'], 'astro/author/0/name': ['Ada'] }),
  );
  expect([filled.one('astro/title'), filled.one('astro/author/0/name')]).toEqual(['Mine', 'Ada']);
});

test('problems are at the control that they are about, or the nearest around it', () => {
  const shown = state({ 'astro/author/0/name': ['Ada'] });
  const native = { metadataBlocks: nativeBlocksOf([block], shown) };
  const told = { text: 'wrong' };
  const problems = [
    { pointer: '/metadataBlocks/astro', told, formPlace: ['astro', 'author', 0, 'name'] },
    { pointer: '/metadataBlocks/astro', told, formPlace: ['astro', 'kinds', 1] },
    { pointer: '/metadataBlocks/astro/fields/0/value/0/name/value', told },
    { pointer: '', told },
  ];
  expect(problemsAt(problems, [block], shown, native, messagesOf('en')).map(({ place }) => place)).toEqual([
    'astro/author/0/name',
    'astro/kinds',
    'astro/author/0/name',
    null,
  ]);
});
