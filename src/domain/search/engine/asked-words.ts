import type { SearchCondition } from '../../../model/search/search-condition.ts';
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

/** Whether a request asks for what only the database can say: numbers that what lies elsewhere changes. */
export function asksTheDatabase({ condition, filters, sort }: Pick<SearchRequest, 'condition' | 'filters' | 'sort'>): boolean {
  const counts = (asked: SearchCondition): boolean => {
    if (asked.kind === 'every' || asked.kind === 'any') return asked.parts.some(counts);
    if (asked.kind === 'not') return counts(asked.part);
    return asked.kind === 'fact' && asked.fact.of === 'column' && asked.fact.name === 'datasetCount';
  };
  return [condition, ...filters].some(counts) || (sort.by === 'column' && sort.column === 'datasetCount');
}
