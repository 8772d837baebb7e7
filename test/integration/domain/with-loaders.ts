import { createLoaders } from '../../../src/db/loaders.ts';
import type { CommandContext, ReadContext } from '../../../src/kernel/command.ts';

/** The context of a read that others may surround. */
export function withLoaders(context: CommandContext): ReadContext {
  return { ...context, loaders: createLoaders({ db: context.db, onlooker: context.actor }) };
}
