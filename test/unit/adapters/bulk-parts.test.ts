import { expect, test } from 'vitest';
import { bulkParts } from '../../../src/adapters/opensearch/bulk-parts.ts';
import type { EngineDocument } from '../../../src/model/search/search-engine.ts';

const document = (rowId: number, characters: number): EngineDocument => ({
  kind: 'DATAFILE',
  rowId,
  nodeId: rowId,
  public: false,
  access: [],
  path: [],
  name: 'a.txt',
  foldedName: 'a txt',
  facets: [],
  words: { D: 'x'.repeat(characters) },
  columns: {},
  columnWords: {},
  values: [],
  boxes: [],
  restricted: null,
});

test('documents are written in requests of a few megabytes, each whole', () => {
  const { parts, tooLarge } = bulkParts(
    'herons',
    [1, 2, 3].map((id) => document(id, 3_000_000)),
    [{ kind: 'DATASET', rowId: 9 }],
  );
  expect(tooLarge).toEqual([]);
  expect(parts.map((lines) => lines.length)).toEqual([4, 3]);
  expect(parts.flat().map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual([
    'index',
    'kind',
    'index',
    'kind',
    'index',
    'kind',
    'delete',
  ]);
});

test('what is larger than a part is one of its own, and what no server takes is told', () => {
  const { parts, tooLarge } = bulkParts(
    'herons',
    [document(1, 100), document(2, 9_000_000), document(3, 100), document(4, 51_000_000)],
    [],
  );
  expect(parts.map((lines) => lines.length)).toEqual([2, 2, 2]);
  expect(tooLarge).toEqual([{ kind: 'DATAFILE', rowId: 4, reason: expect.stringMatching(/^it has \d+ bytes$/u) }]);
});

test('nothing is written by no request', () => {
  expect(bulkParts('herons', [], [])).toEqual({ parts: [], tooLarge: [] });
});
