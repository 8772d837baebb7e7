/** The words of the commands, for shells. */
import type { Command, Option } from 'commander';

interface Word {
  readonly name: string;
  readonly summary: string;
}

interface OptionWord extends Word {
  /** One letter with its dash. */
  readonly short?: string;
  /** Whether another word follows it. */
  readonly takesValue: boolean;
}

/** A command with the words that may follow it. */
export interface CommandWords {
  /** Names from the first one, such as `admin settings`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  /** What its first argument may be; empty where that is anything. */
  readonly values: readonly string[];
  readonly options: readonly OptionWord[];
}

const optionWord = ({ long, short, description, required, optional }: Option): OptionWord => ({
  name: long ?? short ?? '',
  ...(long !== undefined && short !== undefined && { short }),
  summary: description,
  takesValue: required || optional,
});

/** Every command from the program on. */
export function wordsOf(command: Command, path = '', inherited: CommandWords['options'] = []): CommandWords[] {
  const all = [
    ...inherited.filter(({ name }) => name !== '--version'),
    ...command.options.map(optionWord),
    { name: '--help', short: '-h', summary: 'show help', takesValue: false },
  ];
  const options = all.filter(({ name }, position) => all.findIndex((other) => other.name === name) === position);
  const commands = command.commands.map((below) => ({ name: below.name(), summary: below.summary() || below.description() }));
  const values = command.registeredArguments[0]?.argChoices ?? [];
  return [
    { path, commands, values, options },
    ...command.commands.flatMap((below) => wordsOf(below, `${path} ${below.name()}`.trim(), options)),
  ];
}
