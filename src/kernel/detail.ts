import type { CommandContext } from './command.ts';
import { countCall } from './count-call.ts';
import { refuseUnstorable } from './parse-input.ts';

/** A detail of a shown object. It exposes its rules as data, as a guarded read does. */
export interface Detail<Context, Shown, Asked extends readonly unknown[], Result> {
  (context: Context, shown: Shown, ...asked: Asked): Result;
  readonly queryName: string;
  readonly requires: readonly ['Shown'];
  readonly refusedUnder: 'none';
  readonly tokenScope: 'READ';
}

/**
 * A guarded read about an object that a command or another guarded read has shown: its contents, a count, an address of it. The object was
 * already shown to the caller, so nothing is loaded and no permission is checked; `run` leaves out what depends on permissions. As for
 * every guarded read, the call is counted and the texts of the client are checked. The result of `run` is returned as it is, synchronously
 * if it is not a promise, so that the loaders still batch the reads of many objects.
 */
export function detail<Shown, Asked extends readonly unknown[], Result, Context extends CommandContext = CommandContext>(definition: {
  readonly name: string;
  /** `shown` is a row, or the id of one; the further arguments are the question of a client about it. */
  readonly run: (context: Context, shown: Shown, ...asked: Asked) => Result;
  /** The part of these that a client sent, if the rest are rows; all of it by default. */
  readonly sent?: (...asked: Asked) => unknown;
}): Detail<Context, Shown, Asked, Result> {
  const { name, run, sent } = definition;
  const execute = (context: Context, shown: Shown, ...asked: Asked): Result => {
    countCall(context, name);
    if (sent !== undefined) refuseUnstorable(sent(...asked));
    else for (const one of asked) refuseUnstorable(one);
    return run(context, shown, ...asked);
  };
  return Object.assign(execute, {
    queryName: name,
    requires: ['Shown'] as const,
    refusedUnder: 'none' as const,
    tokenScope: 'READ' as const,
  });
}
