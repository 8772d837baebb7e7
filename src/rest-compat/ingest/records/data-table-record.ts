import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { DataTablesDocument, type DataTablesQuery, type VariablePageFragment } from '../../../generated/operations.ts';
import { VARIABLE_FORMAT_TYPES, VARIABLE_INTERVAL_TYPES } from '../../../vocabulary/ingest.ts';
import { type ListPart, openList } from '../../open-list.ts';
import type { FileReference } from '../../../resolvers/generated/resolver-types.ts';
import { required } from '../../required.ts';
import { listOf, objectId, openListOf, recordSchema } from '../../records/schema.ts';

const double = z.string().describe('In double notation, such as `40.0`, `1.0E-7` or `NaN`.');

const statisticsSchema = recordSchema('SummaryStatistics', 'Summary statistics of a numeric variable. Source: files.md 19.7.', {
  mean: double,
  medn: double,
  mode: z.string().describe('Always `.`.'),
  vald: double,
  invd: double,
  min: double,
  max: double,
  stdev: double,
});

const categorySchema = recordSchema('VariableCategory', 'A value with a name. Source: files.md 22.1.', {
  label: z.string(),
  value: z.string(),
  isMissing: z.boolean().describe('Whether the uploaded file declares the value as missing.'),
  frequency: z.number().optional().describe('Number of cells with this value.'),
});

const flag = z.boolean();
const invalidRangeSchema = recordSchema(
  'InvalidRange',
  'Values declared as missing: a point, or a range with its ends. Source: files.md 22.1.',
  {
    beginValue: z.string().optional(),
    hasBeginValueType: flag,
    isBeginValueTypePoint: flag,
    isBeginValueTypeMin: flag,
    isBeginValueTypeMinExcl: flag,
    isBeginValueTypeMax: flag,
    isBeginValueTypeMaxExcl: flag,
    endValue: z.string().optional(),
    hasEndValueType: flag,
    endValueTypeMax: flag,
    endValueTypeMaxExcl: flag,
  },
);

const variableMetadataSchema = recordSchema('VariableMetadata', 'What a version says of a variable. Source: files.md 22.1.', {
  id: objectId.describe('Id of the variable.'),
  fileMetadataId: objectId.describe('Id of the record of the file in the version.'),
  label: z.string().optional(),
  isWeightVar: flag.describe('Whether the variable is a weight.'),
  isWeighted: flag.describe('Whether another variable weights it.'),
  weightVariableId: objectId.optional().describe('Which one.'),
  literalQuestion: z.string().optional(),
  interviewInstruction: z.string().optional(),
  postQuestion: z.string().optional(),
  universe: z.string().optional(),
  notes: z.string().optional(),
  categoryMetadatas: listOf(
    recordSchema('CategoryMetadata', 'The weighted frequency of a category.', { wFreq: z.number(), categoryValue: z.string() }),
  ),
});

const variableSchema = recordSchema('DataVariable', 'A column of a table. Source: files.md 22.1.', {
  id: objectId,
  name: z.string(),
  label: z.string().optional(),
  weighted: z.boolean().describe('Always `false`: uploaded files declare no weights. What is said later is in `variableMetadata`.'),
  variableIntervalType: z.enum(VARIABLE_INTERVAL_TYPES),
  variableFormatType: z.enum(VARIABLE_FORMAT_TYPES),
  formatCategory: z.string().optional().describe('`date`, `time` or `Boolean`.'),
  format: z.string().optional().describe('Pattern of dates and times, or `float`.'),
  isOrderedCategorical: z.boolean(),
  fileOrder: z.int().describe('Place in the table, from 0.'),
  numberOfDecimalPoints: z.int().optional(),
  UNF: z.string().describe('Universal numerical fingerprint of the values.'),
  variableMetadata: listOf(variableMetadataSchema).describe(
    'One entry, or none where the newest version that the caller may see says nothing.',
  ),
  invalidRanges: listOf(invalidRangeSchema).optional(),
  summaryStatistics: statisticsSchema.optional().describe('Of numeric variables.'),
  variableCategories: listOf(categorySchema).optional(),
});
type VariableRecord = z.infer<typeof variableSchema>;

export const dataTableSchema = recordSchema('DataTable', 'The table that a file was ingested into. Source: files.md 22.1.', {
  varQuantity: z.int().describe('Number of columns.'),
  caseQuantity: z.int().describe('Number of rows.'),
  UNF: z.string().describe('Universal numerical fingerprint of all values.'),
  dataVariables: openListOf(variableSchema),
});

type Variable = VariablePageFragment['nodes'][number];

function invalidRangeRecord({ value, min, max }: Variable['invalidRanges'][number]): z.infer<typeof invalidRangeSchema> {
  const isPoint = value !== null;
  // Both ends belong to the range.
  const isFromMinimum = !isPoint && min !== null;
  const isToMaximum = !isPoint && max !== null;
  return {
    beginValue: value ?? min ?? undefined,
    hasBeginValueType: isPoint || isFromMinimum,
    isBeginValueTypePoint: isPoint,
    isBeginValueTypeMin: isFromMinimum,
    isBeginValueTypeMinExcl: false,
    isBeginValueTypeMax: false,
    isBeginValueTypeMaxExcl: false,
    endValue: max ?? undefined,
    hasEndValueType: isToMaximum,
    endValueTypeMax: isToMaximum,
    endValueTypeMaxExcl: false,
  };
}

/** Source: files.md 22.1. */
function variableMetadataRecord(id: number, edit: NonNullable<Variable['edit']>): z.infer<typeof variableMetadataSchema> {
  return {
    id,
    fileMetadataId: edit.recordDatabaseId,
    label: edit.label ?? undefined,
    isWeightVar: edit.isWeight,
    isWeighted: edit.weightVariableDatabaseId !== null,
    weightVariableId: edit.weightVariableDatabaseId ?? undefined,
    literalQuestion: edit.literalQuestion ?? undefined,
    interviewInstruction: edit.interviewInstruction ?? undefined,
    postQuestion: edit.postQuestion ?? undefined,
    universe: edit.universe ?? undefined,
    notes: edit.notes ?? undefined,
    categoryMetadatas: edit.weightedFrequencies.map(({ value, frequency }) => ({ wFreq: frequency, categoryValue: value })),
  };
}

/** Source: files.md 22.1. */
function variableRecord(variable: Variable): VariableRecord {
  const { categories, invalidRanges } = variable;
  return {
    id: variable.databaseId,
    name: variable.name,
    label: variable.label ?? undefined,
    weighted: false,
    variableIntervalType: variable.intervalType,
    variableFormatType: variable.formatType,
    formatCategory: variable.formatCategory ?? undefined,
    format: variable.format ?? undefined,
    isOrderedCategorical: variable.isOrderedCategorical,
    fileOrder: variable.fileOrder,
    numberOfDecimalPoints: variable.decimalPoints ?? undefined,
    UNF: variable.unf,
    variableMetadata: variable.edit === null ? [] : [variableMetadataRecord(variable.databaseId, variable.edit)],
    invalidRanges: invalidRanges.length === 0 ? undefined : invalidRanges.map(invalidRangeRecord),
    summaryStatistics: variable.statistics ?? undefined,
    variableCategories:
      categories.length === 0
        ? undefined
        : categories.map(({ label, value, isMissing, frequency }) => ({ label, value, isMissing, frequency: frequency ?? undefined })),
  };
}

/** @throws DomainError FILE_NOT_TABULAR */
function tableOf({ file }: DataTablesQuery) {
  const { dataTable } = required(file);
  if (dataTable === null) throw new DomainError('FILE_NOT_TABULAR', 'The file was not ingested, so it has no variables.');
  return dataTable;
}

function variablePart(data: DataTablesQuery): ListPart<string, VariableRecord> {
  const { variables } = tableOf(data);
  const { hasNextPage, endCursor } = variables.pageInfo;
  return { entries: variables.nodes.map(variableRecord), next: hasNextPage ? endCursor : null };
}

/** The table of a file, whose variables are read while they are sent. Source: files.md 22.1. */
export function dataTableRecord(reference: FileReference, data: DataTablesQuery): z.infer<typeof dataTableSchema> {
  const { variableQuantity, caseQuantity, unf } = tableOf(data);
  return {
    varQuantity: variableQuantity,
    caseQuantity,
    UNF: unf,
    dataVariables: openList(variablePart(data), {
      operation: DataTablesDocument,
      variables: (after) => ({ reference, after }),
      part: variablePart,
    }),
  };
}
