/** Lists of any length within an answer: it begins with a part of them, and the rest is read while it is being sent. */
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { OpenJson } from '../raw-json.ts';

/** Entries of a part. With 250 PostgreSQL reads tables whole for it, which takes ten times as long. */
export const ENTRIES_AT_ONCE = 100;

/** A part of a list. `next` says where the one after it begins; null after the last. */
export interface ListPart<Next = unknown, Entry = unknown> {
  readonly entries: readonly Entry[];
  readonly next: Next | null;
}

/** How a list goes on: by an operation for each part. `part` is given the place that the part begins at. */
interface Continuation<Next, Data, Variables, Entry> {
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (place: Next) => Variables;
  readonly part: (data: Data, place: Next) => ListPart<Next, Entry>;
}

type AnyContinuation<Entry = unknown> = Continuation<unknown, unknown, Record<string, unknown>, Entry>;

/** A list of which the first part is known; made by `openList`. */
export class OpenList<Entry = unknown> extends OpenJson {
  readonly first: ListPart<unknown, Entry>;
  readonly rest: AnyContinuation<Entry>;

  constructor(first: ListPart<unknown, Entry>, rest: AnyContinuation<Entry>) {
    super();
    this.first = first;
    this.rest = rest;
  }
}

/** Makes a list of its first part and the way it goes on: a plain one where nothing is left. */
export function openList<Next, Data, Variables, Entry>(
  first: ListPart<Next, Entry>,
  rest: Continuation<Next, Data, Variables, Entry>,
): readonly Entry[] | OpenList<Entry> {
  if (first.next === null) return first.entries;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list forgets the types that its parts were checked with
  return new OpenList(first, rest as unknown as AnyContinuation<Entry>);
}
