import type { DomainError } from '../../../errors/domain-error.ts';
import type { SummaryItem } from '../error-summary.ts';

const FIELDS: ReadonlySet<string> = new Set(['label', 'directoryLabel', 'description', 'categories', 'file']);

/** What is wrong with a form about a file: as a list, and by the names of its fields. */
export function fileProblems({ message, problems }: Pick<DomainError, 'message' | 'problems'>): {
  readonly items: readonly SummaryItem[];
  readonly faults: ReadonlyMap<string, string>;
} {
  const placed = problems.map((problem) => ({
    text: problem.message,
    field: problem.pointer.split('/').find((step) => FIELDS.has(step)) ?? null,
  }));
  if (placed.every(({ field }) => field === null)) return { items: [{ controlId: null, text: message }], faults: new Map() };
  return {
    items: placed.map(({ text, field }) => ({ controlId: field, text: field === null ? text : `${field}: ${text}` })),
    faults: new Map(placed.flatMap(({ text, field }) => (field === null ? [] : [[field, text] as const]))),
  };
}
