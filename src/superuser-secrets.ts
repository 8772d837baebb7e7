import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** File with the first superuser's token, readable by its owner only. */
export function superuserTokenFile(dataDir: string): string {
  return join(dataDir, 'superuser-token');
}

/** File with the password that the first superuser was made with, readable by its owner only; superfluous once it was changed. */
export function superuserPasswordFile(dataDir: string): string {
  return join(dataDir, 'superuser-password');
}

async function writeSuperuserSecret(file: string, secret: string): Promise<void> {
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  // writeFile applies its mode only to a new file.
  await chmod(file, 0o600);
}

/** Writes what was made or set now into the data folder; what is null stays as it is. */
export async function keepSuperuserSecrets(
  dataDir: string,
  { token, password }: { readonly token: string | null; readonly password: string | null },
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  if (token !== null) await writeSuperuserSecret(superuserTokenFile(dataDir), token);
  if (password !== null) await writeSuperuserSecret(superuserPasswordFile(dataDir), password);
}
