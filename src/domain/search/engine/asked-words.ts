import type { SearchColumn, SearchCondition } from '../../../model/search/search-condition.ts';
import type { SearchRequest } from '../../../model/search/search-request.ts';

/** Texts and patterns of conditions that are compared as the database compares them; each once. */
export function askedTexts(conditions: readonly SearchCondition[]): {
  readonly texts: readonly string[];
  readonly patterns: readonly string[];
} {
  const texts = new Set<string>();
  const patterns = new Set<string>();
  const gather = (condition: SearchCondition): void => {
    switch (condition.kind) {
      case 'every':
      case 'any':
        for (const part of condition.parts) gather(part);
        break;
      case 'not':
        gather(condition.part);
        break;
      case 'words':
      case 'beginning':
        texts.add(condition.text);
        break;
      case 'named':
        patterns.add(condition.pattern);
        break;
      case 'fact':
        if (condition.test.is === 'words' || condition.test.is === 'beginning') texts.add(condition.test.text);
        break;
      default:
        break;
    }
  };
  for (const condition of conditions) gather(condition);
  return { texts: [...texts], patterns: [...patterns] };
}

/** Facts that what lies elsewhere changes: numbers of datasets, and links. */
const LIES_ELSEWHERE: ReadonlySet<SearchColumn> = new Set(['datasetCount', 'subtreePaths']);
/** The same for orders, with those that depend on the day, and on who may know: an order by curation statuses would tell them. */
const ORDERED_BY_DATABASE: ReadonlySet<SearchColumn> = new Set(['datasetCount', 'fileAccess', 'curationStatus']);

/** Whether a request asks for what only the database can say. */
export function asksTheDatabase({ condition, filters, sort }: Pick<SearchRequest, 'condition' | 'filters' | 'sort'>): boolean {
  const liesElsewhere = (asked: SearchCondition): boolean => {
    if (asked.kind === 'every' || asked.kind === 'any') return asked.parts.some(liesElsewhere);
    if (asked.kind === 'not') return liesElsewhere(asked.part);
    return asked.kind === 'fact' && asked.fact.of === 'column' && LIES_ELSEWHERE.has(asked.fact.name);
  };
  return [condition, ...filters].some(liesElsewhere) || (sort.by === 'column' && ORDERED_BY_DATABASE.has(sort.column));
}
