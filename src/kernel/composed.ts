/** An operation that passes the gate under its own name. */
type Gated = { readonly commandName: string } | { readonly queryName: string } | { readonly composedName: string };

/** An operation made of gated ones. It shows their names as data. */
export interface Composed {
  readonly composedName: string;
  readonly composedOf: readonly string[];
}

function nameOf(part: Gated): string {
  if ('commandName' in part) return part.commandName;
  return 'queryName' in part ? part.queryName : part.composedName;
}

/**
 * Names an operation of several commands or guarded reads. Slow work, such as receiving bytes or querying a service, must happen outside
 * any transaction. Each part passes the gate and is counted by its own name; the whole has no gate and is not counted.
 */
export function composed<Inputs extends readonly unknown[], Result>(definition: {
  readonly name: string;
  /** The commands and guarded reads that it is made of, and other composed operations; at least one. */
  readonly of: readonly [Gated, ...Gated[]];
  readonly run: (...inputs: Inputs) => Result;
}): ((...inputs: Inputs) => Result) & Composed {
  const { name, of, run } = definition;
  return Object.assign((...inputs: Inputs): Result => run(...inputs), { composedName: name, composedOf: of.map(nameOf) });
}
