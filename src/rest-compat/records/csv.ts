/** A cell, in quotes where it holds what would end it otherwise; quotes inside are doubled. Source: RFC 4180, section 2. */
function cellOf(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Rows as CSV, where a cell has quotes only if it must. Source: RFC 4180, decisions.md 43. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}
