function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

/** A Markdown table; a `|` inside a cell is escaped. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return row(headings) + row(headings.map(() => '---')) + rows.map(row).join('');
}
