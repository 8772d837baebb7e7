import { optionsWithValues } from './options-with-values.ts';
import type { CommandWords } from './words.ts';

/** A script for bash from 3.2 on; where it has no word, bash goes on to files. */
export function bashCompletion(words: readonly CommandWords[]): string {
  const cases = words.map(({ path, commands, values, options }) => {
    const following = [...commands.map(({ name }) => name), ...values].join(' ');
    return `    '${path}') words='${following}' options='${options.map(({ name }) => name).join(' ')}' ;;`;
  });
  const paths = words.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return `# bash completion of archivolt: source <(archivolt completion bash)
_archivolt() {
  local word command='' words='' options='' value=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$value" ]; then value=''; continue; fi
    case "$word" in
      ${optionsWithValues(words).join('|')}) value=yes ;;
    esac
    case "\${command:+$command }$word" in
      ${paths.join('|')}) command="\${command:+$command }$word" ;;
    esac
  done
  COMPREPLY=()
  [ -z "$value" ] || return 0
  case "$command" in
${cases.join('\n')}
  esac
  word="\${COMP_WORDS[COMP_CWORD]}"
  case "$word" in
    -*) words="$options" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _archivolt archivolt
`;
}
