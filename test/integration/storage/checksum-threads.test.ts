import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { followFile, type Follower } from '../../../src/storage/checksum-threads.ts';

const BYTES = randomBytes(3 * 1024 * 1024 + 5);

async function writtenFile() {
  const folder = await mkdtemp(path.join(tmpdir(), 'checksum-threads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = await open(path.join(folder, 'file'), 'wx+');
  onTestFinished(() => file.close());
  await file.write(BYTES);
  return file;
}

/** Takes all threads that there are. */
function followers(descriptor: number): Follower[] {
  const taken: Follower[] = [];
  for (let next = followFile(descriptor, 'MD5'); next !== undefined; next = followFile(descriptor, 'MD5')) taken.push(next);
  return taken;
}

it('computes the sums of what is said to be written, as often as wanted', async () => {
  const file = await writtenFile();
  for (const bytes of [BYTES.length, 1_000_000, 0]) {
    const follower = followFile(file.fd, 'SHA-256');
    follower?.written(Math.min(bytes, 70_000));
    follower?.written(bytes);
    const read = BYTES.subarray(0, bytes);
    expect(await follower?.sums()).toEqual({ checksum: createHash('sha256').update(read).digest('hex'), crc32: crc32(read) });
    await follower?.leave();
  }
});

it('gives no more threads than there are, and those that are left again', async () => {
  const file = await writtenFile();
  const taken = followers(file.fd);
  expect(taken.length).toBeGreaterThanOrEqual(1);
  expect(taken.length).toBeLessThanOrEqual(4);
  await Promise.all(taken.map((follower) => follower.leave()));
  const again = followers(file.fd);
  expect(again.length).toBe(taken.length);
  await Promise.all(again.map((follower) => follower.leave()));
});

it('has no sums of a file that is shorter than was said, and of the next one again', async () => {
  const file = await writtenFile();
  const failing = followFile(file.fd, 'MD5');
  failing?.written(BYTES.length + 1);
  await expect(failing?.sums()).rejects.toThrow(`The file ends at ${BYTES.length} of ${BYTES.length + 1} bytes.`);
  await failing?.leave();
  const next = followFile(file.fd, 'MD5');
  next?.written(5);
  expect((await next?.sums())?.crc32).toBe(crc32(BYTES.subarray(0, 5)));
});
