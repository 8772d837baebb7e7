import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { parseSearchQuery, type SearchReading } from '../../formats/search-query/parse-search-query.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { SearchCondition } from '../../model/search/search-condition.ts';
import { SearchQueryFault } from '../../model/search/search-query.ts';
import type { SearchCircle, SearchSort } from '../../model/search/search-request.ts';
import { ConditionPlan } from './plan-condition.ts';
import { findSearchField } from './search-fields.ts';

/** Every filter is compared with each hit. */
const MOST_FILTERS = 50;
/** Hits before the first one that is given are found and ordered like those. */
const FARTHEST = 1_000_000;
const HALF_AROUND_KILOMETRES = 20_040;

/** What a caller asks in texts. */
export interface SearchTexts {
  /** Read leniently: what is no query is words, or finds nothing. */
  readonly query: string;
  /** Read strictly. */
  readonly filters: readonly string[];
  /** `name`, `date` or a field; relevance without. */
  readonly sort: string | null;
  readonly descending: boolean | null;
  readonly circle: SearchCircle | undefined;
  readonly offset: number;
}

export interface SearchPlan {
  readonly condition: SearchCondition;
  readonly filters: readonly SearchCondition[];
  readonly sort: SearchSort;
  readonly descending: boolean;
}

class Problems {
  readonly all: Problem[] = [];

  /** The condition of a text; what finds nothing where there is a problem. */
  read(text: string, pointer: string, plan: ConditionPlan, reading: SearchReading): SearchCondition {
    try {
      return plan.of(parseSearchQuery(text, reading));
    } catch (error) {
      if (!(error instanceof SearchQueryFault)) throw error;
      this.all.push({ pointer, message: `${error.message} (character ${error.place + 1})` });
      return { kind: 'none' };
    }
  }
}

function sortOf(name: string | null, catalog: BlockCatalog): SearchSort | undefined {
  if (name === null || name === '' || name === 'score') return { by: 'relevance' };
  if (name === 'name' || name === 'nameSort') return { by: 'name' };
  if (name === 'date' || name === 'dateSort') return { by: 'date' };
  const fact = findSearchField(name, catalog)?.fact;
  if (fact === undefined || fact.of === 'metadata') return undefined;
  return fact.of === 'facet' ? { by: 'facet', name: fact.name } : { by: 'column', column: fact.name };
}

/** Tokenised columns, and those with several values, put hits in no order. */
const UNSORTED: ReadonlySet<string> = new Set([
  'name',
  'dvName',
  'dvAffiliation',
  'dvDescription',
  'versionNote',
  'fileName',
  'fileNameWithoutExtension',
  'fileDescription',
  'variableName',
  'variableLabel',
  'publicationStatus',
  'subtreePaths',
]);

function isOrdered(sort: SearchSort | undefined): sort is SearchSort {
  return sort !== undefined && !(sort.by === 'column' && UNSORTED.has(sort.column));
}

function circleProblems({ latitude, longitude, radiusKilometres }: SearchCircle): Problem[] {
  return [
    ...(Math.abs(latitude) <= 90 ? [] : [{ pointer: '/near/latitude', message: 'must be from -90 to 90' }]),
    ...(Math.abs(longitude) <= 180 ? [] : [{ pointer: '/near/longitude', message: 'must be from -180 to 180' }]),
    ...(radiusKilometres > 0 && radiusKilometres <= HALF_AROUND_KILOMETRES
      ? []
      : [{ pointer: '/near/radiusKilometres', message: `must be more than 0 and at most ${HALF_AROUND_KILOMETRES}` }]),
  ];
}

const NAMES: Readonly<Record<string, string>> = { query: 'the query', orderBy: 'the order', offset: 'the number of hits to pass over' };

/** What a problem is about, in words that fit both surfaces. */
function nameOf(pointer: string): string {
  const [, first = '', second] = pointer.split('/');
  if (first === 'filters') return second === undefined ? 'the number of filters' : `filter ${Number(second) + 1}`;
  return NAMES[first] ?? (second === 'radiusKilometres' ? 'the radius' : `the ${second ?? first}`);
}

/** Reads what is asked. @throws DomainError BAD_USER_INPUT with every problem, and the place where a query cannot be read */
export function planSearch(texts: SearchTexts, catalog: BlockCatalog): SearchPlan {
  const problems = new Problems();
  const condition = problems.read(texts.query, '/query', new ConditionPlan(catalog, 'lenient'), 'lenient');
  if (texts.filters.length > MOST_FILTERS) problems.all.push({ pointer: '/filters', message: `must be at most ${MOST_FILTERS}` });
  const strict = new ConditionPlan(catalog, 'strict');
  const filters = texts.filters
    .slice(0, MOST_FILTERS)
    .flatMap((text, position) => (text.trim() === '' ? [] : [problems.read(text, `/filters/${position}`, strict, 'strict')]));
  const sort = sortOf(texts.sort, catalog);
  if (!isOrdered(sort)) problems.all.push({ pointer: '/orderBy/field', message: 'must be name, date or a field with exact values' });
  if (texts.circle !== undefined) problems.all.push(...circleProblems(texts.circle));
  if (texts.offset > FARTHEST) problems.all.push({ pointer: '/offset', message: `must be at most ${FARTHEST}` });
  if (problems.all.length > 0 || sort === undefined) {
    const message = problems.all.map(({ pointer, message: rule }) => `${nameOf(pointer)} ${rule}`).join('; ');
    throw new DomainError('BAD_USER_INPUT', `The search cannot be made: ${message}.`, { problems: problems.all });
  }
  return { condition, filters, sort, descending: texts.descending ?? (sort.by === 'relevance' || sort.by === 'date') };
}
