import { DuckDBInstance, quotedIdentifier, quotedString } from '@duckdb/node-api';
import { defaultLimits } from '../../../tabular/table-reader.ts';
import type { Variable } from '../../../tabular/table.ts';
import type { FormOrder } from './form-messages.ts';

/** What the engine may hold; a row group of many columns is written early. */
const MEMORY = '400MB';
/** Cells of a row group: enough to be packed well, few enough for 10,000 columns. */
const CELLS_OF_GROUP = 2_500_000;
const SMALLEST_GROUP = 2048;
const LARGEST_GROUP = 122_880;

/**
 * Writes a table as Parquet: whole numbers as 64-bit integers, other numbers as doubles or floats, all else as texts, dates and times as they
 * stand in the table. @throws Error where a cell is not of its variable's type
 */
export async function writeParquet(order: FormOrder): Promise<void> {
  const { textPath, outPath, variables, hasHeader } = order;
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: MEMORY,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    temp_directory: '',
  });
  const connection = await instance.connect();
  try {
    const columns = variables.map((_variable, index) => `c${index}`);
    // Cells are taken as they stand: quotes and escapes are not those of CSV.
    const text = `read_csv(${quotedString(textPath)}, columns = {${columns.map((name) => `${name}: 'VARCHAR'`).join(', ')}},
      auto_detect = false, header = ${String(hasHeader)}, delim = '\t', quote = '', escape = '', new_line = '\\n', null_padding = false,
      strict_mode = false, max_line_size = ${defaultLimits.recordBytes}, buffer_size = ${defaultLimits.recordBytes})`;
    const values = variables.map(
      (variable, index) => `${valueOf(variable, `c${index}`)} as ${quotedIdentifier(columnName(variable, index))}`,
    );
    const group = Math.max(SMALLEST_GROUP, Math.min(LARGEST_GROUP, Math.floor(CELLS_OF_GROUP / variables.length)));
    await connection.run(
      `copy (select ${values.join(', ')} from ${text}) to ${quotedString(outPath)} (format parquet, compression zstd, row_group_size ${group})`,
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The engine has no columns without a name, and one that it counts rows by. */
function columnName({ name }: Variable, index: number): string {
  if (name === '') return `column_${index + 1}`;
  return name.toLowerCase() === 'file_row_number' ? `${name}_` : name;
}

const TYPES = { integer: 'bigint', int64: 'bigint', double: 'double', float: 'float' } as const;

function valueOf({ storage }: Variable, cell: string): string {
  if (storage !== 'text') return `cast(${cell} as ${TYPES[storage]})`;
  const inner = `case when starts_with(${cell}, '"') and ends_with(${cell}, '"') and length(${cell}) > 1 then substr(${cell}, 2, length(${cell}) - 2) else ${cell} end`;
  // As `unescaped` of tables does it.
  const read = `list_transform(string_split(v, '\\\\'), lambda p: replace(replace(replace(replace(p, '\\"', '"'), '\\t', chr(9)), '\\n', chr(10)), '\\r', chr(13)))`;
  return `list_transform([${inner}], lambda v: case when contains(v, '\\') then array_to_string(${read}, '\\') else v end)[1]`;
}
