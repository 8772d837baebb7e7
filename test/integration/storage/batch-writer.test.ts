import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { batchWriter } from '../../../src/storage/batch-writer.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'bytes');

async function newFile() {
  const folder = await mkdtemp(path.join(tmpdir(), 'batch-writer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const name = path.join(folder, 'file');
  const file = await open(name, 'wx');
  onTestFinished(() => file.close());
  return { name, file, writer: batchWriter(async () => file) };
}

it('flushes a long file while it comes, and a short one at its end', async () => {
  const { name, file, writer } = await newFile();
  const flushes = vi.spyOn(file, 'datasync');
  const last = vi.spyOn(file, 'sync');
  for (let count = 0; count < 40; count += 1) await writer.write(MEGABYTE);
  expect(flushes).not.toHaveBeenCalled();
  for (let count = 0; count < 40; count += 1) await writer.write(MEGABYTE);
  expect(flushes).toHaveBeenCalledOnce();
  expect(last).not.toHaveBeenCalled();
  await writer.finish();
  expect(last).toHaveBeenCalledOnce();
  expect((await stat(name)).size).toBe(80 * MEGABYTE.length);
});

it('does not take a file for durable of which a part could not be flushed', async () => {
  const { file, writer } = await newFile();
  vi.spyOn(file, 'datasync').mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
  for (let count = 0; count < 160; count += 1) await writer.write(MEGABYTE);
  await expect(writer.finish()).rejects.toThrow('EIO');
  await writer.settle();
});
