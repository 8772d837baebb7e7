/** Files that were dropped, those below a dropped folder, too. */

export interface PlacedFile {
  readonly file: File;
  /** Where below the chosen folder it lies; empty for the top. */
  readonly folder: string;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

async function walk(entry: FileSystemEntry, folder: string, found: PlacedFile[]): Promise<void> {
  if (isFile(entry)) {
    found.push({ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), folder });
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await walk(one, folder === '' ? entry.name : `${folder}/${entry.name}`, found);
  }
}

export async function droppedFiles(entries: readonly (FileSystemEntry | null)[]): Promise<readonly PlacedFile[]> {
  const found: PlacedFile[] = [];
  for (const entry of entries) if (entry !== null) await walk(entry, '', found);
  return found;
}
