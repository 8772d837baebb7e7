// What README and tutorial tell a newcomer to type, typed into a shell beside a fresh server, with the answers that they show.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { startServerProcess, UNHURRIED } from '../support/server-process.ts';

const END_OF_STEP = '--- end of step ---';

interface Step {
  readonly commands: string;
  /** What the document shows below the commands; ` ... ` stands for what it leaves out. */
  readonly shown: string | undefined;
}

function stepsOf(document: string): Step[] {
  const blocks = [...document.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }));
  return blocks.flatMap(({ language, text }, position) => {
    if (language !== 'bash') return [];
    const next = blocks[position + 1];
    return [{ commands: text, shown: next === undefined || next.language === 'bash' ? undefined : next.text }];
  });
}

/** Without what differs between runs, and without line breaks, which JSON answers do not end with. */
function comparable(text: string): string {
  return text
    .replaceAll(/FK2\/[A-Z0-9]{6}/g, 'FK2/IDENTIFIER')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'MOMENT')
    .replaceAll(/("(publicationDate|requestId)":)"[^"]*"/g, '$1"VARIES"')
    .replaceAll(/http:\/\/[^/"\s]+:\d+/g, 'SITE')
    .replaceAll(/expires=\d+&signature=[^"]+/g, 'SIGNATURE')
    .replaceAll(/\r?\n/g, '');
}

/** Whether the parts of what is shown follow each other in the output, from its start to its end. */
function isShownBy(shown: string, output: string): boolean {
  const parts = comparable(shown.replaceAll(/ ?(?<!\w)\.\.\.(?!\w) ?/g, '\0')).split('\0');
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('.*');
  return new RegExp(`^${pattern}$`, 's').test(comparable(output));
}

test.each(['README.md', 'docs/tutorial.md'])('the commands of %s do what it shows', UNHURRIED, async (path) => {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-documented-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp('data/examples', join(folder, 'data', 'examples'), { recursive: true });
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const server = await startServerProcess({ dataDir: join(folder, 'var'), env: { DATABASE_URL: database.url } });
  const steps = stepsOf(await readFile(path, 'utf8'));
  expect(steps.length).toBeGreaterThan(1);

  const script = steps.map(({ commands }) => `${commands}\necho '${END_OF_STEP}'\n`).join('');
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', script.replaceAll('http://localhost:8080', server.url)],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    },
  );

  expect(stderr).toBe('');
  const outputs = stdout.split(`${END_OF_STEP}\n`);
  expect(outputs).toHaveLength(steps.length + 1);
  const different = steps.filter(({ shown }, position) => shown !== undefined && !isShownBy(shown, outputs[position] ?? ''));
  expect(different.map((step) => ({ ...step, output: outputs[steps.indexOf(step)] }))).toEqual([]);
});
