/** A table of records, one below another on a narrow screen. */
import { type ComponentChildren, h } from 'preact';

export interface RecordRow {
  /** What names the record. */
  readonly head: ComponentChildren;
  /** As many as there are further columns. */
  readonly cells: readonly ComponentChildren[];
}

export function recordsTable(caption: string, columns: readonly string[], rows: readonly RecordRow[]): ComponentChildren {
  return h(
    'table',
    { class: 'records' },
    h('caption', null, caption),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        columns.map((title) => h('th', { scope: 'col' }, title)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map(({ head, cells }) =>
        h(
          'tr',
          null,
          h('th', { scope: 'row', dir: 'auto' }, head),
          cells.map((cell) => h('td', { dir: 'auto' }, cell)),
        ),
      ),
    ),
  );
}
