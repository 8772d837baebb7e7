/** Conditions of search in the words of OpenSearch. */
import { FILE_ACCESSES, fileAccessIs } from './file-access.ts';
import { type FactTest, SEARCH_COLUMNS, type SearchCondition, type SearchFact } from '../../model/search/search-condition.ts';
import type { AskedWords, EngineFacts } from '../../model/search/search-engine.ts';
import {
  allOf,
  anyOf,
  anywhere,
  beginningIn,
  curatedBy,
  EVERYTHING,
  exists,
  like,
  literal,
  not,
  NOTHING,
  oneOf,
  type Query,
  touching,
  wordsIn,
} from './queries.ts';
import { valuePasses } from './value-passes.ts';

const UNASKED: AskedWords = { plain: '', stems: '', folded: '' };

type Between = Extract<FactTest, { readonly is: 'between' }>;

function range(field: string, { from, to, includesFrom, includesTo }: Between, typed: (text: string) => string | number): Query {
  if (from === null && to === null) return exists(field);
  return {
    range: {
      [field]: {
        ...(from !== null && { [includesFrom ? 'gte' : 'gt']: typed(from) }),
        ...(to !== null && { [includesTo ? 'lte' : 'lt']: typed(to) }),
      },
    },
  };
}

const asText = (text: string): string => text;
const asMoment = (text: string): number => Date.parse(text);

/** Turns conditions into queries, with what the database says of their words. */
export class Conditions {
  readonly #facts: EngineFacts;

  constructor(facts: EngineFacts) {
    this.#facts = facts;
  }

  /** @throws Error for words that the database was not asked about */
  of(condition: SearchCondition): Query {
    switch (condition.kind) {
      case 'all':
        return EVERYTHING;
      case 'none':
        return NOTHING;
      case 'every':
        return { bool: { must: condition.parts.map((part) => this.of(part)) } };
      case 'any':
        return anyOf(condition.parts.map((part) => this.of(part)));
      case 'not':
        return not(this.of(condition.part));
      case 'words':
        return anywhere(this.#words(condition.text));
      case 'beginning':
        return beginningIn('words', this.#words(condition.text));
      case 'named':
        return this.#named(condition.pattern);
      case 'touches':
        return condition.boxes === null
          ? { nested: { path: 'boxes', query: { match_all: {} }, score_mode: 'none' } }
          : anyOf(condition.boxes.map(touching));
      case 'fact':
        return this.#fact(condition.fact, condition.test);
    }
  }

  #words(text: string): AskedWords {
    return this.#facts.words.get(text) ?? UNASKED;
  }

  /** The database has it as a pattern of LIKE, in letters, digits and spaces. */
  #named(pattern: string): Query {
    const folded = this.#facts.patterns.get(pattern) ?? '';
    return { wildcard: { name_folded: { value: folded.replaceAll('%', '*').replaceAll('_', '?') } } };
  }

  #fact(fact: SearchFact, test: FactTest): Query {
    if (fact.of === 'facet') return this.#facet(fact.name, test);
    return fact.of === 'metadata' ? this.#metadata(fact, test) : this.#column(fact.name, test);
  }

  #facet(name: string, test: FactTest): Query {
    const value = (text: string): string => `${name}=${text}`;
    switch (test.is) {
      case 'one':
        return oneOf('facets', test.values.map(value));
      case 'present':
        return { prefix: { facets: { value: value('') } } };
      case 'like':
        return like('facets', `${literal(value(''))}${test.pattern}`);
      case 'between':
        // What follows `name=` in the order of characters is `name>`.
        return range(
          'facets',
          {
            is: 'between',
            from: value(test.from ?? ''),
            to: test.to === null ? `${name}>` : value(test.to),
            includesFrom: test.includesFrom || test.from === null,
            includesTo: test.to !== null && test.includesTo,
          },
          asText,
        );
      default:
        return oneOf('facets', [value(test.text)]);
    }
  }

  #texts(field: string, exact: string, test: FactTest): Query {
    if (test.is === 'words') return wordsIn(field, this.#words(test.text));
    if (test.is === 'beginning') return beginningIn(field, this.#words(test.text));
    return this.#value(exact, test);
  }

  #value(field: string, test: FactTest): Query {
    switch (test.is) {
      case 'present':
        return exists(field);
      case 'one':
        return oneOf(field, [...test.values]);
      case 'like':
        return like(field, test.pattern);
      case 'between':
        return range(field, test, asText);
      default:
        return oneOf(field, [test.text]);
    }
  }

  #metadata({ name, type }: Extract<SearchFact, { readonly of: 'metadata' }>, test: FactTest): Query {
    if (type === 'number' && test.is === 'between') return range(`text_number.${name}`, test, Number);
    return this.#texts(`text_words.${name}`, `text.${name}`, test);
  }

  #column(name: Extract<SearchFact, { readonly of: 'column' }>['name'], test: FactTest): Query {
    if (name === 'fileAccess') {
      return anyOf(FILE_ACCESSES.filter((access) => valuePasses(access, test)).map((access) => fileAccessIs(access, this.#facts.today)));
    }
    if (name === 'metadataSource') return valuePasses(this.#facts.rootName, test) ? EVERYTHING : NOTHING;
    if (name === 'isHarvested') return valuePasses('false', test) ? EVERYTHING : NOTHING;
    if (name === 'curationStatus') return allOf([curatedBy(this.#facts.access), this.#value(`column.${name}`, test)]);
    const field = `column.${name}`;
    switch (SEARCH_COLUMNS[name]) {
      case 'words':
        return this.#texts(`column_words.${name}`, field, test);
      case 'number':
        if (test.is === 'one') return oneOf(field, test.values.map(Number));
        return test.is === 'between' ? range(field, test, Number) : this.#value(field, test);
      case 'date':
        return test.is === 'between' ? range(field, test, asMoment) : test.is === 'present' ? exists(field) : NOTHING;
      default:
        return this.#value(field, test);
    }
  }
}
