import type { Readable } from 'node:stream';
import type { TableAnswer, TableQuestion } from '../../model/tables/table-question.ts';
import type { StoredVariable } from './table-forms.ts';

/** A table in the form that questions are asked of. */
export interface AskedTable {
  /** What tells it from all others, and this text of it from others. */
  readonly key: string;
  /** Of its Parquet on this machine; undefined for one in a store across the network. */
  readonly path: string | undefined;
  /** The Parquet from its store. */
  readonly bytes: () => Promise<Readable>;
  readonly variables: readonly StoredVariable[];
}

/** Answers questions to the rows of tables, one at a time and in another process; callers take turns. */
export interface TableQuestions {
  /** @throws DomainError TABLE_QUESTION_TOO_COSTLY | TABLE_QUESTIONS_WAIT */
  ask(caller: string, table: AskedTable, question: TableQuestion): Promise<TableAnswer>;
  close(): Promise<void>;
}
