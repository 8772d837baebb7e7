/** `completion`: what makes shells complete commands and options. */
import { Argument, type Command } from 'commander';
import { type CommandWords, wordsOf } from './words.ts';

function bash(words: readonly CommandWords[]): string {
  const cases = words.map(({ path, commands, options }) => {
    const following = [...commands, ...options].map(({ name }) => name).join(' ');
    return `    '${path}') words='${following}' ;;`;
  });
  return `# bash completion of archivolt: source <(archivolt completion bash)
_archivolt() {
  local word path='' words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${words.map(({ path }) => path.replaceAll(' ', '/')).join(' ')} " in
      *" \${path:+\${path// //}/}$word "*) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _archivolt archivolt
`;
}

function zsh(words: readonly CommandWords[]): string {
  return `#compdef archivolt
# zsh completion of archivolt: source <(archivolt completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(words)}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

function fish(words: readonly CommandWords[]): string {
  const lines = words.flatMap(({ path, commands, options }) => {
    const names = path === '' ? [] : path.split(' ');
    const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
    const notYet = commands.length === 0 ? '' : `not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`;
    const when = [seen, notYet].filter(Boolean).join('; and ');
    const below = commands.map(({ name, summary }) => `complete -c archivolt -f -n ${quoted(when)} -a ${name} -d ${quoted(summary)}`);
    const own = options.map(
      ({ name, summary }) => `complete -c archivolt${seen === '' ? '' : ` -n ${quoted(seen)}`} -l ${name.slice(2)} -d ${quoted(summary)}`,
    );
    return [...below, ...own];
  });
  return `# fish completion of archivolt: archivolt completion fish | source\n${lines.join('\n')}\n`;
}

const SHELLS: Readonly<Record<string, (words: readonly CommandWords[]) => string>> = { bash, zsh, fish };

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .summary('print what makes a shell complete the commands')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', '\nExample, for ~/.bashrc:\n  source <(archivolt completion bash)')
    .action((shell: string) => {
      process.stdout.write(SHELLS[shell]?.(wordsOf(program)) ?? '');
    });
}
