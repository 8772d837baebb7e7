/** A cell in quotes, where quotes inside are doubled. Source: RFC 4180, section 2. */
function cellOf(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/** Rows as CSV; every cell is quoted, so that it may hold commas, quotes and line breaks. Source: RFC 4180. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}
