/** The forms that are made from the text of a table. Source: files.md 11.2 */

/** What a form is called after, and given out as. */
interface FormFacts {
  /** Of the name that it is saved under. */
  readonly suffix: string;
  readonly contentType: string;
}

/** Forms that are made once and kept beside the text. */
export const TABLE_FORMS = {
  csv: { suffix: '.csv', contentType: 'text/csv' },
  jsonl: { suffix: '.jsonl', contentType: 'application/jsonl' },
  RData: { suffix: '.RData', contentType: 'application/x-rlang-transport' },
  parquet: { suffix: '.parquet', contentType: 'application/vnd.apache.parquet' },
  arrow: { suffix: '.arrow', contentType: 'application/vnd.apache.arrow.file' },
} as const satisfies Readonly<Record<string, FormFacts>>;

export type TableFormat = keyof typeof TABLE_FORMS;

/** Whether a table is made in a format. */
export function isTableFormat(format: string): format is TableFormat {
  return Object.hasOwn(TABLE_FORMS, format);
}
