import { type ComponentChildren, h } from 'preact';
import type { InvalidRange, VariableCategory } from '../../model/tables/variable-facts.ts';
import { SUMMARY_STATISTICS, type SummaryStatistic } from '../../vocabulary/ingest.ts';
import type { ExportedVariable } from '../exports/exported-variable.ts';

/** The mode is not computed, and left out. */
const STATISTICS: Readonly<Record<SummaryStatistic, string | null>> = {
  mean: 'Mean',
  medn: 'Median',
  mode: null,
  vald: 'Valid',
  invd: 'Invalid',
  min: 'Minimum',
  max: 'Maximum',
  stdev: 'Standard deviation',
};

function list(items: readonly string[]): ComponentChildren {
  if (items.length === 0) return null;
  return h(
    'ul',
    null,
    items.map((item) => h('li', { dir: 'auto' }, item)),
  );
}

function categoryText({ value, label, isMissing, frequency }: VariableCategory): string {
  return [label === '' ? value : `${value}: ${label}`, frequency === null ? [] : `${frequency} times`, isMissing ? 'missing' : []]
    .flat()
    .join(', ');
}

function rangeText(range: InvalidRange): string {
  return 'value' in range ? `${range.value}, missing` : `${range.min ?? 'lowest'} to ${range.max ?? 'highest'}, missing`;
}

function typeText({ formatType, intervalType, format, formatCategory }: ExportedVariable): string {
  const kind = formatCategory ?? (formatType === 'NUMERIC' ? 'number' : 'text');
  return [kind, intervalType === 'contin' ? 'continuous' : [], format ?? []].flat().join(', ');
}

/** A variable as a row of the list of variables. */
export function variableRow(variable: ExportedVariable): ComponentChildren {
  const { id, name, label, categories, invalidRanges, statistics, unf } = variable;
  const told = SUMMARY_STATISTICS.flatMap((key) =>
    statistics === null || STATISTICS[key] === null ? [] : `${STATISTICS[key]}: ${statistics[key]}`,
  );
  return h(
    'tr',
    { id: `v${id}` },
    h('th', { scope: 'row', dir: 'auto' }, name),
    h('td', { dir: 'auto' }, label),
    h('td', null, typeText(variable)),
    h('td', null, list([...(categories ?? []).map(categoryText), ...(invalidRanges ?? []).map(rangeText)])),
    h('td', null, list([...told, unf])),
  );
}
