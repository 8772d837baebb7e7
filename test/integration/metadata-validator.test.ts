import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetadataValidator } from '../../src/domain/external-validation/metadata-validator.ts';
import { DomainError } from '../../src/errors/domain-error.ts';
import { writeValidator } from '../support/validator-program.ts';
import { eventually } from './storage/storage-world.ts';

let folder: string;
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

const validator = (timeLimitMs = 20_000) => createMetadataValidator({ folder, timeLimitMs, log });
const program = (script: string, mode?: number) => writeValidator(folder, `program-${lines.length}-${Math.random()}`, script, mode);

/** What a program says to a document, or the code of what was thrown. */
async function verdict(path: string, document = '{}', timeLimitMs?: number): Promise<boolean | string> {
  try {
    return await validator(timeLimitMs).approves(path, () => [document]);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archivolt-validators-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a program that judges metadata', () => {
  it('answers with its exit status, and what it writes is logged', async () => {
    const path = await program('echo "I read $(cat "$1")"; grep -q good "$1"');
    expect(await verdict(path, '{"a":"good"}')).toBe(true);
    expect(await verdict(path, '{"a":"bad"}')).toBe(false);
    expect(lines.at(-1)).toContain('I read {\\"a\\":\\"bad\\"}');
  });

  it('gets one file that only it may read and that is deleted afterwards, and nothing of the environment of the server', async () => {
    process.env['A_SECRET'] = 'hidden';
    const seen = join(folder, 'seen');
    const path = await program(`[ $# = 1 ] || exit 1; { echo "$1"; stat -c %a "$1" "$(dirname "$1")"; env; } > ${seen}; exit 3`);
    expect(await verdict(path)).toBe(false);
    delete process.env['A_SECRET'];
    const [file = '', ...rest] = (await readFile(seen, 'utf8')).split('\n');
    expect(rest.slice(0, 2)).toEqual(['600', '700']);
    expect(rest.join('\n')).not.toContain('hidden');
    await expect(access(file)).rejects.toThrow('ENOENT');
    await expect(access(join(file, '..'))).rejects.toThrow('ENOENT');
  });

  it('is ended with all that it started when it takes too long', async () => {
    const mark = join(folder, 'late');
    const path = await program(`(sleep 1; touch ${mark}) & sleep 60`);
    expect(await verdict(path, '{}', 200)).toBe('EXTERNAL_VALIDATION_UNAVAILABLE');
    expect(lines.at(-1)).toContain('gave no answer within 0.2 seconds');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await expect(access(mark)).rejects.toThrow('ENOENT');
  });

  it('is not waited for once it has answered, though it left something running that holds its output open', async () => {
    expect(await verdict(await program('sleep 30 & exit 0'))).toBe(true);
  });

  it('may write more output than is read', async () => {
    expect(await verdict(await program('head -c 5000000 /dev/zero | tr "\\0" x; exit 4'))).toBe(false);
    expect(lines.at(-1)?.length).toBeLessThan(6000);
  });

  it('gives no answer when it is ended, cannot be started, is not there, or is no program of the folder', async () => {
    const outside = join(folder, '..', 'outside');
    const broken = await program('exit 0');
    await writeFile(broken, '#!/no/such/interpreter\n');
    const unavailable = [
      await program('kill -9 $$'),
      broken,
      await program('exit 0', 0o644),
      join(folder, 'missing'),
      folder,
      '/bin/true',
      outside,
      `${folder}/../../bin/true`,
    ];
    for (const path of unavailable) expect([path, await verdict(path)]).toEqual([path, 'EXTERNAL_VALIDATION_UNAVAILABLE']);
    const unlocked = createMetadataValidator({ folder: undefined, timeLimitMs: 1000, log });
    expect((await unlocked.fault(await program('exit 0')))?.message).toContain('METADATA_VALIDATORS_DIR');
  });

  it('is not asked when the metadata cannot be read: the reason is thrown as it is', async () => {
    const path = await program('exit 0');
    const reading = validator().approves(path, async function* () {
      yield '{';
      await Promise.reject(new Error('database gone'));
    });
    await expect(reading).rejects.toThrow('database gone');
  });

  it('runs four times at once at most; those that wait get their turn', async () => {
    const begun = join(folder, 'begun');
    const go = join(folder, 'go');
    const path = await program(`echo >> ${begun}; while [ ! -e ${go} ]; do sleep 0.05; done`);
    const one = validator();
    const asked = Array.from({ length: 6 }, () => one.approves(path, () => ['{}']));
    const runs = async () => (await readFile(begun, 'utf8').catch(() => '')).length;
    await eventually(async () => (await runs()) === 4);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await runs()).toBe(4);
    await writeFile(go, '');
    expect(await Promise.all(asked)).toEqual([true, true, true, true, true, true]);
    expect(await runs()).toBe(6);
  });

  it('is ended when the server stops', async () => {
    const begun = join(folder, 'begun-last');
    const one = validator();
    const asked = expect(one.approves(await program(`touch ${begun}; sleep 60`), () => ['{}'])).rejects.toMatchObject({
      code: 'EXTERNAL_VALIDATION_UNAVAILABLE',
    });
    await eventually(async () =>
      access(begun).then(
        () => true,
        () => false,
      ),
    );
    one.close();
    await asked;
    expect(lines.at(-1)).toContain('the server is stopping');
  });
});
