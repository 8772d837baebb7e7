import { createHash } from 'node:crypto';
import type { FileWithAccess } from '../../../db/queries/files/file-access.ts';
import { listDataTablesOf, listColumnFacts } from '../../../db/queries/ingest/data-tables.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { callerOf } from '../../../kernel/caller-of.ts';
import type { CommandContext, ReadContext } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import type { StoredVariable } from '../../../kernel/ports/table-forms.ts';
import { isTabular } from '../../../model/ingested-type.ts';
import type { TableAnswer, TableCell, TableQuestion } from '../../../model/tables/table-question.ts';
import { requireDownload } from '../download-file.ts';
import { refuseGuest } from '../download-rights.ts';
import { requireTableForm } from '../table-forms/table-form.ts';
import { loadShownFile } from '../view-file.ts';
import { type AskedGroups, type AskedRows, type AskedSpread, readGroups, readRows, readSpread } from './read-question.ts';

/** A table whose rows the actor may ask. */
export interface AskableTable {
  readonly file: FileWithAccess;
}

/** Rows, or groups, with the names of what is in them. */
export interface FoundRows extends TableAnswer {
  readonly columns: readonly string[];
}

/** A page of rows, with what its cursor tells: of which question it is, and the number of its last row. */
export interface RowPage extends FoundRows {
  readonly question: string;
  readonly last: number;
}

/** Columns of a first look. */
const PREVIEW = { columns: 100, rows: 10 } as const;

/**
 * The table of a file that the actor was shown; null for one that was not ingested here. Its rows are for those who may download it.
 * @throws DomainError AUTHENTICATION_REQUIRED | FILE_ACCESS_DENIED
 */
export const findAskableTable = detail({
  name: 'findAskableTable',
  run: async (context: ReadContext, shown: { readonly id: number; readonly contentType: string }): Promise<AskableTable | null> => {
    if (!isTabular(shown)) return null;
    refuseGuest(context);
    const file = await loadShownFile(context, shown.id);
    requireDownload(context, file);
    const [table] = file.bytesTag === null ? [] : await listDataTablesOf(context.db, [file.id]);
    return table === undefined ? null : { file };
  },
});

async function answer(
  context: CommandContext,
  { file }: AskableTable,
  variables: readonly StoredVariable[],
  question: TableQuestion,
): Promise<TableAnswer> {
  const { services } = context;
  const form = await requireTableForm(context, file, 'parquet');
  if (form === undefined) {
    throw new DomainError(
      'FILE_FORM_UNAVAILABLE',
      'datafile access error: this table cannot be brought into the form that questions are asked of.',
    );
  }
  const { location } = form;
  const table = {
    key: JSON.stringify(location),
    path: services.storage.localPath(location),
    bytes: () => services.storage.open(location),
    variables,
  };
  return services.tableQuestions.ask(callerOf(context), table, question);
}

function variablesOf({ db }: CommandContext, { file }: AskableTable): Promise<StoredVariable[]> {
  return listColumnFacts(db, file.id);
}

function namesOf(variables: readonly StoredVariable[], places: readonly number[]): string[] {
  return places.map((place) => variables[place]?.name ?? '');
}

/** What tells the pages of a question from those of another. */
function signOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 16);
}

/**
 * Rows of a table, a page of them. @param after Gives the number of the row before the page, for the sign of the question; 0 for the first.
 * @throws DomainError BAD_USER_INPUT | PAGE_TOO_LARGE | CURSOR_INVALID | FILE_FORM_PENDING | TABLE_QUESTION_TOO_COSTLY | TABLE_QUESTIONS_WAIT
 */
export const askRows = detail({
  name: 'askRows',
  sent: (asked: AskedRows) => asked,
  run: async (context: CommandContext, table: AskableTable, asked: AskedRows, after: (question: string) => number): Promise<RowPage> => {
    const variables = await variablesOf(context, table);
    const read = readRows(asked, variables);
    const question = signOf([table.file.id, table.file.bytesTag, asked.columns, asked.where, asked.orderBy]);
    const before = after(question);
    const found = await answer(context, table, variables, { ...read, after: before });
    return { ...found, columns: namesOf(variables, read.columns), question, last: found.rows.at(-1)?.number ?? before };
  },
});

/** The first rows of the first columns. @throws DomainError FILE_FORM_PENDING | TABLE_QUESTIONS_WAIT */
export const previewRows = detail({
  name: 'previewRows',
  run: async (context: CommandContext, table: AskableTable): Promise<FoundRows> => {
    const variables = await variablesOf(context, table);
    const columns = variables.slice(0, PREVIEW.columns).map((_variable, place) => place);
    const question = { kind: 'rows', columns, where: [], orderBy: [], limit: PREVIEW.rows, after: 0 } as const;
    return { ...(await answer(context, table, variables, question)), columns: namesOf(variables, columns) };
  },
});

/** Groups of rows with what is computed of each. @throws as {@link askRows} */
export const askGroups = detail({
  name: 'askGroups',
  run: async (context: CommandContext, table: AskableTable, asked: AskedGroups): Promise<FoundRows> => {
    const variables = await variablesOf(context, table);
    const { question, names } = readGroups(asked, variables);
    return { ...(await answer(context, table, variables, question)), columns: names };
  },
});

/** How the values of a column are spread. */
export interface ColumnSpread {
  readonly column: string;
  readonly bins: readonly {
    readonly from: TableCell;
    readonly to: TableCell;
    readonly text: string | null;
    readonly count: number;
  }[];
}

/** How the values of some columns are spread, in one question. @throws as {@link askRows} */
export const askSpread = detail({
  name: 'askSpread',
  run: async (context: CommandContext, table: AskableTable, asked: AskedSpread): Promise<ColumnSpread[]> => {
    const variables = await variablesOf(context, table);
    const question = readSpread(asked, variables);
    const { rows } = await answer(context, table, variables, question);
    const byPlace = Map.groupBy(rows, ({ number }) => number);
    return question.columns.map((place) => ({
      column: variables[place]?.name ?? '',
      bins: (byPlace.get(place) ?? []).map(({ cells: [from = null, to = null, text = null, count] }) => ({
        from,
        to,
        text: typeof text === 'string' ? text : null,
        count: Number(count),
      })),
    }));
  },
});
