/** What people say of the variables of a table, beside what its file says. Source: files.md 9. */

/** How often a value stands for a case of the population. */
export interface WeightedFrequency {
  readonly value: string;
  readonly frequency: number;
}

/** What was edited of a variable; null and empty where nothing is said. */
export interface VariableEdit {
  /** In place of the label of the uploaded file. */
  readonly label: string | null;
  readonly isWeight: boolean;
  /** Which variable weights this one. */
  readonly weightVariableId: number | null;
  readonly literalQuestion: string | null;
  readonly interviewInstruction: string | null;
  readonly postQuestion: string | null;
  readonly universe: string | null;
  readonly notes: string | null;
  /** Of its categories, in the order of their values. */
  readonly weightedFrequencies: readonly WeightedFrequency[];
}

/** Variables that belong together. */
export interface VariableGroup {
  readonly number: number;
  readonly label: string | null;
  /** Ascending. */
  readonly variableIds: readonly number[];
}

/** What was edited of a variable of a former table; variables are named by their places, from 0. */
export interface FormerEdit {
  readonly place: number;
  readonly weightPlace: number | null;
  readonly edit: Omit<VariableEdit, 'weightVariableId'>;
}

/** A group of variables of a former table. */
export interface FormerGroup {
  readonly label: string | null;
  readonly places: readonly number[];
}

/** A variable of which nothing was edited. */
export const UNEDITED: VariableEdit = {
  label: null,
  isWeight: false,
  weightVariableId: null,
  literalQuestion: null,
  interviewInstruction: null,
  postQuestion: null,
  universe: null,
  notes: null,
  weightedFrequencies: [],
};

/** Whether two edits say the same. */
export function sameEdit(one: VariableEdit, other: VariableEdit): boolean {
  return (
    one.label === other.label &&
    one.isWeight === other.isWeight &&
    one.weightVariableId === other.weightVariableId &&
    one.literalQuestion === other.literalQuestion &&
    one.interviewInstruction === other.interviewInstruction &&
    one.postQuestion === other.postQuestion &&
    one.universe === other.universe &&
    one.notes === other.notes &&
    one.weightedFrequencies.length === other.weightedFrequencies.length &&
    one.weightedFrequencies.every(({ value, frequency }, index) => {
      const there = other.weightedFrequencies[index];
      return there?.value === value && there.frequency === frequency;
    })
  );
}
