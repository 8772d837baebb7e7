/** What steps can say of a dataset. Source: users-admin.md 14.2. */
export const STEP_VARIABLES = [
  'invocationId',
  'dataset.id',
  'dataset.identifier',
  'dataset.globalId',
  'dataset.displayName',
  'dataset.citation',
  'minorVersion',
  'majorVersion',
  'releaseStatus',
  'language',
] as const;
export type StepVariable = (typeof STEP_VARIABLES)[number];

const VARIABLE = /\$\{([A-Za-z.]+)\}/g;

/** Puts values in place of variables, as they are; one that is not known stays. */
export function fillVariables(text: string, values: Readonly<Partial<Record<string, string>>>): string {
  return text.replace(VARIABLE, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}

/** Whether a text has something like a variable, known or not. */
export function hasVariable(text: string): boolean {
  return text.search(VARIABLE) !== -1;
}
