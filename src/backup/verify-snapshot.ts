import { join } from 'node:path';
import { type Manifest, readManifest, readStored, snapshotPath, storedPath } from './backup-folder.ts';
import { digestOf } from './hashed-copy.ts';

/** Reads a snapshot whole, and names what is not as it was written. @throws StartupError where it is none */
export async function verifySnapshot(folder: string, name: string): Promise<{ readonly manifest: Manifest; readonly faults: string[] }> {
  const manifest = await readManifest(folder, name);
  const faults: string[] = [];
  const check = async (path: string, sha256: string): Promise<void> => {
    const found = await digestOf(path).catch(() => undefined);
    if (found?.sha256 !== sha256) faults.push(`${path} ${found === undefined ? 'is missing' : 'is damaged'}`);
  };
  for (const { file, sha256 } of manifest.tables) await check(join(snapshotPath(folder, name), 'tables', file), sha256);
  await check(join(snapshotPath(folder, name), 'files.jsonl'), manifest.files.sha256);
  if (faults.some((fault) => fault.includes('files.jsonl'))) return { manifest, faults };
  for await (const entry of readStored(folder, name)) await check(storedPath(folder, entry), entry.sha256);
  return { manifest, faults };
}
