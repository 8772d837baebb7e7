import type { CommandWords } from './words.ts';

/** Names of the options behind which a word stands that is no command, though it may look like one. */
export function optionsWithValues(words: readonly CommandWords[]): string[] {
  const options = words.flatMap((command) => command.options).filter(({ takesValue }) => takesValue);
  return [...new Set(options.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short])))];
}
