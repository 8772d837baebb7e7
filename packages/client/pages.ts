/** Relay pages as one sequence. */
export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Yields every node of a connection. A page is asked for when the one before has been taken. @param read Gives the page after a cursor */
export async function* everyNode<Node>(read: (after: string | null) => Promise<Page<Node>>): AsyncGenerator<Node, void, undefined> {
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo }: Page<Node> = await read(after);
    yield* nodes;
    // A cursor that does not move would be asked for without end.
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null || pageInfo.endCursor === after) return;
    after = pageInfo.endCursor;
  }
}
