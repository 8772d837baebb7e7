import { optionsWithValues } from './options-with-values.ts';
import type { CommandWords } from './words.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A script for fish from 3.0 on; where it has no word, fish goes on to files. */
export function fishCompletion(words: readonly CommandWords[]): string {
  const paths = words.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const lines = words.flatMap(({ path, commands, values, options }) => {
    const start = `complete -c archivolt -n ${quoted(`__archivolt_at ${path === '' ? "''" : `"${path}"`}`)}`;
    return [
      ...commands.map(({ name, summary }) => `${start} -f -a ${name} -d ${quoted(summary)}`),
      ...(values.length === 0 ? [] : [`${start} -f -a ${quoted(values.join(' '))}`]),
      ...options.map(({ name, short, summary, takesValue }) => {
        const letter = short === undefined ? '' : ` -s ${short.slice(1)}`;
        return `${start}${letter} -l ${name.slice(2)}${takesValue ? ' -r' : ''} -d ${quoted(summary)}`;
      }),
    ];
  });
  return `# fish completion of archivolt: archivolt completion fish | source
function __archivolt_at -d 'whether the words so far name this command'
  set -l at ''
  set -l value ''
  for word in (commandline -opc)[2..-1]
    if test -n "$value"
      set value ''
      continue
    end
    contains -- $word ${optionsWithValues(words).join(' ')}; and set value yes
    set -l further (string trim -- "$at $word")
    contains -- $further ${paths.join(' ')}; and set at $further
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
