import { fileURLToPath } from 'node:url';
import { StartupError } from '../errors/startup-error.ts';
import type { FileStorage } from './file-storage.ts';
import { createLocalStorage } from './local-storage.ts';

/**
 * The storage that a URL names: `file:///var/lib/archivolt/files` is a folder on this machine.
 * @throws StartupError when the URL is malformed or its scheme is not known.
 */
export function createStorage(storageUrl: string): FileStorage {
  const url = URL.parse(storageUrl);
  if (url === null) {
    throw new StartupError(`The storage URL "${storageUrl}" is malformed; use file:///path/to/folder.`);
  }
  if (url.protocol !== 'file:') {
    throw new StartupError(`The storage URL "${storageUrl}" has the scheme "${url.protocol}"; only file: is supported.`);
  }
  if (url.host !== '') {
    throw new StartupError(`The storage URL "${storageUrl}" names the host "${url.host}"; use three slashes: file:///path.`);
  }
  return createLocalStorage({ root: fileURLToPath(url) });
}
