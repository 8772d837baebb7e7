/** Paths inside an archive: safe to unpack anywhere, and each of them once. */

/** Whatever a system reads as structure, or does not allow in a name. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}]/gu;

function safeName(name: string): string {
  const safe = name.toWellFormed().replace(UNSAFE, '_').trim();
  return /^\.*$/.test(safe) ? safe.replaceAll('.', '_') || '_' : safe;
}

/** The folders of a file from the outermost on, such as `a/` and `a/b/`. */
function foldersOf(directoryLabel: string | null): string[] {
  const names = (directoryLabel ?? '').split(/[\\/]+/).filter((name) => name.trim() !== '' && name !== '.');
  const folders: string[] = [];
  for (const name of names) folders.push(`${folders.at(-1) ?? ''}${safeName(name)}/`);
  return folders;
}

/** Assigns unique paths. */
export interface ArchivePaths {
  /**
   * The path of a file, with `_1`, `_2` before its extension where it is taken, and the folders on the way that were not there yet.
   */
  place(file: { readonly label: string; readonly directoryLabel: string | null }): { readonly path: string; readonly newFolders: string[] };
  /** A name at the top, with leading zeros where it is taken. Source: files.md 22.3. */
  placeManifest(name: string): string;
}

/** Starts to give out the paths of an archive. */
export function archivePaths(): ArchivePaths {
  const files = new Set<string>();
  const folders = new Set<string>();
  /** The next number to try for a path, so that many equal ones do not cost more and more. */
  const numbers = new Map<string, number>();

  /** A folder whose name a file has already gets another one: a path cannot be both. */
  function folderOf(directoryLabel: string | null): { folder: string; newFolders: string[] } {
    const newFolders: string[] = [];
    let folder = '';
    for (const wanted of foldersOf(directoryLabel)) {
      let name = wanted.slice(0, -1).split('/').at(-1) ?? '';
      while (files.has(`${folder}${name}`)) name = `${name}_`;
      folder = `${folder}${name}/`;
      if (folders.has(folder)) continue;
      folders.add(folder);
      newFolders.push(folder);
    }
    return { folder, newFolders };
  }

  function isTaken(path: string): boolean {
    return files.has(path) || folders.has(`${path}/`);
  }

  return {
    place({ label, directoryLabel }) {
      const { folder, newFolders } = folderOf(directoryLabel);
      const name = safeName(label);
      const dot = name.lastIndexOf('.');
      const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
      const wanted = `${folder}${name}`;
      let path = wanted;
      let number = numbers.get(wanted) ?? 1;
      while (isTaken(path)) {
        path = `${folder}${stem}_${number}${extension}`;
        number += 1;
      }
      numbers.set(wanted, number);
      files.add(path);
      return { path, newFolders };
    },
    placeManifest(name) {
      let path = name;
      while (isTaken(path)) path = `0${path}`;
      files.add(path);
      return path;
    },
  };
}
