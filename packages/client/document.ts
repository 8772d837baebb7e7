/**
 * An operation as its text, which knows what it takes and gives. Documents of graphql-codegen's client preset in its mode `string` fit as well:
 * they carry their types in the same place.
 */
export interface TypedDocument<Data, Variables> {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Data;
}

/** A text with the types that are known of it. */
export function document<Data, Variables>(text: string): TypedDocument<Data, Variables> {
  return text;
}
