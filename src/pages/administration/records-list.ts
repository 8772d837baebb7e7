/** A list of records as every page of administration shows it: a table, or a word that there are none, and the ways to the other pages of the list. */
import { type ComponentChildren, h } from 'preact';
import type { Messages } from '../messages/messages.ts';
import { furtherPages } from './page-links.ts';
import { recordsTable, type RecordRow } from './records-table.ts';

export interface RecordsList<Node> {
  /** What is said of a list without records. */
  readonly none: string;
  /** Whether the list is all that the page says, so that its being empty is the news. */
  readonly isWhole?: boolean;
  readonly caption: string;
  readonly columns: readonly string[];
  readonly nodes: readonly Node[];
  readonly row: (node: Node) => RecordRow;
  /** For a list that goes on behind a cursor. */
  readonly further?: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly after: string | undefined;
    readonly hrefOf: (after: string | undefined) => string;
  };
}

export function recordsList<Node>(
  { none, isWhole = false, caption, columns, nodes, row, further }: RecordsList<Node>,
  messages: Messages,
): ComponentChildren {
  return [
    nodes.length === 0 ? h('p', isWhole ? { role: 'status' } : null, none) : recordsTable(caption, columns, nodes.map(row)),
    further === undefined
      ? null
      : furtherPages(
          { after: further.after, end: further.pageInfo.hasNextPage ? further.pageInfo.endCursor : null },
          further.hrefOf,
          messages,
        ),
  ];
}
