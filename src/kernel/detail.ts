import type { CommandContext } from './command.ts';
import { countCall } from './count-call.ts';
import { refuseUnstorable } from './parse-input.ts';

/** A detail of what was shown. It shows its rules as data, as a guarded read does. */
export interface Detail<Context, Shown, Asked extends readonly unknown[], Result> {
  (context: Context, shown: Shown, ...asked: Asked): Result;
  readonly queryName: string;
  readonly requires: readonly ['Shown'];
  readonly refusedUnder: 'none';
}

/**
 * A guarded read about an object that a command or another guarded read has shown: its contents, a count, an address of it. Whoever was
 * shown the object may ask, so that nothing is loaded and no permission is compared; what of the answer depends on permissions, `run`
 * leaves out. The call is counted, and the texts that a client sent are checked, as of every guarded read. What `run` gives is given as it
 * is, at once where it is no promise, so that the loaders of many objects are still asked together.
 */
export function detail<Shown, Asked extends readonly unknown[], Result, Context extends CommandContext = CommandContext>(definition: {
  readonly name: string;
  /** `shown` is a row, or the id of one; what follows is what a client asks about it. */
  readonly run: (context: Context, shown: Shown, ...asked: Asked) => Result;
  /** What of that a client sent, where the rest are rows; all of it by default. */
  readonly sent?: (...asked: Asked) => unknown;
}): Detail<Context, Shown, Asked, Result> {
  const { name, run, sent } = definition;
  const execute = (context: Context, shown: Shown, ...asked: Asked): Result => {
    countCall(context, name);
    if (sent !== undefined) refuseUnstorable(sent(...asked));
    else for (const one of asked) refuseUnstorable(one);
    return run(context, shown, ...asked);
  };
  return Object.assign(execute, { queryName: name, requires: ['Shown'] as const, refusedUnder: 'none' as const });
}
