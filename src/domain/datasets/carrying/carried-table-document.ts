/** What is sent of a table that comes from another installation, and what has to fit together in it. Source: exports.md 17.3. */
import { z } from 'zod';
import type { ProblemList } from '../../../errors/problem-list.ts';
import { line } from '../../../model/text-limits.ts';
import {
  type CarriedTablePartKind,
  SUMMARY_STATISTICS,
  VARIABLE_FORMAT_TYPES,
  VARIABLE_INTERVAL_TYPES,
} from '../../../vocabulary/ingest.ts';

const counted = z.int().min(0);
const place = z.int32().min(0);
/** A fingerprint; those of several columns or tables are made from them by their texts. */
export const fingerprint = line.regex(/^UNF:\d+:/, 'must be a universal numerical fingerprint');

/** What is said of a table as a whole. */
export const tableSent = z.object({
  caseQuantity: counted,
  variableQuantity: place,
  textHasHeader: z.boolean(),
  downloadSizeBytes: counted.optional(),
  downloadSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must have 64 hexadecimal digits')
    .optional(),
});

/** As long as what was uploaded or edited says; a line bounds it. */
const said = z.string();

const variableSent = z.object({
  name: said,
  label: said.nullable(),
  intervalType: z.enum(VARIABLE_INTERVAL_TYPES),
  formatType: z.enum(VARIABLE_FORMAT_TYPES),
  format: line.nullable(),
  formatCategory: line.nullable(),
  decimalPoints: z.int32().nullable(),
  isOrderedCategorical: z.boolean(),
  unf: fingerprint,
  statistics: z.record(z.enum(SUMMARY_STATISTICS), line).nullable(),
  categories: z.array(z.object({ value: said, label: said, isMissing: z.boolean(), frequency: z.number().nullable() })).nullable(),
  invalidRanges: z.array(z.union([z.object({ value: said }), z.object({ min: said.nullable(), max: said.nullable() })])).nullable(),
});

const editedSent = z.object({
  edits: z.int32().min(1),
  variable: place,
  label: said.nullable(),
  isWeight: z.boolean(),
  weightVariable: place.nullable(),
  literalQuestion: said.nullable(),
  interviewInstruction: said.nullable(),
  postQuestion: said.nullable(),
  universe: said.nullable(),
  notes: said.nullable(),
  weightedFrequencies: z.array(z.object({ value: said, frequency: z.number() })),
});

const groupSent = z.object({ edits: z.int32().min(1), label: said.nullable(), variables: z.array(place) });

/** The parts of a table by the names that they are sent under. */
export const tableParts = { variable: variableSent, edited: editedSent, group: groupSent } as const;

/** All that was sent of the variables of a table. */
export interface SentTableParts {
  readonly variable: z.infer<typeof variableSent>[];
  readonly edited: z.infer<typeof editedSent>[];
  readonly group: z.infer<typeof groupSent>[];
}

/** What the parts of a table have to fit to. */
interface WholeTable {
  readonly table: z.infer<typeof tableSent>;
  readonly parts: SentTableParts;
  readonly records: readonly { readonly variableEdits?: number | undefined }[];
}

/** Adds what does not fit together in a table. */
function addTableProblems({ table, parts, records }: WholeTable, pointer: string, problems: ProblemList): void {
  const { variable: variables, edited, group: groups } = parts;
  const count = variables.length;
  if (count !== table.variableQuantity) problems.add(`${pointer}/table/variableQuantity`, `must be ${count}, the number of variables sent`);
  const named = new Set(records.map(({ variableEdits }) => variableEdits));
  const isThere = (number: number | null): boolean => number === null || number < count;
  const seen = new Set<string>();
  for (const [index, { edits, variable, weightVariable }] of edited.entries()) {
    const at = `${pointer}/edited/${index}`;
    if (!named.has(edits)) problems.add(`${at}/edits`, 'no record of the file names these edits');
    if (!isThere(variable)) problems.add(`${at}/variable`, 'must be the place of a variable');
    if (!isThere(weightVariable)) problems.add(`${at}/weightVariable`, 'must be the place of a variable');
    const key = `${edits} ${variable}`;
    if (seen.has(key)) problems.add(`${at}/variable`, 'these edits have said something of this variable already');
    seen.add(key);
  }
  for (const [index, { edits, variables: members }] of groups.entries()) {
    const at = `${pointer}/group/${index}`;
    if (!named.has(edits)) problems.add(`${at}/edits`, 'no record of the file names these edits');
    if (!members.every(isThere)) problems.add(`${at}/variables`, 'must be places of variables');
  }
}

/** A file as it was sent. */
interface FileWithTable {
  readonly dataFile: { readonly tabularData?: boolean | undefined; readonly UNF?: string | undefined };
  readonly table?: WholeTable['table'] | undefined;
  readonly parts?: SentTableParts | undefined;
  readonly records: WholeTable['records'];
}

/** Adds what does not fit together in a file as far as it is a table, or none. */
export function addFileTableProblems({ dataFile, table, parts, records }: FileWithTable, pointer: string, problems: ProblemList): void {
  const isTable = dataFile.tabularData === true;
  if (isTable !== (table !== undefined)) problems.add(`${pointer}/table`, 'must be there if and only if the file was ingested as a table');
  if (isTable && dataFile.UNF === undefined) problems.add(`${pointer}/dataFile/UNF`, 'is missing');
  if (table !== undefined && parts !== undefined) addTableProblems({ table, parts, records }, pointer, problems);
  if (!isTable && records.some(({ variableEdits }) => variableEdits !== undefined)) {
    problems.add(`${pointer}/records`, 'only records of tables name edits of variables');
  }
}

/** Whether a line with this name is a part of a table. */
export function isTablePart(kind: string): kind is CarriedTablePartKind {
  return Object.hasOwn(tableParts, kind);
}
