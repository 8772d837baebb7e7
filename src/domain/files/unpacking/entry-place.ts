import { cleanDirectoryLabel } from '../../../model/files/file-path.ts';

/** Where an entry of an archive goes in the dataset. */
export interface EntryPlace {
  readonly label: string;
  readonly directoryLabel: string | null;
}

const OUTSIDE_FOLDER_CHARACTERS = /[^A-Za-z0-9_./ -]+/g;

/** The base name of an entry; empty for a folder. */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether an entry is nothing that a researcher packed: a folder, or what macOS adds on its own. Source: files.md 15. */
export function isSkippedEntry(path: string): boolean {
  const name = baseName(path);
  return name === '' || name.startsWith('._') || name === '.DS_Store';
}

/**
 * Name and folder of an entry. Whatever the path, the place lies inside the dataset: there is nothing above it, and neither `..`
 * nor a drive nor a leading slash means anything. Source: files.md 15.
 */
export function entryPlace(path: string): EntryPlace {
  const label = baseName(path);
  const folders = path
    .slice(0, path.length - label.length)
    .replace(OUTSIDE_FOLDER_CHARACTERS, '.')
    .replace(/\.+/g, '.')
    .split('/')
    // What is left of `.` and `..` names no folder.
    .filter((folder) => folder !== '' && folder !== '.');
  return { label, directoryLabel: cleanDirectoryLabel(folders.join('/')) };
}
