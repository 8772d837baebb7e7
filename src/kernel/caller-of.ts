import type { CommandContext } from './command.ts';

/** The unit of fairness: an account, or a client address. */
export function callerOf({ actor, visitor }: Pick<CommandContext, 'actor' | 'visitor'>): string {
  return actor.account === null ? (visitor?.address ?? actor.identifier) : actor.identifier;
}
