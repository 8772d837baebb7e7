import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodeOf, KNOWN_CODES } from '../../../packages/cli/failure.ts';
import { createProgram } from '../../../packages/cli/program.ts';
import { errorCatalog } from '../../../src/errors/catalog.ts';
import { readJson } from '../../support/json-reader.ts';
import { cliUser } from '../../support/cli.ts';

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

test('bash completes commands, and their options', async () => {
  const user = cliUser();
  const script = join(user.home, 'completion');
  writeFileSync(script, (await user.run(['completion', 'bash'])).stdout);
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      ['-c', `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _archivolt; echo "\${COMPREPLY[*]}"`, script, 'archivolt', ...words],
      { encoding: 'utf8' },
    ).trim();
  expect(complete('dow')).toBe('download');
  expect(complete('download', '--rev')).toBe('--revision');
  expect(complete('--json', 'search', '--desc')).toBe('--descending');
});

test.each(['zsh', 'fish'])('%s gets a completion with every command', async (shell) => {
  const { code, stdout } = await cliUser().run(['completion', shell]);
  expect(code).toBe(0);
  for (const command of createProgram().commands) expect(stdout).toContain(command.name());
});

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
