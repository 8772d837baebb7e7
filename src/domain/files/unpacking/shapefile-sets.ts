/** Shapefiles, which are several files of one name each: they stay together. Source: files.md 15. */
import type { ArchiveEntry } from './read-archive.ts';

/** Parts of one shapefile. */
export interface ShapefileSet {
  /** Path of its parts, without the extension. */
  readonly stem: string;
  readonly parts: readonly ArchiveEntry[];
}

const NEEDED = ['shp', 'shx', 'dbf'];
const OPTIONAL = ['prj', 'sbn', 'sbx', 'fbn', 'fbx', 'ain', 'aih', 'ixs', 'mxs', 'atx', 'cpg', 'qpj', 'qix', 'cst', 'shp.xml'];
const PART = new RegExp(`^(.+?)\\.(${[...NEEDED, ...OPTIONAL].map((extension) => extension.replace('.', '\\.')).join('|')})$`, 'i');

function partOf({ path }: ArchiveEntry): { readonly stem: string; readonly extension: string } | undefined {
  const [, stem, extension] = PART.exec(path) ?? [];
  return stem === undefined || extension === undefined || stem.endsWith('/') ? undefined : { stem, extension: extension.toLowerCase() };
}

/** The complete shapefiles among the entries of an archive, and what is left. */
export function shapefileSets(entries: readonly ArchiveEntry[]): {
  readonly sets: readonly ShapefileSet[];
  readonly others: readonly ArchiveEntry[];
} {
  const byStem = Map.groupBy(entries, (entry) => partOf(entry)?.stem);
  byStem.delete(undefined);
  const sets: ShapefileSet[] = [];
  for (const [stem = '', parts] of byStem) {
    const extensions = new Set(parts.map((part) => partOf(part)?.extension));
    if (NEEDED.every((extension) => extensions.has(extension))) sets.push({ stem, parts });
  }
  const taken = new Set(sets.flatMap(({ parts }) => parts));
  return { sets, others: entries.filter((entry) => !taken.has(entry)) };
}
