import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of a test server whose files may be reports of usage; made when the first one is written. */
export function usageReportsFolder(dataDir: string): string {
  return join(dataDir, 'usage-reports');
}

/** Folder of a test server whose files may be pieces of pages; made when the first one is written. */
export function customizationFolder(dataDir: string): string {
  return join(dataDir, 'customization');
}

/** Writes a file of the operator; its path. */
export async function writeOperatorFile(folder: string, name: string, content: string | Buffer): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
