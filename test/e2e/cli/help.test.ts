import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodeOf, KNOWN_CODES } from '../../../packages/cli/failure.ts';
import { createProgram } from '../../../packages/cli/program.ts';
import { errorCatalog } from '../../../src/errors/catalog.ts';
import { readJson } from '../../support/json-reader.ts';
import { cliUser } from '../../support/cli.ts';
import { complete, hasShell } from '../../support/shells.ts';

const manifestVersion = (path: string) => readJson(JSON.parse(readFileSync(path, 'utf8'))).text('version');

test('help names every command with a summary, and the exit codes', async () => {
  const help = await cliUser().run(['--help']);
  expect(help.code).toBe(0);
  for (const command of createProgram().commands) {
    expect(command.summary(), command.name()).not.toBe('');
    expect(help.stdout).toContain(command.summary().split(' ').slice(0, 3).join(' '));
  }
  expect(help.stdout).toContain('8 done in part');
});

test('a word that is no command is answered with the one that is much like it', async () => {
  const run = await cliUser().run(['serach']);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('search') });
  expect((await cliUser().run(['upload'])).code).toBe(2);
  expect((await cliUser().run(['search', '--limit', 'many'])).code).toBe(2);
});

test('with --json, a command line that is not understood is told in the form of all failures', async () => {
  const user = cliUser();
  for (const typed of [['serach'], ['upload'], ['search', '--limit', 'many'], ['admin', 'accounts', '--nope'], []]) {
    const run = await user.run([...typed, '--json']);
    expect(run.code).toBe(2);
    expect(readJson(JSON.parse(run.stderr)).at('error'), run.stderr).toMatchObject({ code: 'USAGE', exitCode: 2, problems: [] });
  }
});

test('the version is that of the release', async () => {
  const version = manifestVersion('package.json');
  expect(manifestVersion('packages/cli/package.json')).toBe(version);
  expect((await cliUser().run(['--version'])).stdout.trim()).toBe(version);
});

/** What is typed behind `archivolt`, and the only word that fits. */
const COMPLETED: readonly (readonly [typed: string, word: string])[] = [
  ['dow', 'download'],
  ['admin sett', 'settings'],
  ['admin settings del', 'delete'],
  ['download --rev', '--revision'],
  ['--json search --desc', '--descending'],
  // A value that looks like a command is none.
  ['upload --to admin --rep', '--replace'],
  ['completion z', 'zsh'],
];

test.each(['bash', 'zsh', 'fish'] as const)(
  '%s completes commands, options and values, and files where a command takes them',
  async (shell) => {
    const user = cliUser();
    const script = join(user.home, 'completion');
    const { code, stdout } = await user.run(['completion', shell]);
    expect(code).toBe(0);
    for (const command of createProgram().commands) expect(stdout).toContain(command.name());
    if (!hasShell(shell)) return;
    writeFileSync(script, stdout);
    writeFileSync(join(user.home, 'measured.csv'), '');
    const expected = (typed: string, word: string) => (shell === 'zsh' ? `archivolt ${typed.replace(/[^ ]*$/, word)}` : word);
    for (const [typed, word] of COMPLETED) {
      expect(complete(shell, script, user.home, `archivolt ${typed}`), typed).toBe(expected(typed, word));
    }
    // Bash goes on to files by itself where it is told no word.
    expect(complete(shell, script, user.home, 'archivolt upload meas')).toBe(
      shell === 'bash' ? '' : expected('upload meas', 'measured.csv'),
    );
  },
);

test('exit codes follow from codes that the server has', () => {
  expect(KNOWN_CODES.filter((code) => !Object.hasOwn(errorCatalog, code))).toEqual([]);
  const notFound = Object.entries(errorCatalog).filter(([code]) => exitCodeOf(code) === 5);
  // The contract has these three as faults of the input.
  expect(notFound.filter(([, { status }]) => status !== 404).map(([code]) => code)).toEqual([
    'EXTERNAL_TOOL_NOT_FOUND',
    'ASSIGNEE_NOT_FOUND',
    'PROVENANCE_NOT_FOUND',
  ]);
});
