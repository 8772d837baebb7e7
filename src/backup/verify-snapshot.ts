import { join } from 'node:path';
import { type Manifest, readManifest, readStored, snapshotPath, type StoredEntry, storedPath } from './backup-folder.ts';
import { digestOf } from './hashed-copy.ts';

/** What was found when a snapshot was read. */
export interface Verification {
  readonly manifest: Manifest;
  /** What is not as it was written, a sentence each. */
  readonly faults: string[];
  /** Bytes among them, which a store may still have. */
  readonly damaged: readonly StoredEntry[];
}

/** Reads a snapshot whole, and names what is not as it was written. @throws StartupError where it is none */
export async function verifySnapshot(folder: string, name: string): Promise<Verification> {
  const manifest = await readManifest(folder, name);
  const faults: string[] = [];
  const damaged: StoredEntry[] = [];
  const check = async (path: string, sha256: string): Promise<boolean> => {
    const found = await digestOf(path).catch(() => undefined);
    if (found?.sha256 === sha256) return true;
    faults.push(`${path} ${found === undefined ? 'is missing' : 'is damaged'}`);
    return false;
  };
  for (const { file, sha256 } of manifest.tables) await check(join(snapshotPath(folder, name), 'tables', file), sha256);
  const listed = await check(join(snapshotPath(folder, name), 'files.jsonl'), manifest.files.sha256);
  if (!listed) return { manifest, faults, damaged };
  for await (const entry of readStored(folder, name)) {
    if (!(await check(storedPath(folder, entry), entry.sha256))) damaged.push(entry);
  }
  return { manifest, faults, damaged };
}
