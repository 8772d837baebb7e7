import { listedContentTypes } from '../../formats/content-types/content-types.ts';
import { withinLongitudes } from '../../model/search/circle-boxes.ts';
import type { GlobeBox } from '../../model/search/globe-box.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { type FactTest, SEARCH_COLUMNS, type SearchCondition, type SearchFact } from '../../model/search/search-condition.ts';
import { type SearchQuery, SearchQueryFault, type SearchRange, type SearchTerm } from '../../model/search/search-query.ts';
import type { SearchReading } from '../../formats/search-query/parse-search-query.ts';
import { findSearchField, type SearchField } from './search-fields.ts';

const NUMBER = /^-?\d{1,18}(?:\.\d{1,9})?$/u;
const MOMENT = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z)?)?)?$/u;

/** Names of the bounding boxes of a dataset. */
const PLACES: ReadonlySet<string> = new Set(['geolocation', 'boundingBox']);
const PLACE_RANGE = 'range of places of the form [south,west TO north,east]';
const DEGREES = /^-?\d{1,3}(?:\.\d{1,15})?$/u;

/** What lies between two corners. @returns undefined for what are none */
function boxesBetween(from: string | null, to: string | null): readonly GlobeBox[] | undefined {
  const corners = [from, to].map((corner) => (corner ?? '').split(','));
  if (corners.some((corner) => corner.length !== 2 || !corner.every((degrees) => DEGREES.test(degrees)))) return undefined;
  const [south = 0, west = 0, north = 0, east = 0] = corners.flat().map(Number);
  if (Math.max(Math.abs(south), Math.abs(north)) > 90 || Math.max(Math.abs(west), Math.abs(east)) > 180 || south > north) return undefined;
  return withinLongitudes({ south, west, north, east });
}

type Kind = 'words' | 'exact' | 'number' | 'date' | 'path';

function kindOf(fact: SearchFact): Kind {
  if (fact.of === 'facet') return 'exact';
  if (fact.of === 'metadata') return fact.type;
  const kind = SEARCH_COLUMNS[fact.name];
  return kind === 'keyword' ? 'exact' : kind;
}

/** A moment with month and day. @returns undefined for a text that is none */
function momentOf(text: string): string | undefined {
  if (!MOMENT.test(text)) return undefined;
  const whole = text.length === 4 ? `${text}-01-01` : text.length === 7 ? `${text}-01` : text;
  const moment = Number.isNaN(Date.parse(whole)) ? undefined : new Date(whole).toISOString();
  // A day that its month does not have would be one of the next.
  return moment?.startsWith(whole.slice(0, 10)) ? moment : undefined;
}

/** Files of types that are in no group by name. */
function otherTypes(fact: SearchFact): SearchCondition {
  const listed: SearchCondition = { kind: 'fact', fact, test: { is: 'one', values: listedContentTypes() } };
  return {
    kind: 'every',
    parts: [
      { kind: 'fact', fact, test: { is: 'present' } },
      { kind: 'not', part: listed },
    ],
  };
}

/** Turns a query into a condition on facts that there are. */
export class ConditionPlan {
  readonly #catalog: BlockCatalog;
  readonly #strict: boolean;

  constructor(catalog: BlockCatalog, reading: SearchReading) {
    this.#catalog = catalog;
    this.#strict = reading === 'strict';
  }

  /** @throws SearchQueryFault in a strict reading, for what no hit can have */
  of(query: SearchQuery): SearchCondition {
    switch (query.kind) {
      case 'every':
      case 'any':
        return { kind: query.kind, parts: query.parts.map((part) => this.of(part)) };
      case 'not':
        return { kind: 'not', part: this.of(query.part) };
      case 'term':
        return query.field === null ? this.#anywhere(query) : this.#ofField(query, query.field);
      case 'range':
        return this.#range(query);
      default:
        return query;
    }
  }

  #none(message: string, place: number): SearchCondition {
    if (this.#strict) throw new SearchQueryFault(message, place);
    return { kind: 'none' };
  }

  #anywhere({ text, form }: SearchTerm): SearchCondition {
    if (form !== 'pattern') return { kind: 'words', text };
    const beginning = /^([^*?\\]+)\*$/u.exec(text)?.[1];
    return beginning === undefined ? { kind: 'named', pattern: text } : { kind: 'beginning', text: beginning };
  }

  #field(name: string, place: number): SearchField | SearchCondition {
    return findSearchField(name, this.#catalog) ?? this.#none(`names the field ${name.slice(0, 100)}, which there is not`, place);
  }

  #ofField(term: SearchTerm, name: string): SearchCondition {
    if (PLACES.has(name)) {
      return term.form === 'pattern' && term.text === '*'
        ? { kind: 'touches', boxes: null }
        : this.#none(`has no ${PLACE_RANGE}`, term.place);
    }
    const field = this.#field(name, term.place);
    if (!('fact' in field)) return field;
    if (name === 'fileTypeGroupFacet' && term.text === 'Other') return otherTypes(field.fact);
    const test = this.#test(term, field);
    return 'kind' in test ? test : { kind: 'fact', fact: field.fact, test };
  }

  #test({ text, form, place }: SearchTerm, { fact, valuesOf }: SearchField): FactTest | SearchCondition {
    if (form === 'pattern' && text === '*') return { is: 'present' };
    const kind = kindOf(fact);
    if (kind === 'number') {
      return NUMBER.test(text) ? { is: 'one', values: [text] } : this.#none('has a text where a number belongs', place);
    }
    if (kind === 'path') {
      return /^(?:\/\d{1,9})+$/u.test(text) ? { is: 'one', values: text.slice(1).split('/') } : this.#none('has no path of ids', place);
    }
    if (form === 'pattern' && kind === 'date' && fact.of !== 'metadata') return this.#none('has a wildcard where a date belongs', place);
    if (form === 'pattern') return this.#pattern(text, kind);
    if (kind === 'date') return this.#day(text, fact, place);
    if (kind === 'exact') return { is: 'one', values: valuesOf?.(text) ?? [text] };
    return { is: 'words', text };
  }

  #pattern(text: string, kind: Kind): FactTest {
    const beginning = kind === 'words' ? /^([^*?\\]+)\*$/u.exec(text)?.[1] : undefined;
    return beginning === undefined ? { is: 'like', pattern: text } : { is: 'beginning', text: beginning };
  }

  /** A year, month or day is all of it. */
  #day(text: string, fact: SearchFact, place: number): FactTest | SearchCondition {
    if (fact.of === 'metadata') return { is: 'like', pattern: `${text.replaceAll(/[\\*?]/gu, String.raw`\$&`)}*` };
    const from = momentOf(text);
    if (from === undefined) return this.#none('has no date of the form 2018, 2018-01, 2018-01-31 or 2018-01-31T00:00:00Z', place);
    const end = new Date(from);
    if (text.length === 4) end.setUTCFullYear(end.getUTCFullYear() + 1);
    else if (text.length === 7) end.setUTCMonth(end.getUTCMonth() + 1);
    else if (text.length === 10) end.setUTCDate(end.getUTCDate() + 1);
    return { is: 'between', from, to: end.toISOString(), includesFrom: true, includesTo: text.length > 10 };
  }

  #range({ field: name, from, to, includesFrom, includesTo, place }: SearchRange): SearchCondition {
    if (name === null) return this.#none('has a range without a field', place);
    if (PLACES.has(name)) {
      const boxes = boxesBetween(from, to);
      return boxes === undefined ? this.#none(`has no ${PLACE_RANGE}`, place) : { kind: 'touches', boxes };
    }
    const field = this.#field(name, place);
    if (!('fact' in field)) return field;
    const kind = kindOf(field.fact);
    const ends = { includesFrom, includesTo };
    if (kind === 'path') return this.#none('has a range of paths', place);
    if (kind === 'number') {
      if ([from, to].some((end) => end !== null && !NUMBER.test(end))) {
        return this.#none('has a range with an end that is no number', place);
      }
      return { kind: 'fact', fact: field.fact, test: { is: 'between', from, to, ...ends } };
    }
    if (kind !== 'date') return { kind: 'fact', fact: field.fact, test: { is: 'between', from, to, ...ends } };
    const moments = [from, to].map((end) => (end === null ? null : momentOf(end)));
    const [first, last] = moments;
    if (first === undefined || last === undefined) return this.#none('has a range with an end that is no date', place);
    // Dates of metadata are compared as they are written, of which the longer ones begin with the shorter.
    const test: FactTest =
      field.fact.of === 'metadata' ? { is: 'between', from, to, ...ends } : { is: 'between', from: first, to: last, ...ends };
    return { kind: 'fact', fact: field.fact, test };
  }
}
