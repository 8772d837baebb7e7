import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** File with the first superuser's token, readable by its owner only. */
export function superuserTokenFile(dataDir: string): string {
  return join(dataDir, 'superuser-token');
}

/** Writes the file anew. */
export async function writeSuperuserToken(dataDir: string, token: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = superuserTokenFile(dataDir);
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  // writeFile applies its mode only to a new file.
  await chmod(file, 0o600);
}
