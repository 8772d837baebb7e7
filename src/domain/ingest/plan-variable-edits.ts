/** What becomes of the variables of a table by an edit. Source: files.md 9. */
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import type { SentEdits, SentGroup } from '../../formats/ddi/read-variable-edits.ts';
import { sameEdit, UNEDITED, type VariableEdit, type VariableGroup } from '../../model/tables/variable-edit.ts';
import type { VariableCategory } from '../../model/tables/variable-facts.ts';

/** A variable as its table was read. */
export interface EditableVariable {
  readonly id: number;
  readonly label: string | null;
  readonly categories: readonly Pick<VariableCategory, 'value'>[] | null;
}

/** What is stored of a table. */
export interface StoredEdits {
  readonly variables: ReadonlyMap<number, VariableEdit>;
  readonly groups: readonly VariableGroup[];
}

/** What will be; a group without a number gets one. */
export interface PlannedEdits {
  readonly variables: ReadonlyMap<number, VariableEdit>;
  readonly groups: readonly SentGroup[];
  readonly isChange: boolean;
}

/** Problems of one answer. */
const MOST_PROBLEMS = 100;

function foreign(id: number): string {
  return `v${id} must be the ID of a variable of this table`;
}

function problemsOf(sent: SentEdits, table: ReadonlyMap<number, EditableVariable>): Problem[] {
  const problems: string[] = [];
  for (const [id, { weightVariableId, weightedFrequencies }] of sent.variables) {
    const variable = table.get(id);
    if (variable === undefined) problems.push(foreign(id));
    if (weightVariableId !== null && !table.has(weightVariableId)) problems.push(`wgt-var of v${id}: ${foreign(weightVariableId)}`);
    if (variable === undefined || weightedFrequencies.length === 0) continue;
    const known = new Set((variable.categories ?? []).map(({ value }) => value));
    const unknown = weightedFrequencies.find(({ value }) => !known.has(value));
    if (unknown !== undefined) {
      problems.push(`catValu ${JSON.stringify(unknown.value.slice(0, 50))} of v${id} must be the value of one of its categories`);
    }
  }
  for (const { variableIds } of sent.groups) {
    const unknown = variableIds.find((id) => !table.has(id));
    if (unknown !== undefined) problems.push(`varGrp: ${foreign(unknown)}`);
  }
  return problems.slice(0, MOST_PROBLEMS).map((message) => ({ pointer: '/ddi', message }));
}

/** Where a group is stored under the number that it was sent with, its number; else it gets a new one. */
function numbered(sent: readonly SentGroup[], stored: readonly VariableGroup[]): SentGroup[] {
  const known = new Set(stored.map(({ number }) => number));
  return sent.map((group) => (group.number !== undefined && known.has(group.number) ? group : { ...group, number: undefined }));
}

function sameGroups(planned: readonly SentGroup[], stored: readonly VariableGroup[]): boolean {
  if (planned.length !== stored.length) return false;
  const byNumber = new Map(stored.map((group) => [group.number, group]));
  return planned.every(({ number, label, variableIds }) => {
    const there = number === undefined ? undefined : byNumber.get(number);
    return there !== undefined && there.label === label && there.variableIds.join(' ') === variableIds.join(' ');
  });
}

/**
 * What is stored after an edit: variables that it names are replaced, others keep what they have, and its groups take the place of all groups.
 * @throws DomainError BAD_USER_INPUT
 */
export function planVariableEdits(sent: SentEdits, table: ReadonlyMap<number, EditableVariable>, stored: StoredEdits): PlannedEdits {
  const problems = problemsOf(sent, table);
  const [first] = problems;
  if (first !== undefined) {
    throw new DomainError('BAD_USER_INPUT', `The variables cannot be edited as the DDI says: ${first.message}.`, { problems });
  }
  const variables = new Map(stored.variables);
  let isChange = false;
  for (const [id, edit] of sent.variables) {
    // A label that is shown anyway says nothing: a codebook can be sent back as it was given.
    const said = edit.label === table.get(id)?.label ? { ...edit, label: null } : edit;
    isChange ||= !sameEdit(said, variables.get(id) ?? UNEDITED);
    if (sameEdit(said, UNEDITED)) variables.delete(id);
    else variables.set(id, said);
  }
  const groups = numbered(sent.groups, stored.groups);
  return { variables, groups, isChange: isChange || !sameGroups(groups, stored.groups) };
}
