/** Shells that complete what is typed, where the machine has them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Answers with what the shell makes of the words typed when Tab is pressed, or with what it offers. */
type Complete = (script: string, folder: string, typed: string) => string;

/** A driver for zsh, whose completion wants a terminal: Tab, and then a key that prints what stands on the line. */
const ZSH_DRIVER = `
zmodload zsh/zpty
export COMPLETION=$1
zpty line 'zsh -f -i'
zpty -w line 'autoload -Uz compinit && compinit -u -D; source $COMPLETION; setopt nolistbeep; stty -echo
show() { print -r -- "<""<$BUFFER>"">" }; zle -N show; bindkey "^X" show; print RE""ADY'
zpty -r -m line said '*READY*'
zpty -w -n line "$2"$'\\t\\x18'
zpty -r -m line said '*<<*>>*'
print -r -- "\${\${said##*<<}%%>>*}"
`;

const completers = {
  bash: (script, folder, typed) =>
    execFileSync(
      'bash',
      ['-c', `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _archivolt; echo "\${COMPREPLY[*]}"`, script, ...typed.split(' ')],
      { cwd: folder, encoding: 'utf8' },
    ),
  zsh: (script, folder, typed) => {
    const driver = join(folder, '.driver');
    writeFileSync(driver, ZSH_DRIVER);
    return execFileSync('zsh', ['-f', driver, script, typed], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, HOME: folder, TERM: 'dumb' },
    });
  },
  fish: (script, folder, typed) =>
    execFileSync('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, typed], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    }),
} satisfies Record<string, Complete>;

export type Shell = keyof typeof completers;

/** Whether this machine has the shell; says so where it has not. */
export function hasShell(shell: Shell): boolean {
  const found = spawnSync(shell, ['-c', 'true']).error === undefined;
  if (!found) console.warn(`No ${shell}: its completion is not tried.`);
  return found;
}

/** What the shell makes of it, with the script of `archivolt completion`: zsh tells the whole line, the others the words. */
export function complete(shell: Shell, script: string, folder: string, typed: string): string {
  // Fish says what a word is behind a tab.
  const words = completers[shell](script, folder, typed).trim().split('\n');
  return words.map((word) => word.replace(/\t.*/, '').trim()).join(' ');
}
