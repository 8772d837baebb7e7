/**
 * A question as a statement of the engine. Columns go by names of ours, by their places; what callers have sent is a bound value, and nothing
 * of theirs is in the text.
 */
import { BIGINT, DOUBLE, type DuckDBType, quotedString, VARCHAR } from '@duckdb/node-api';
import {
  type GroupMeasure,
  type GroupsQuestion,
  LONGEST_CELL,
  type RowCondition,
  type RowOrder,
  type RowsQuestion,
  type SpreadQuestion,
} from '../../../model/tables/table-question.ts';
import type { QuestionOrder } from './question-messages.ts';

type Value = string | number | bigint;

export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** Of each value: the engine takes a large number for a small integer otherwise. */
  readonly types: readonly DuckDBType[];
}

type Bind = (value: Value) => string;

/** Values of the columns that rows are ordered by, in one row. */
export type Anchor = readonly (Value | null)[];

const COMPARISONS = { EQ: '=', NE: '<>', LT: '<', LE: '<=', GT: '>', GE: '>=' } as const;

function typeOf(value: Value): DuckDBType {
  if (typeof value === 'string') return VARCHAR;
  return typeof value === 'bigint' ? BIGINT : DOUBLE;
}

function stated(values: readonly Value[], text: string): Statement {
  return { text, values, types: values.map(typeOf) };
}

function column(place: number): string {
  return `c${place}`;
}

/** The rows of the file with their numbers, from 0, as `r`. */
function source({ path, storages }: QuestionOrder): string {
  const names = storages.map((_storage, place) => column(place));
  return `read_parquet(${quotedString(path)}, file_row_number = true) as t(${[...names, 'r'].join(', ')})`;
}

function condition({ column: place, operator, values }: RowCondition, { storages }: QuestionOrder, bind: Bind): string {
  const name = column(place);
  if (operator === 'MISSING') return `${name} is null`;
  if (operator === 'PRESENT') return `${name} is not null`;
  // 0.1 is the float nearest to it.
  const isFloat = storages[place] === 'float';
  const [first = '', ...others] = values.map((value) => bind(isFloat ? Math.fround(Number(value)) : value));
  if (operator === 'IN') return `${name} in (${[first, ...others].join(', ')})`;
  if (operator === 'CONTAINS') return `contains(${name}, ${first})`;
  if (operator === 'STARTS_WITH') return `starts_with(${name}, ${first})`;
  return `${name} ${COMPARISONS[operator]} ${first}`;
}

function filter(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

function order(keys: readonly RowOrder[]): string {
  return [...keys.map(({ column: place, descending }) => `${column(place)} ${descending ? 'desc' : 'asc'} nulls last`), 'r'].join(', ');
}

/** What holds for the rows that come behind the row with these values; of equal rows, the ones with larger numbers. */
function behind([key, ...keys]: readonly RowOrder[], [value, ...values]: Anchor, after: number, bind: Bind): string {
  if (key === undefined) return `r >= ${bind(BigInt(after))}`;
  const name = column(key.column);
  // Missing values are last, so that only other missing ones come behind.
  if (value === null || value === undefined) return `(${name} is null and ${behind(keys, values, after, bind)})`;
  const bound = bind(value);
  return `(${name} ${key.descending ? '<' : '>'} ${bound} or ${name} is null or (${name} = ${bound} and ${behind(keys, values, after, bind)}))`;
}

/** A value of a column as it is answered: a text is cut, and a float has the digits that tell it from other floats. */
function shown(value: string, place: number, { storages }: QuestionOrder): string {
  const storage = storages[place];
  if (storage === 'float') return `cast(cast(${value} as varchar) as double)`;
  return storage === 'text' ? `case when length(${value}) > ${LONGEST_CELL} then left(${value}, ${LONGEST_CELL}) else ${value} end` : value;
}

const FUNCTIONS = { SUM: 'sum', MEAN: 'avg', MIN: 'min', MAX: 'max' } as const;

function measured({ measure, column: place }: GroupMeasure, asked: QuestionOrder): string {
  if (place === null) return 'count(*)';
  if (measure === 'COUNT') return `count(${column(place)})`;
  if (measure === 'DISTINCT') return `count(distinct ${column(place)})`;
  const result = `${FUNCTIONS[measure]}(${column(place)})`;
  return measure === 'MIN' || measure === 'MAX' ? shown(result, place, asked) : result;
}

/** What finds the values that a page begins behind; undefined for a page that needs none. */
export function composeAnchor(asked: QuestionOrder): Statement | undefined {
  const { question } = asked;
  if (question.kind !== 'rows' || question.after === 0 || question.orderBy.length === 0) return undefined;
  const columns = question.orderBy.map(({ column: place }) => column(place)).join(', ');
  return stated([BigInt(question.after) - 1n], `select ${columns} from ${source(asked)} where r = $1`);
}

function composeGroups(asked: QuestionOrder, { groupBy, measures, limit }: GroupsQuestion, conditions: readonly string[]): string {
  const names = groupBy.map(column);
  const keys = groupBy.map((place) => shown(column(place), place, asked));
  const columns = ['0', ...keys, ...measures.map((one) => measured(one, asked))].join(', ');
  const tail = names.length === 0 ? '' : ` group by ${names.join(', ')} order by ${names.map((name) => `${name} nulls last`).join(', ')}`;
  return `select ${columns} from ${source(asked)}${filter(conditions)}${tail} limit ${limit + 1}`;
}

/** Number of the column, lower and upper end of a range, text, number of cells; a range holds its lower end, the last one both. */
function spreadOf(place: number, asked: QuestionOrder, { bins }: SpreadQuestion, conditions: readonly string[]): string {
  const name = column(place);
  const storage = asked.storages[place];
  if (storage === 'text') {
    const all = filter([...conditions, `${name} is not null`]);
    return `(select ${place}, null, null, ${shown(name, place, asked)}, count(*) from ${source(asked)}${all} group by ${name} order by count(*) desc, ${name} limit ${bins})`;
  }
  const finite = `(select ${name}::double as v from ${source(asked)}${filter([...conditions, `isfinite(${name}::double)`])})`;
  // Whole numbers that are few have a range each.
  const count = storage === 'float' || storage === 'double' ? `${bins}` : `least(${bins}, hi - lo + 1)`;
  const width =
    storage === 'float' || storage === 'double'
      ? `(hi / ${bins} - lo / ${bins})`
      : `case when hi - lo < ${bins} then 1 else (hi - lo) / ${bins} end`;
  const ends = `(select min(v) as lo, max(v) as hi from ${finite})`;
  const bin = `case when hi = lo then 0 else least(n - 1, floor((v - lo) / w)) end`;
  const upper = `case when hi = lo then hi when b = n - 1 then hi else lo + (b + 1) * w end`;
  return `(select ${place}, lo + b * w, ${upper}, null, k from (select lo, hi, n, w, ${bin} as b, count(*) as k from ${finite}, (select lo, hi, ${count} as n, ${width} as w from ${ends}) group by lo, hi, n, w, b) order by b)`;
}

function composeSpread(asked: QuestionOrder, question: SpreadQuestion, conditions: readonly string[]): string {
  return question.columns.map((place) => spreadOf(place, asked, question, conditions)).join(' union all ');
}

function composeRows(asked: QuestionOrder, { columns: places, orderBy, limit }: RowsQuestion, conditions: readonly string[]): string {
  const columns = ['r + 1', ...places.map((place) => shown(column(place), place, asked))].join(', ');
  const needed = [...new Set([...places, ...orderBy.map((key) => key.column)])].map(column);
  const inner = `select ${['r', ...needed].join(', ')} from ${source(asked)}${filter(conditions)} order by ${order(orderBy)} limit ${limit + 1}`;
  return `select ${columns} from (${inner}) order by ${order(orderBy)}`;
}

/**
 * One row more than is asked for is read, to know whether there are more. The first column is the number of the row.
 * @param anchor What `composeAnchor` has found; empty where it asks for nothing
 */
export function composeQuestion(asked: QuestionOrder, anchor: Anchor): Statement {
  const values: Value[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { question } = asked;
  const conditions = question.where.map((one) => condition(one, asked, bind));
  if (question.kind === 'groups') return stated(values, composeGroups(asked, question, conditions));
  if (question.kind === 'spread') return stated(values, composeSpread(asked, question, conditions));
  if (question.after > 0) conditions.push(behind(question.orderBy, anchor, question.after, bind));
  return stated(values, composeRows(asked, question, conditions));
}
