/** `completion`: what makes shells complete commands and options. */
import { Argument, type Command } from 'commander';
import { bashCompletion } from './bash-completion.ts';
import { fishCompletion } from './fish-completion.ts';
import { type CommandWords, wordsOf } from './words.ts';
import { zshCompletion } from './zsh-completion.ts';

const SHELLS: Readonly<Record<string, (words: readonly CommandWords[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .summary('print what makes a shell complete the commands')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      `
Examples:
  source <(archivolt completion bash)     in ~/.bashrc
  source <(archivolt completion zsh)      in ~/.zshrc, after compinit
  archivolt completion fish | source      in ~/.config/fish/config.fish`,
    )
    .action((shell: string) => {
      process.stdout.write(SHELLS[shell]?.(wordsOf(program)) ?? '');
    });
}
