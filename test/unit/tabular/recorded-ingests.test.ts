// What another software made of our own inputs, held against what we make of them: variables, tab text, fingerprints and statistics.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { csvReader, tsvReader } from '../../../src/tabular/readers/csv/read-csv.ts';
import { porReader } from '../../../src/tabular/readers/spss/read-por.ts';
import { savReader } from '../../../src/tabular/readers/spss/read-sav.ts';
import { stataReader } from '../../../src/tabular/readers/stata/read-stata.ts';
import { statisticTexts } from '../../../src/tabular/statistics/statistics.ts';
import { type Ingested, ingestedFile } from './made-table.ts';
import { recordedInput, RECORDINGS, recordingsExist } from './recorded-table.ts';

const dataTables = z.object({
  body: z.object({
    data: z.tuple([
      z.object({
        caseQuantity: z.number(),
        UNF: z.string(),
        dataVariables: z.array(
          z.object({
            name: z.string(),
            variableIntervalType: z.string(),
            variableFormatType: z.string(),
            formatCategory: z.string().optional(),
            format: z.string().optional(),
            UNF: z.string(),
            summaryStatistics: z.record(z.string(), z.string()).optional(),
            variableCategories: z.array(z.object({ value: z.string(), frequency: z.number() })).optional(),
          }),
        ),
      }),
    ]),
  }),
});
type Recorded = z.infer<typeof dataTables>['body']['data'][0];

const file = (name: string): Buffer => readFileSync(new URL(name, RECORDINGS));
const recorded = (name: string): Recorded => dataTables.parse(JSON.parse(file(`${name}.json`).toString())).body.data[0];

/** What was made of a file, in the words of the recording. */
function inRecordedWords({ table, rows, unf, variables }: Ingested): Recorded {
  return {
    caseQuantity: rows,
    UNF: unf,
    dataVariables: table.variables.map(({ name, interval, storage, formatCategory, format, categories }, index) => ({
      name,
      variableIntervalType: interval,
      variableFormatType: storage === 'text' ? 'CHARACTER' : 'NUMERIC',
      ...(formatCategory === undefined ? {} : { formatCategory }),
      ...(format === undefined ? {} : { format }),
      UNF: variables[index]?.unf ?? '',
      ...statisticsOf(variables[index]),
      ...categoriesOf(categories.map(({ value }, place) => ({ value, frequency: variables[index]?.frequencies[place] ?? 0 }))),
    })),
  };
}

function statisticsOf(variable: Ingested['variables'][number] | undefined): { summaryStatistics?: Record<string, string> } {
  return variable?.statistics === undefined ? {} : { summaryStatistics: rounded(statisticTexts(variable.statistics)) };
}

type Categories = NonNullable<Recorded['dataVariables'][number]['variableCategories']>;

/** Their order means nothing in the recordings. */
function categoriesOf(categories: Categories | undefined): { variableCategories?: Categories } {
  if (categories === undefined || categories.length === 0) return {};
  return { variableCategories: categories.toSorted((one, other) => (one.value < other.value ? -1 : 1)) };
}

/** Sums depend on their order in the last digits. */
function rounded(statistics: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(statistics).map(([key, text]) => [key, Number.isFinite(Number(text)) ? Number(text).toPrecision(12) : text]),
  );
}

function withRoundedStatistics(recording: Recorded): Recorded {
  const dataVariables = recording.dataVariables.map(({ summaryStatistics: statistics, variableCategories, ...others }) => {
    const variable = { ...others, ...categoriesOf(variableCategories) };
    if (statistics === undefined) return variable;
    // The middle of values with infinities is no number there, whatever stands in the middle.
    const { medn: _, ...exact } = statistics;
    return { ...variable, summaryStatistics: rounded(statistics['max'] === 'Infinity' ? exact : statistics) };
  });
  return { ...recording, dataVariables };
}

const ofVectors = [
  'bigint',
  'bool',
  'dates',
  'dates-missing',
  'digits7',
  'longstring',
  'missing',
  'numbers',
  'onecol',
  'special',
  'strings',
];
const csv = ofVectors.map((name) => [`unf-tab-${name}`, `unf-dataTables-${name}`, () => file(`input-unf-${name}.csv`), csvReader] as const);
const further = [
  ['access-csv2-tab', 'file-dataTables-csv2', () => file('input-IngestCSV-short.csv'), csvReader],
  ['ingest-tab-made.tsv', 'ingest-dataTables-made.tsv', () => recordedInput('made.tsv'), tsvReader],
  ['access-dta-tab', 'file-dataTables-dta', () => recordedInput('stata13-auto.dta', 'samples'), stataReader],
  [
    'ingest-tab-stata13-auto-withstrls.dta',
    'ingest-dataTables-stata13-auto-withstrls.dta',
    () => recordedInput('stata13-auto-withstrls.dta'),
    stataReader,
  ],
  ['ingest-tab-120745.dta', 'ingest-dataTables-120745.dta', () => recordedInput('120745.dta'), stataReader],
  ['ingest-tab-made.sav', 'ingest-dataTables-made.sav', () => recordedInput('made.sav'), savReader],
  ['access-sav-tab', 'file-dataTables-sav', () => recordedInput('dct.sav', 'samples'), savReader],
  ['ingest-tab-made.por', 'ingest-dataTables-made.por', () => recordedInput('made.por'), porReader],
] as const;

describe.runIf(recordingsExist)('an ingest (needs ../shared/golden)', () => {
  it.each([...csv, ...further])('makes of %s what was recorded', async (text, tables, bytes, reader) => {
    const made = await ingestedFile(reader, bytes());
    expect(inRecordedWords(made)).toMatchObject(withRoundedStatistics(recorded(tables)));
    expect(made.header + made.text).toBe(file(`${text}.body.txt`).toString());
  });

  it('counts the row that has another number of values', async () => {
    await expect(ingestedFile(csvReader, recordedInput('BrokenCSV.csv'))).rejects.toMatchObject({ failure: 'WRONG_WIDTH', row: 3 });
  });
});
