/**
 * The tab-separated form of metadata blocks. It has no quoting and no escapes (a quotation mark is a character like any
 * other), so that lines and tabs are all there is to split by. Source: blocks.md 11.
 */
import type { Problem } from '../../errors/domain-error.ts';
import { FIELD_TYPES } from '../../vocabulary/metadata.ts';
import { definitionName, LONGEST_VALUE } from './block-file.ts';
import { BLOCK_LOAD_LIMITS } from './block-load-limits.ts';
import type { BlockRow, DefinitionRow, FieldRow, ValueRow } from './definition-row.ts';
import { excerpt, type ProblemList } from '../../errors/problem-list.ts';
import { ruleInWords } from '../../errors/rule-in-words.ts';

/** Columns by their place after the first cell, with the heads that such tables give them. */
const BLOCK_COLUMNS = { name: 'name', ownerAlias: 'ownerAlias', displayName: 'displayName', namespaceUri: 'blockURI' } as const;
const FIELD_COLUMNS = {
  name: 'name',
  title: 'title',
  description: 'description',
  watermark: 'watermark',
  type: 'fieldType',
  displayOrder: 'displayOrder',
  displayFormat: 'displayFormat',
  advancedSearch: 'advancedSearchField',
  controlledVocabulary: 'allowControlledVocabulary',
  multiple: 'allowmultiples',
  facetable: 'facetable',
  displayOnCreate: 'displayoncreate',
  required: 'required',
  parent: 'parent',
  block: 'metadatablock_id',
  termUri: 'termURI',
} as const;
const VALUE_COLUMNS = {
  field: 'DatasetField',
  value: 'Value',
  identifier: 'identifier',
  displayOrder: 'displayOrder',
  alternates: 'alternates',
} as const;

const LARGEST_ORDER = 2_147_483_647;

/** A data row: reads its cells by column, and reports what is wrong with them. */
class TableRow<Key extends string> {
  readonly #line: number;
  readonly #section: string;
  readonly #columns: Readonly<Record<Key, string>>;
  readonly #cells: readonly string[];
  readonly #problems: ProblemList;

  constructor(line: number, section: string, columns: Readonly<Record<Key, string>>, cells: readonly string[], problems: ProblemList) {
    this.#line = line;
    this.#section = section;
    this.#columns = columns;
    this.#cells = cells;
    this.#problems = problems;
  }

  readonly fault = (key: Key, rule: string): Problem => {
    const column = this.#columns[key];
    return { pointer: `/table/${this.#line}/${column}`, message: `Line ${this.#line}, ${this.#section}, ${column}: ${rule}` };
  };

  /** The cells of a column and of all after it. */
  from(key: Key): readonly string[] {
    return this.#cells.slice(this.#placeOf(key));
  }

  /** A cell that may be empty, or missing at the end of the row. */
  text(key: Key): string {
    return this.#cells[this.#placeOf(key)] ?? '';
  }

  textOrNull(key: Key): string | null {
    return this.text(key) || null;
  }

  needed(key: Key): string {
    const text = this.text(key);
    if (text === '') this.report(key, this.#placeOf(key) < this.#cells.length ? 'must not be empty' : 'is missing, the row ends before it');
    return text;
  }

  /** Anything but the word is false. */
  flag(key: Key): boolean {
    return this.text(key).toLowerCase() === 'true';
  }

  order(key: Key): number {
    const text = this.needed(key);
    const order = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (Math.abs(order) <= LARGEST_ORDER) return order;
    if (text !== '') this.report(key, `${excerpt(text)} is not an integer`);
    return 0;
  }

  name(key: Key): string {
    const text = this.needed(key);
    const checked = definitionName.safeParse(text, { error: ruleInWords });
    if (text !== '' && !checked.success) this.report(key, checked.error.issues.map(({ message }) => message).join('; '));
    return text;
  }

  report(key: Key, rule: string): void {
    const { pointer, message } = this.fault(key, rule);
    this.#problems.add(pointer, message);
  }

  #placeOf(key: Key): number {
    return Object.keys(this.#columns).indexOf(key) + 1;
  }
}

function readBlock(row: TableRow<keyof typeof BLOCK_COLUMNS>): BlockRow {
  return {
    kind: 'MetadataBlock',
    name: row.name('name'),
    ownerAlias: row.textOrNull('ownerAlias'),
    displayName: row.needed('displayName'),
    namespaceUri: row.textOrNull('namespaceUri'),
    fault: row.fault,
  };
}

function readField(row: TableRow<keyof typeof FIELD_COLUMNS>): FieldRow {
  const name = row.name('name');
  const title = row.needed('title');
  const typeText = row.needed('type');
  const type = FIELD_TYPES.find((candidate) => candidate === typeText.toUpperCase());
  if (typeText !== '' && type === undefined) {
    row.report('type', `${excerpt(typeText)} is none of ${FIELD_TYPES.map((word) => word.toLowerCase()).join(', ')}`);
  }
  return {
    kind: 'DatasetField',
    name,
    title,
    description: row.text('description'),
    watermark: row.text('watermark'),
    // A fault is reported already; what refers to this field is still checked against something.
    type: type ?? 'TEXT',
    displayOrder: row.order('displayOrder'),
    displayFormat: row.text('displayFormat'),
    advancedSearch: row.flag('advancedSearch'),
    controlledVocabulary: row.flag('controlledVocabulary'),
    multiple: row.flag('multiple'),
    facetable: row.flag('facetable'),
    displayOnCreate: row.flag('displayOnCreate'),
    required: row.flag('required'),
    parent: row.textOrNull('parent'),
    block: row.needed('block'),
    termUri: row.textOrNull('termUri'),
    fault: row.fault,
  };
}

function readValue(row: TableRow<keyof typeof VALUE_COLUMNS>): ValueRow {
  const field = row.needed('field');
  const value = row.needed('value');
  if (value.length > LONGEST_VALUE) row.report('value', `must not be longer than ${LONGEST_VALUE} characters`);
  return {
    kind: 'ControlledVocabularyValue',
    field,
    value,
    identifier: row.textOrNull('identifier'),
    displayOrder: row.order('displayOrder'),
    alternates: row.from('alternates').filter((alternate) => alternate !== ''),
    fault: row.fault,
  };
}

type RowReader = (line: number, cells: readonly string[], problems: ProblemList) => DefinitionRow;

const sections: ReadonlyMap<string, RowReader> = new Map<string, RowReader>([
  ['#metadataBlock', (line, cells, problems) => readBlock(new TableRow(line, '#metadataBlock', BLOCK_COLUMNS, cells, problems))],
  ['#datasetField', (line, cells, problems) => readField(new TableRow(line, '#datasetField', FIELD_COLUMNS, cells, problems))],
  [
    '#controlledVocabulary',
    (line, cells, problems) => readValue(new TableRow(line, '#controlledVocabulary', VALUE_COLUMNS, cells, problems)),
  ],
]);

/** The lines of a text, one after the other: of a table that is too long no more are made than are read. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield found !== -1 && text[end - 1] === '\r' && end > start ? text.slice(start, end - 1) : text.slice(start, end);
    start = end + 1;
  }
}

/** The cells of a line, no more and no longer ones than may be; what is over is reported. */
function cellsOf(line: string, report: (rule: string) => void): readonly string[] {
  const { cells: most, characters } = BLOCK_LOAD_LIMITS;
  const cells = line.split('\t', most + 1);
  if (cells.length > most) report(`has more than ${most} cells`);
  return cells.slice(0, most).map((cell, place) => {
    if (cell.length > characters) report(`cell ${place + 1} is longer than ${characters} characters`);
    return cell.slice(0, characters).trim();
  });
}

/**
 * Reads a table. Every row is given back, also a faulty one with stand-ins for its bad cells, so that what refers to it
 * is no fault of its own; the faults go into `problems`, each with line, section and column.
 */
export function readBlockTable(text: string, problems: ProblemList): readonly DefinitionRow[] {
  const rows: DefinitionRow[] = [];
  let section: RowReader | 'none' | 'unknown' = 'none';
  let line = 0;
  for (const content of linesOf(text.replace(/^\uFEFF/, ''))) {
    line += 1;
    const at = line;
    const report = (rule: string): void => problems.add(`/table/${at}`, `Line ${at}: ${rule}`);
    if (line > BLOCK_LOAD_LIMITS.lines) {
      report(`one table holds at most ${BLOCK_LOAD_LIMITS.lines} lines`);
      break;
    }
    const cells = cellsOf(content, report);
    const [mark = ''] = cells;
    if (cells.every((cell) => cell === '')) report('is blank');
    else if (mark.startsWith('#')) {
      section = sections.get(mark) ?? 'unknown';
      if (section === 'unknown') report(`${excerpt(mark)} is none of ${[...sections.keys()].join(', ')}`);
    } else if (section === 'none') report('comes before the first section');
    else if (mark !== '') report('must begin with an empty cell, unless it begins a section');
    // The rows of an unknown section are not reported one by one.
    else if (section !== 'unknown') rows.push(section(line, cells, problems));
  }
  if (line === 0) problems.add('/table', 'The table is empty.');
  return rows;
}
