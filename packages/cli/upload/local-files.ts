/** The files below a folder. */
import { lstat, readdir } from 'node:fs/promises';
import { basename, join, matchesGlob } from 'node:path';
import { usageFailure } from '../failure.ts';

export interface LocalFile {
  readonly path: string;
  /** Name in the dataset. */
  readonly label: string;
  /** Folder in the dataset, without slashes around it; empty at its top. */
  readonly folder: string;
  readonly sizeBytes: number;
  /** Last change, milliseconds since 1970. */
  readonly changedMs: number;
}

/** What is left out, and why. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/** Files that systems put beside those of people. */
const SYSTEM_FILES = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Where a file lies in the dataset. */
export function placeOf({ folder, label }: Pick<LocalFile, 'folder' | 'label'>): string {
  return folder === '' ? label : `${folder}/${label}`;
}

/** The files below a folder, or the one file, in the order of their paths. Links are not followed. @throws CliFailure */
export async function listLocalFiles(
  root: string,
  { exclude = [], into = '' }: { readonly exclude?: readonly string[]; readonly into?: string } = {},
): Promise<{ readonly files: LocalFile[]; readonly leftOut: LeftOut[] }> {
  const files: LocalFile[] = [];
  const leftOut: LeftOut[] = [];
  const base = into.replaceAll(/^\/+|\/+$/g, '');

  async function visit(path: string, folder: string, label: string, isRoot: boolean): Promise<void> {
    const place = [folder, label].filter(Boolean).join('/');
    const found = await lstat(path).catch((error: unknown) => {
      throw usageFailure(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
    });
    if (!isRoot && exclude.some((pattern) => matchesGlob(place, pattern) || matchesGlob(label, pattern))) return;
    if (found.isDirectory()) {
      const below = isRoot ? folder : place;
      for (const name of (await readdir(path)).sort()) await visit(join(path, name), below, name, false);
      return;
    }
    if (!found.isFile()) leftOut.push({ path, reason: found.isSymbolicLink() ? 'is a link' : 'is no file' });
    else if (SYSTEM_FILES.has(label) || label.startsWith('._')) leftOut.push({ path, reason: 'belongs to the system' });
    else {
      const inDataset = [base, folder].filter(Boolean).join('/');
      files.push({ path, label, folder: inDataset, sizeBytes: found.size, changedMs: found.mtimeMs });
    }
  }

  await visit(root, '', basename(root), true);
  return { files, leftOut };
}
