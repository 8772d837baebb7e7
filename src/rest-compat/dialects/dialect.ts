import type { Route } from '../route.ts';

/** Our word to theirs. */
export type Names = Readonly<Record<string, string>>;

/**
 * The words of another system of this family of interfaces, whose clients are served as they are. All of it is data; what a word is called in
 * a place where the table does not name it stays as it is.
 */
export interface Dialect {
  readonly name: string;
  /** Literal segments of paths. */
  readonly segments: Names;
  /** Headers with credentials, in lower case. Who sends one of theirs speaks the dialect, also on a path that both have. */
  readonly headers: Names;
  /** The header of the token as it is written in answers. */
  readonly tokenHeader: string;
  /** Keys of records, in bodies and answers. */
  readonly keys: Names;
  /** Words by the key, or the parameter of path or query, that holds them. */
  readonly words: Readonly<Record<string, Names>>;
  /** Keys of records that rows do not declare one by one, by id of the row. */
  readonly openKeys: Readonly<Record<string, Names>>;
  /** Rows that take search queries: names of fields in them, and words of a field, as queries have them. */
  readonly queries: {
    readonly rows: readonly string[];
    readonly parameters: readonly string[];
    readonly fields: Names;
    readonly words: Readonly<Record<string, Names>>;
  };
  /** Rows that answer something else in this dialect, by the id of the row that they stand in for. */
  readonly rows: readonly Route[];
}

/** Their word to ours. */
export function turned(names: Names): Names {
  return Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));
}

/** The word for another one, if there is one. Names come from requests: what every object has is none of them. */
export function wordIn(names: Names | undefined, word: string): string {
  return names !== undefined && Object.hasOwn(names, word) ? (names[word] ?? word) : word;
}

/** Our path in their words, templates of rows included. A segment that is a value stays: literals come first in all paths. */
export function pathInDialect(path: string, { segments }: Dialect): string {
  return path
    .split('/')
    .map((segment) => wordIn(segments, segment))
    .join('/');
}
