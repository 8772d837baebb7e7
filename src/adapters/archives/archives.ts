import type { Archive, Archives } from '../../kernel/ports/archives.ts';

/** The archives, by the names that the setting `:ArchiverClassName` can have: none before BagIt export. */
const archives: ReadonlyMap<string, Archive> = new Map();

export const knownArchives: Archives = { find: (name) => archives.get(name) };
