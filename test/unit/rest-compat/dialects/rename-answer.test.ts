import { expect, test } from 'vitest';
import { renameAnswer } from '../../../../src/rest-compat/dialects/rename-answer.ts';

const places = {
  keys: { collectionType: 'dataverseType', collectionAlias: 'dataverseAlias' },
  words: {
    type: { collection: 'dataverse', COLLECTION: 'DATAVERSE' },
    permissions: { AddCollection: 'AddDataverse', EditCollection: 'EditDataverse' },
  },
};
const rename = renameAnswer(places) ?? String;

/** What becomes of a value, written with and without white space. */
function renamed(value: unknown): unknown {
  const compact: unknown = JSON.parse(rename(JSON.stringify(value)));
  expect(JSON.parse(rename(JSON.stringify(value, undefined, 2)))).toEqual(compact);
  return compact;
}

test('keys and words get their names at any depth', () => {
  expect(renamed({ data: [{ collectionType: 'X', type: 'collection', owner: { type: 'COLLECTION', collectionAlias: 'a' } }] })).toEqual({
    data: [{ dataverseType: 'X', type: 'dataverse', owner: { type: 'DATAVERSE', dataverseAlias: 'a' } }],
  });
  expect(renamed({ permissions: ['AddDataset', 'AddCollection', 'EditCollection'] })).toEqual({
    permissions: ['AddDataset', 'AddDataverse', 'EditDataverse'],
  });
});

test.each([
  ['a word of the table', 'collectionType'],
  ['what looks like a key', '"collectionType": 1'],
  ['what looks like a key behind a backslash', '\\"collectionType": 1, \\\\"type":"collection"'],
  ['a whole record', JSON.stringify({ type: 'collection', permissions: ['AddCollection'] })],
  ['line ends and quotation marks', '{\n"collectionType"\t: "type": "collection"}'],
])('a title that is %s stays as it is, and so does a key of a text', (_what, text) => {
  expect(renamed({ title: text, list: [text, { name: text }] })).toEqual({ title: text, list: [text, { name: text }] });
  expect(renamed({ [`${text}"`]: 1, [`x"${text}`]: 2 })).toEqual({ [`${text}"`]: 1, [`x"${text}`]: 2 });
});

test('a word stays where another key holds it, and other words stay where the key is one of the table', () => {
  expect(renamed({ name: 'collection', type: 'a collection', values: ['AddCollection'] })).toEqual({
    name: 'collection',
    type: 'a collection',
    values: ['AddCollection'],
  });
});

test('answers without a place are not looked at', () => {
  expect(renameAnswer({ keys: {}, words: {} })).toBeUndefined();
});
