/** How an index is laid out. Words come as the database compares them: here they are parted at spaces, and nothing else is done with them. */
import type { API } from '@opensearch-project/opensearch';
import { SEARCH_COLUMNS, type SearchColumn } from '../../model/search/search-condition.ts';

type Definition = NonNullable<API.Indices_Create_Request['body']>;
type Property = NonNullable<NonNullable<Definition['mappings']>['properties']>[string];

/** Hits before the first one that is given, and those that are given. */
const FARTHEST = 1_001_000;
/** Fields of metadata blocks count three times. */
const MOST_FIELDS = 20_000;
/** Longest term in characters: four bytes each fit into what Lucene takes. */
export const LONGEST_TERM = 8_000;
const LONGEST_WORD = 2_000;

const keyword: Property = { type: 'keyword', ignore_above: LONGEST_TERM };
const words: Property = { type: 'text', analyzer: 'words' };

/** Paths are asked of the database. */
const TYPES: Readonly<Record<Exclude<(typeof SEARCH_COLUMNS)[SearchColumn], 'path'>, Property>> = {
  keyword,
  words: keyword,
  number: { type: 'double' },
  date: { type: 'date', format: 'epoch_millis' },
};

function columnProperties(): Record<string, Property> {
  return Object.fromEntries(Object.entries(SEARCH_COLUMNS).flatMap(([name, kind]) => (kind === 'path' ? [] : [[name, TYPES[kind]]])));
}

function wordProperties(): Record<string, Property> {
  const named = Object.entries(SEARCH_COLUMNS).filter(([, kind]) => kind === 'words');
  return Object.fromEntries(named.map(([name]) => [name, words]));
}

export const indexDefinition: Definition = {
  settings: {
    index: {
      max_result_window: FARTHEST,
      mapping: { total_fields: { limit: MOST_FIELDS } },
    },
    analysis: {
      tokenizer: { spaces: { type: 'whitespace', max_token_length: LONGEST_WORD } },
      analyzer: { words: { type: 'custom', tokenizer: 'spaces' } },
    },
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      kind: { type: 'keyword' },
      place: { type: 'byte' },
      row_id: { type: 'integer' },
      node_id: { type: 'integer' },
      public: { type: 'boolean' },
      access: { type: 'integer' },
      path: { type: 'integer' },
      name: keyword,
      name_folded: keyword,
      name_length: { type: 'integer' },
      name_words: words,
      facets: keyword,
      words,
      words_a: words,
      words_b: words,
      restricted: { type: 'boolean' },
      digest: { type: 'keyword', index: false },
      boxes: {
        type: 'nested',
        properties: { west: { type: 'double' }, east: { type: 'double' }, south: { type: 'double' }, north: { type: 'double' } },
      },
      column: { type: 'object', properties: columnProperties() },
      column_words: { type: 'object', properties: wordProperties() },
      least: { type: 'object', dynamic: 'true' },
      text: { type: 'object', dynamic: 'true' },
      text_words: { type: 'object', dynamic: 'true' },
      text_number: { type: 'object', dynamic: 'true' },
    },
    dynamic_templates: [
      { least: { path_match: 'least.*', mapping: keyword } },
      { text_words: { path_match: 'text_words.*', mapping: words } },
      { text_number: { path_match: 'text_number.*', mapping: { type: 'double' } } },
      { text: { path_match: 'text.*', mapping: keyword } },
    ],
  },
};
