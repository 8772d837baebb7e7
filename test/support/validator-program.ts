import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of a test server whose programs may judge metadata; made when the first one is written. */
export function validatorsFolder(dataDir: string): string {
  return join(dataDir, 'validators');
}

/** Writes a shell script that judges metadata, whose file is `$1`; its path. */
export async function writeValidator(folder: string, name: string, script: string, mode = 0o755): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode });
  return path;
}
