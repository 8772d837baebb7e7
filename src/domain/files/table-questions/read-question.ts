/** Questions as callers send them, with columns by their names, read against the variables of a table. Source: files.md 22.9. */
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import type { StoredVariable } from '../../../kernel/ports/table-forms.ts';
import type {
  GroupMeasure,
  GroupsQuestion,
  RowCondition,
  RowOrder,
  RowsQuestion,
  SpreadQuestion,
} from '../../../model/tables/table-question.ts';
import type { OrderDirection } from '../../../vocabulary/collections.ts';
import type { TableMeasure, TableOperator } from '../../../vocabulary/ingest.ts';

/** What a question has to know of a variable. */
export type AskedVariable = Pick<StoredVariable, 'name' | 'formatType'>;

export interface AskedCondition {
  readonly column: string;
  readonly operator: TableOperator;
  readonly values?: readonly string[] | null | undefined;
}

export interface AskedRows {
  /** The first 100 by default. */
  readonly columns?: readonly string[] | null | undefined;
  readonly where?: readonly AskedCondition[] | null | undefined;
  readonly orderBy?: readonly { readonly column: string; readonly direction?: OrderDirection | null | undefined }[] | null | undefined;
  readonly first?: number | null | undefined;
}

export interface AskedGroups {
  readonly groupBy?: readonly string[] | null | undefined;
  readonly measures: readonly { readonly measure: TableMeasure; readonly column?: string | null | undefined }[];
  readonly where?: readonly AskedCondition[] | null | undefined;
  readonly first?: number | null | undefined;
}

export interface AskedSpread {
  /** The first 20 by default. */
  readonly columns?: readonly string[] | null | undefined;
  readonly bins?: number | null | undefined;
  readonly where?: readonly AskedCondition[] | null | undefined;
}

/** Most of each that one question may have. */
const MOST = { columns: 100, conditions: 20, values: 100, keys: 3, measures: 20, rows: 1000, spreads: 20, bins: 50 } as const;
const USUAL_ROWS = 100;
const USUAL_BINS = 20;
/** Values of numbers. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const WHOLE = /^[+-]?\d{1,19}$/;
const LARGEST_WHOLE = 2n ** 63n - 1n;
/** As cells are answered that are numbers to the table, and none to JSON. */
const UNWRITABLE: Readonly<Record<string, number>> = { NaN: Number.NaN, Inf: Number.POSITIVE_INFINITY, '-Inf': Number.NEGATIVE_INFINITY };

/** Reads the parts of a question, and gathers what is wrong with them. */
class QuestionReader {
  readonly #variables: readonly AskedVariable[];
  readonly #places = new Map<string, number>();
  readonly #problems: Problem[] = [];

  constructor(variables: readonly AskedVariable[]) {
    this.#variables = variables;
    // Of names that are given twice, the first counts.
    for (const [place, { name }] of variables.entries()) if (!this.#places.has(name)) this.#places.set(name, place);
  }

  complain(pointer: string, message: string): void {
    this.#problems.push({ pointer, message });
  }

  /** @throws DomainError BAD_USER_INPUT with everything that was wrong */
  finish(): void {
    const [first] = this.#problems;
    if (first === undefined) return;
    throw new DomainError('BAD_USER_INPUT', `The question cannot be asked of this table: ${first.pointer} ${first.message}.`, {
      problems: this.#problems,
    });
  }

  /** False, with a complaint, for a list that is too long: its entries are not looked at. */
  fits(list: readonly unknown[], pointer: string, most: number): boolean {
    if (list.length <= most) return true;
    this.complain(pointer, `must have at most ${most} entries`);
    return false;
  }

  place(name: string, pointer: string): number {
    const place = this.#places.get(name);
    if (place === undefined) this.complain(pointer, 'must be the name of a variable of this table');
    return place ?? 0;
  }

  isNumeric(place: number): boolean {
    return this.#variables[place]?.formatType === 'NUMERIC';
  }

  places(names: readonly string[], pointer: string, most: number): number[] {
    return this.fits(names, pointer, most) ? names.map((name, index) => this.place(name, `${pointer}/${index}`)) : [];
  }

  limit(first: number | null | undefined): number {
    const limit = first ?? USUAL_ROWS;
    if (limit > MOST.rows) throw new DomainError('PAGE_TOO_LARGE', `A page holds at most ${MOST.rows} rows; ${limit} were requested.`);
    if (limit < 1) this.complain('/first', 'must be at least 1');
    return limit;
  }

  conditions(where: readonly AskedCondition[]): RowCondition[] {
    if (!this.fits(where, '/where', MOST.conditions)) return [];
    return where.map((asked, index) => this.#condition(asked, `/where/${index}`));
  }

  #condition({ column, operator, values: sent }: AskedCondition, pointer: string): RowCondition {
    const place = this.place(column, `${pointer}/column`);
    const values = sent ?? [];
    const isUnary = operator === 'MISSING' || operator === 'PRESENT';
    if (isUnary && values.length > 0) this.complain(`${pointer}/values`, `must be empty for ${operator}`);
    if (!isUnary && operator !== 'IN' && values.length !== 1) this.complain(`${pointer}/values`, `must have one entry for ${operator}`);
    if (operator === 'IN' && values.length === 0) this.complain(`${pointer}/values`, 'must have an entry');
    if (!this.fits(values, `${pointer}/values`, MOST.values)) return { column: place, operator, values: [] };
    const isNumeric = this.isNumeric(place);
    if (isNumeric && (operator === 'CONTAINS' || operator === 'STARTS_WITH')) {
      this.complain(`${pointer}/operator`, 'must be one for numbers: the variable is numeric');
      return { column: place, operator, values: [] };
    }
    return {
      column: place,
      operator,
      values: isNumeric ? values.map((value, index) => this.#number(value, `${pointer}/values/${index}`)) : values,
    };
  }

  #number(text: string, pointer: string): number | bigint {
    const whole = WHOLE.test(text) ? BigInt(text.replace('+', '')) : undefined;
    if (whole !== undefined && whole <= LARGEST_WHOLE && whole >= -LARGEST_WHOLE) return whole;
    if (NUMBER.test(text)) return Number(text);
    if (Object.hasOwn(UNWRITABLE, text)) return UNWRITABLE[text] ?? Number.NaN;
    this.complain(pointer, 'must be a number: the variable is numeric');
    return 0;
  }
}

/** @throws DomainError BAD_USER_INPUT | PAGE_TOO_LARGE */
export function readRows({ columns, where, orderBy, first }: AskedRows, variables: readonly AskedVariable[]): Omit<RowsQuestion, 'after'> {
  const reader = new QuestionReader(variables);
  const all = variables.slice(0, MOST.columns).map((_variable, place) => place);
  const keys = orderBy ?? [];
  const question = {
    kind: 'rows',
    columns: columns ? reader.places(columns, '/columns', MOST.columns) : all,
    where: reader.conditions(where ?? []),
    orderBy: reader.fits(keys, '/orderBy', MOST.keys)
      ? keys.map(({ column, direction }, index): RowOrder => {
          return { column: reader.place(column, `/orderBy/${index}/column`), descending: direction === 'DESC' };
        })
      : [],
    limit: reader.limit(first),
  } as const;
  if (columns?.length === 0) reader.complain('/columns', 'must have an entry');
  reader.finish();
  return question;
}

/** @throws DomainError BAD_USER_INPUT */
export function readSpread({ columns, bins: sent, where }: AskedSpread, variables: readonly AskedVariable[]): SpreadQuestion {
  const reader = new QuestionReader(variables);
  const bins = sent ?? USUAL_BINS;
  if (bins < 1 || bins > MOST.bins) reader.complain('/bins', `must be from 1 to ${MOST.bins}`);
  if (columns?.length === 0) reader.complain('/columns', 'must have an entry');
  const first = variables.slice(0, MOST.spreads).map((_variable, place) => place);
  const places = columns ? reader.places(columns, '/columns', MOST.spreads) : first;
  const question = { kind: 'spread', columns: places, bins, where: reader.conditions(where ?? []), limit: places.length * bins } as const;
  reader.finish();
  return question;
}

/** The question, with the names of what is answered. @throws DomainError BAD_USER_INPUT | PAGE_TOO_LARGE */
export function readGroups(
  { groupBy, measures, where, first }: AskedGroups,
  variables: readonly AskedVariable[],
): { readonly question: GroupsQuestion; readonly names: readonly string[] } {
  const reader = new QuestionReader(variables);
  const asked = reader.fits(measures, '/measures', MOST.measures) ? measures : [];
  if (measures.length === 0) reader.complain('/measures', 'must have an entry');
  const read = asked.map(({ measure, column }, index): GroupMeasure => {
    const pointer = `/measures/${index}/column`;
    if (typeof column !== 'string') {
      if (measure !== 'COUNT') reader.complain(pointer, `must name a variable for ${measure}`);
      return { measure, column: null };
    }
    const place = reader.place(column, pointer);
    if ((measure === 'SUM' || measure === 'MEAN') && !reader.isNumeric(place)) reader.complain(pointer, 'must be a numeric variable');
    return { measure, column: place };
  });
  const question = {
    kind: 'groups',
    groupBy: reader.places(groupBy ?? [], '/groupBy', MOST.keys),
    measures: read,
    where: reader.conditions(where ?? []),
    limit: reader.limit(first),
  } as const;
  reader.finish();
  const names = measures.map(({ measure, column }) =>
    typeof column === 'string' ? `${measure.toLowerCase()}(${column})` : measure.toLowerCase(),
  );
  return { question, names: [...(groupBy ?? []), ...names] };
}
