import type { ComponentChildren } from 'preact';
import { toldOnPage } from '../told.ts';
import type { MendableError } from './deposit-call.ts';
import type { SummaryItem } from './error-summary.ts';

/** What is wrong with a form: as a list, and by the names of its fields. */
export interface FormFaults {
  readonly items: readonly SummaryItem[];
  readonly faults: ReadonlyMap<string, ComponentChildren>;
}

/** What is wrong with a form whose fields are called as those of the input. */
export function formFaults(
  { told, problems }: Pick<MendableError, 'told' | 'problems'>,
  labels: Readonly<Record<string, string>>,
): FormFaults {
  const placed = problems.map((problem) => ({
    text: toldOnPage(problem.told),
    field: problem.pointer.split('/').find((step) => Object.hasOwn(labels, step)) ?? null,
  }));
  if (placed.every(({ field }) => field === null)) return { items: [{ controlId: null, text: toldOnPage(told) }], faults: new Map() };
  const faults = new Map<string, ComponentChildren[]>();
  for (const { text, field } of placed) {
    if (field === null) continue;
    const before = faults.get(field);
    if (before === undefined) faults.set(field, [text]);
    else before.push('; ', text);
  }
  return {
    items: placed.map(({ text, field }) => ({ controlId: field, text: field === null ? text : [`${labels[field] ?? field}: `, text] })),
    faults,
  };
}
