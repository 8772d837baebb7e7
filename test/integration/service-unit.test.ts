import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { environmentSchema } from '../../src/environment.ts';

const UNIT = 'deploy/archivolt.service';

it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
  'is a unit that systemd takes (skipped where systemd is not installed)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // systemd looks for the program, and for the folder of the guide.
    const unit = (await readFile(UNIT, 'utf8')).replace('ExecStart=/srv/archivolt/archivolt', 'ExecStart=/bin/true');
    const path = join(folder, 'archivolt.service');
    await writeFile(path, unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => line.includes('archivolt.service'))]).toEqual([0, []]);
  },
);

it('sets variables that the server knows', async () => {
  const [, set = ''] = /^Environment=(.*)$/m.exec(await readFile(UNIT, 'utf8')) ?? [];
  const names = set.split(' ').map((one) => one.slice(0, one.indexOf('=')));
  expect(names).toContain('DATA_DIR');
  expect(names.filter((name) => !(name in environmentSchema.shape))).toEqual(['NODE_ENV', 'PATH']);
});
