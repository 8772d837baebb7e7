/** Words about tables that ingest has made. */

/** How values of a column are compared. Source: files.md 22.9. */
export const TABLE_OPERATORS = ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'IN', 'CONTAINS', 'STARTS_WITH', 'MISSING', 'PRESENT'] as const;
export type TableOperator = (typeof TABLE_OPERATORS)[number];

/** What is computed of a group of rows. Source: files.md 22.9. */
export const TABLE_MEASURES = ['COUNT', 'DISTINCT', 'SUM', 'MEAN', 'MIN', 'MAX'] as const;
export type TableMeasure = (typeof TABLE_MEASURES)[number];

/** What the values of a variable can be compared by. Source: files.md 22.1. */
export const VARIABLE_INTERVAL_TYPES = ['discrete', 'contin', 'nominal', 'dichotomous'] as const;
export type VariableIntervalType = (typeof VARIABLE_INTERVAL_TYPES)[number];

/** Whether the values of a variable are numbers. Source: files.md 22.1. */
export const VARIABLE_FORMAT_TYPES = ['NUMERIC', 'CHARACTER'] as const;
export type VariableFormatType = (typeof VARIABLE_FORMAT_TYPES)[number];

/** Summary statistics of a numeric variable, in the order in which answers show them. Source: files.md 19.7. */
export const SUMMARY_STATISTICS = ['mean', 'medn', 'mode', 'vald', 'invd', 'min', 'max', 'stdev'] as const;
export type SummaryStatistic = (typeof SUMMARY_STATISTICS)[number];

/** What is told of the variables of a table that goes to another installation, in this order. Source: exports.md 17.2. */
export const CARRIED_TABLE_PARTS = ['variable', 'edited', 'group'] as const;
export type CarriedTablePartKind = (typeof CARRIED_TABLE_PARTS)[number];

/** How far the ingest of a file is, as long as it is not done. Source: files.md 19.3. */
export const INGEST_STATES = ['SCHEDULED', 'IN_PROGRESS', 'FAILED'] as const;
export type IngestState = (typeof INGEST_STATES)[number];
