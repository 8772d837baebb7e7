import { optionsWithValues } from './options-with-values.ts';
import type { CommandWords } from './words.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** As `_describe` takes it: the name, which has no colon, and what it is. */
const described = (words: readonly { readonly name: string; readonly summary: string }[]): string =>
  words.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ');

/** A script for zsh, to be sourced, or to stand as `_archivolt` in a folder of `fpath`; where it has no word, zsh goes on to files. */
export function zshCompletion(words: readonly CommandWords[]): string {
  const cases = words.map(
    ({ path, commands, values, options }) =>
      `    ${quoted(path)}) following=(${described(commands)}) choices=(${values.join(' ')}) options=(${described(options)}) ;;`,
  );
  const paths = words.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `#compdef archivolt
# zsh completion of archivolt: source <(archivolt completion zsh)
_archivolt() {
  local word command='' value=''
  local -a following choices options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $value ]]; then value=''; continue; fi
    case $word in
      ${optionsWithValues(words).join('|')}) value=yes ;;
    esac
    case "\${command:+$command }$word" in
      ${paths.join('|')}) command="\${command:+$command }$word" ;;
    esac
  done
  if [[ -n $value ]]; then _files; return; fi
  case $command in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( $#following )); then
    _describe command following
  elif (( $#choices )); then
    compadd -a choices
  else
    _files
  fi
}
if [[ $funcstack[1] == _archivolt ]]; then
  _archivolt "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _archivolt archivolt
fi
`;
}
