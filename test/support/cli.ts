// The command line as its users run it: the built program in a process of its own, with a home folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type JsonReader, readJson } from './json-reader.ts';
import { serverBundle } from './server-process.ts';

/** How a command ended. */
export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The result of a command with `--json`. */
  json(): JsonReader;
}

export interface CliOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Gets what stands on standard error so far, each time that something is added. */
  readonly watch?: (stderr: string) => void;
  /** Kills the process when it resolves. */
  readonly killed?: Promise<void>;
}

/** A user of the command line. */
export interface CliUser {
  readonly home: string;
  run(args: readonly string[], options?: CliOptions): Promise<CliRun>;
}

/** A user with an empty home folder; `env` is that of each command. It ends with the test. */
export function cliUser(env: Readonly<Record<string, string>> = {}): CliUser {
  const home = mkdtempSync(join(tmpdir(), 'archivolt-cli-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return {
    home,
    run: async (args, { input = '', env: more = {}, watch, killed } = {}) => {
      const child = spawn(process.execPath, [join(dirname(serverBundle()), 'archivolt.js'), ...args], {
        cwd: home,
        env: { PATH: process.env['PATH'], HOME: home, ...env, ...more },
      });
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
        watch?.(stderr);
      });
      void killed?.then(() => child.kill('SIGKILL'));
      child.stdin.on('error', () => undefined).end(input);
      const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
      return { code, stdout, stderr, json: () => readJson(JSON.parse(stdout)) };
    },
  };
}

/** A user who is logged in to a server by the environment, as scripts are. */
export function scriptUser(server: string, token?: string): CliUser {
  return cliUser({ ARCHIVOLT_SERVER: server, ...(token === undefined ? {} : { ARCHIVOLT_TOKEN: token }) });
}
