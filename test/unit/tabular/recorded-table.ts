import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Cell, ReadTable } from './read-table.ts';

/** Answers of another software to our own inputs, where they lie beside the checkout. */
export const RECORDINGS = new URL('../../../../shared/golden/tables/', import.meta.url);
const SAMPLES = new URL('../../../../shared/samples/', import.meta.url);

export const recordingsExist = existsSync(RECORDINGS);

const dataTables = z.object({
  body: z.object({
    data: z.tuple([
      z.object({
        caseQuantity: z.number(),
        dataVariables: z.array(
          z.object({
            name: z.string(),
            label: z.string().optional(),
            variableIntervalType: z.string(),
            variableFormatType: z.string(),
            formatCategory: z.string().optional(),
            format: z.string().optional(),
            variableCategories: z.array(z.object({ value: z.string(), label: z.string() })).default([]),
          }),
        ),
      }),
    ]),
  }),
});

export type RecordedFacts = z.infer<typeof dataTables>['body']['data'][0]['dataVariables'];

export function recordedInput(name: string, from: 'inputs' | 'samples' = 'inputs'): Buffer {
  return readFileSync(from === 'inputs' ? new URL(`inputs/${name}`, RECORDINGS) : new URL(name, SAMPLES));
}

/** What was recorded about the variables. The order of categories means nothing there, an empty label is none. */
export function recordedVariables(recording: string): RecordedFacts {
  const { body } = dataTables.parse(JSON.parse(readFileSync(new URL(`${recording}.json`, RECORDINGS), 'utf8')));
  return sorted(body.data[0].dataVariables);
}

function sorted(facts: RecordedFacts): RecordedFacts {
  return facts.map(({ label, variableCategories, ...rest }) => ({
    ...rest,
    ...(label ? { label } : {}),
    variableCategories: variableCategories.toSorted((one, other) => Number(one.value) - Number(other.value)),
  }));
}

/** What was read, in the words of the recording. */
export function inRecordedWords({ variables }: ReadTable): RecordedFacts {
  return sorted(
    variables.map(({ name, label, interval, storage, formatCategory, format, categories }) => ({
      name,
      ...(label === undefined ? {} : { label }),
      variableIntervalType: interval,
      variableFormatType: storage === 'text' ? 'CHARACTER' : 'NUMERIC',
      ...(formatCategory === undefined ? {} : { formatCategory }),
      ...(format === undefined ? {} : { format }),
      variableCategories: categories.map(({ value, label: text }) => ({ value, label: text })),
    })),
  );
}

/** The cells of a recorded tab text: unquoted, numbers as numbers, an empty one as missing. The first line has the names. */
export function recordedRows(recording: string): Cell[][] {
  const lines = readFileSync(new URL(`${recording}.body.txt`, RECORDINGS), 'utf8')
    .split('\n')
    .slice(1, -1);
  return lines.map((line) => line.split('\t').map(recordedCell));
}

function recordedCell(cell: string): Cell {
  if (cell === '') return null;
  if (cell.startsWith('"')) return cell.slice(1, -1).replaceAll('\\"', '"');
  return /^-?[\d.]+(E-?\d+)?$/.test(cell) ? Number(cell) : cell;
}
