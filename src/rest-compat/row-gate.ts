import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** A read that refuses what a row refuses: unauthorised callers and unknown objects. */
export interface RowGate<Variables = Record<string, unknown>> {
  readonly operation: TypedDocumentNode<unknown, Variables>;
  readonly variables: (input: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
  }) => Variables;
}

/** Declares a gate of a row that is not built. */
export function gate<Variables>(definition: RowGate<Variables>): RowGate {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table forgets the types that the gate was checked with
  return definition as unknown as RowGate;
}
