/** The words of the commands, for shells. */
import type { Command } from 'commander';

/** A command with the words that may follow it. */
export interface CommandWords {
  /** Names from the first one, such as `admin settings`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly { readonly name: string; readonly summary: string }[];
}

/** Every command from the program on. */
export function wordsOf(command: Command, path = '', inherited: CommandWords['options'] = []): CommandWords[] {
  const own = command.options.map(({ long, short, description }) => ({ name: long ?? short ?? '', summary: description }));
  const options = [...inherited.filter(({ name }) => name !== '--version'), ...own, { name: '--help', summary: 'show help' }].filter(
    ({ name }, position, all) => all.findIndex((other) => other.name === name) === position,
  );
  const commands = command.commands.map((below) => ({ name: below.name(), summary: below.summary() || below.description() }));
  return [{ path, commands, options }, ...command.commands.flatMap((below) => wordsOf(below, `${path} ${below.name()}`.trim(), options))];
}
