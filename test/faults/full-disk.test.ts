import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { startServerProcess, UNHURRIED } from '../support/server-process.ts';
import {
  addedFileId,
  createDataset,
  download,
  fileRows,
  filesIn,
  openUpload,
  randomFile,
  temporaryFolder,
  TOKEN,
  upload,
} from './depositor.ts';

const MEGABYTE = 1024 * 1024;

/** A file system of less than 40 MB: ext4 takes direct writes, tmpfs is not asked for them. Undefined where this user may not make or mount one. */
async function smallDisk(type: 'tmpfs' | 'ext4'): Promise<string | undefined> {
  const folder = await temporaryFolder();
  const image = join(await temporaryFolder(), 'disk.img');
  const run = (program: string, ...args: string[]): unknown => execFileSync(program, args, { stdio: 'ignore' });
  try {
    if (type === 'tmpfs') {
      run('mount', '-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder);
    } else {
      run('mkfs.ext4', '-q', image, '32m');
      run('mount', '-o', 'loop', image, folder);
    }
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    run('umount', '--lazy', folder);
  });
  return folder;
}

test.for(['tmpfs', 'ext4'] as const)(
  'on a full %s an upload is refused with 507 and leaves nothing, and the server goes on',
  UNHURRIED,
  async (type, context) => {
    const storage = await smallDisk(type);
    if (storage === undefined) return context.skip(`this user may not make and mount a file system of type ${type}`);
    const database = await createTestDatabase('installed');
    const server = await startServerProcess({
      dataDir: await temporaryFolder(),
      env: { DATABASE_URL: database.url, STORAGE_URL: pathToFileURL(storage).href, SUPERUSER_API_TOKEN: TOKEN },
    });
    const dataset = await createDataset(server);

    const refused = await upload(server, dataset, randomFile(40 * MEGABYTE), 'large.bin');
    expect(refused).toMatchObject({ httpStatus: 507, status: 'ERROR', errorCode: 'INSUFFICIENT_STORAGE' });
    const outgoing = openUpload(server, dataset, 'GraphQL', 'large.bin');
    await outgoing.send(randomFile(40 * MEGABYTE));
    expect(await outgoing.finish()).toMatchObject({ body: { errors: [{ extensions: { code: 'INSUFFICIENT_STORAGE' } }] } });
    expect(filesIn(storage)).toEqual({ kept: [], staged: [] });
    expect(await fileRows(database.url)).toEqual([]);

    const bytes = randomFile(MEGABYTE);
    const answer = await upload(server, dataset, bytes, 'small.bin');
    expect(answer.httpStatus).toBe(200);
    expect((await download(server, addedFileId(answer))).bytes.equals(bytes)).toBe(true);
  },
);
