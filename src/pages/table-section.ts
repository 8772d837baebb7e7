/** What an ingested file holds: its first rows, and each variable with how its values are spread. */
import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../errors/domain-error.ts';
import { PageOfRowsDocument, type PageOfRowsQuery, PageOfTableDocument, type PageOfTableQuery } from '../generated/page-operations.ts';
import { countText } from './file-size.ts';
import { factList, section } from './frame.ts';
import { histogram } from './histogram.ts';
import type { PageCall } from './page.ts';
import { messagesOf } from './messages/messages.ts';

type Table = NonNullable<NonNullable<PageOfTableQuery['file']>['dataTable']>;
type Rows = NonNullable<NonNullable<PageOfRowsQuery['file']>['tabular']>;
type Preview = Rows['preview'];
type Spread = Rows['spread'][number];
type Variable = Table['variables']['nodes'][number];

const LONGEST_CELL = 80;

function cellText(cell: unknown): string {
  // Cells are texts, numbers and null.
  const text = typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '';
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL).toWellFormed()}…` : text;
}

function previewTable({ columns, rows, hasNextPage }: Preview, rowCount: number): ComponentChildren {
  const words = messagesOf().reader.table;
  return h(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': words.firstRows, tabIndex: 0 },
    h(
      'table',
      { class: 'cells' },
      h('caption', null, hasNextPage ? words.rowsShown(rows.length, rowCount) : words.allRows),
      h('thead', null, h('tr', null, h('td', null), ...columns.map((name) => h('th', { scope: 'col', dir: 'auto' }, name)))),
      h(
        'tbody',
        null,
        rows.map(({ number, cells }) =>
          h('tr', null, h('th', { scope: 'row' }, String(number)), ...cells.map((cell) => h('td', { dir: 'auto' }, cellText(cell)))),
        ),
      ),
    ),
  );
}

/** Numbers are told in double notation: `40.0`, `1.0E-7`. */
function numberText(notation: string): string {
  const value = Number(notation);
  return Number.isFinite(value) ? messagesOf().tools.measure(value) : notation;
}

/** Bars of a variable, a value by its name where it has one. */
function bars({ categories }: Variable, spread: Spread | undefined): ComponentChildren {
  const names = new Map(categories.map(({ value, label }) => [value, label]));
  const shown = (spread?.bins ?? []).map(({ from, to, text, count }) => {
    const value = cellText(text ?? from);
    const name = names.get(value) ?? value;
    return {
      name: text === null && to !== from ? messagesOf().reader.table.range(numberText(cellText(from)), numberText(cellText(to))) : name,
      count,
    };
  });
  return shown.length === 0 ? null : histogram(shown);
}

function statisticsOf({ statistics, categories }: Variable): ComponentChildren {
  const words = messagesOf().reader.table;
  if (statistics === null) return categories.length === 0 ? words.texts : words.named(categories.length);
  const { mean, medn, stdev, min, max, vald, invd } = statistics;
  return [
    words.range(numberText(min), numberText(max)),
    words.statistics(numberText(mean), numberText(medn), numberText(stdev)),
    words.valid(numberText(vald)),
    invd === '0.0' ? '' : words.missing(numberText(invd)),
  ];
}

function variableTable({ variables, variableQuantity }: Table, spreads: readonly Spread[]): ComponentChildren {
  const { nodes } = variables;
  const words = messagesOf().reader.table;
  const byName = new Map(spreads.map((spread) => [spread.column, spread]));
  return h(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': words.variables, tabIndex: 0 },
    h(
      'table',
      null,
      h('caption', null, nodes.length < variableQuantity ? words.variablesShown(nodes.length, variableQuantity) : words.variables),
      h('thead', null, h('tr', null, ...Object.values(words.columns).map((text) => h('th', { scope: 'col' }, text)))),
      h(
        'tbody',
        null,
        nodes.map((variable) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, h('code', { dir: 'auto' }, variable.name)),
            h('td', { dir: 'auto' }, variable.label === variable.name ? '' : variable.label),
            h('td', null, statisticsOf(variable)),
            h('td', null, bars(variable, byName.get(variable.name))),
          ),
        ),
      ),
    ),
  );
}

/** Refusals that leave the rest of the page as it is: the rows are being prepared, or may not be read. */
const WITHOUT: ReadonlySet<string> = new Set([
  'TABLE_QUESTION_TOO_COSTLY',
  'TABLE_QUESTIONS_WAIT',
  'FILE_FORM_PENDING',
  'FILE_FORM_UNAVAILABLE',
  'FILE_ACCESS_DENIED',
  'AUTHENTICATION_REQUIRED',
]);

async function unlessRefused<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && WITHOUT.has(error.code)) return undefined;
    throw error;
  }
}

/** The section of an ingested file; nothing for other files, and for readers who may not download it. */
export async function tableSection({ run }: Pick<PageCall, 'run'>, databaseId: number): Promise<ComponentChildren> {
  const reference = { databaseId };
  const dataTable = (await unlessRefused(() => run(PageOfTableDocument, { reference })))?.file?.dataTable;
  if (dataTable === null || dataTable === undefined) return null;
  const words = messagesOf().reader.table;
  const rows = (await unlessRefused(() => run(PageOfRowsDocument, { reference })))?.file?.tabular;
  return section(
    'table',
    words.heading,
    factList([
      [words.rows, countText(dataTable.caseQuantity)],
      [words.variables, countText(dataTable.variableQuantity)],
      [words.unf, h('code', null, dataTable.unf)],
    ]),
    rows === null || rows === undefined ? null : previewTable(rows.preview, dataTable.caseQuantity),
    variableTable(dataTable, rows?.spread ?? []),
  );
}
