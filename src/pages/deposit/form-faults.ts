import type { DomainError } from '../../errors/domain-error.ts';
import type { SummaryItem } from './error-summary.ts';

/** What is wrong with a form whose fields are called as those of the input: as a list, and by name. */
export function formFaults(
  { message, problems }: Pick<DomainError, 'message' | 'problems'>,
  labels: Readonly<Record<string, string>>,
): { readonly items: readonly SummaryItem[]; readonly faults: ReadonlyMap<string, string> } {
  const placed = problems.map((problem) => ({
    text: problem.message,
    field: problem.pointer.split('/').find((step) => Object.hasOwn(labels, step)) ?? null,
  }));
  if (placed.every(({ field }) => field === null)) return { items: [{ controlId: null, text: message }], faults: new Map() };
  const faults = new Map<string, string>();
  for (const { text, field } of placed) if (field !== null) faults.set(field, [faults.get(field) ?? [], text].flat().join('; '));
  return {
    items: placed.map(({ text, field }) => ({ controlId: field, text: field === null ? text : `${labels[field] ?? field}: ${text}` })),
    faults,
  };
}
