import type { Database } from '../../db/client.ts';
import { addFileDownloads, type FileDownloads } from '../../db/queries/files/file-downloads.ts';

/** Counts downloads of files in memory, until they are written together. */
export interface DownloadTally {
  add(fileId: number, insideUsage: boolean): void;
  /** Writes what was counted. @throws Error of the database; nothing is lost then. */
  write(db: Database): Promise<void>;
}

/** Files whose counts are kept while the database is away; those of more are dropped, for memory is not counts' to take. */
const MOST_FILES = 50_000;

/** Starts to count. */
export function createDownloadTally(): DownloadTally {
  let counts = new Map<number, { downloads: number; outsideUsage: number }>();

  function merge(fileId: number, downloads: number, outsideUsage: number): void {
    const known = counts.get(fileId);
    if (known === undefined && counts.size >= MOST_FILES) return;
    counts.set(fileId, { downloads: (known?.downloads ?? 0) + downloads, outsideUsage: (known?.outsideUsage ?? 0) + outsideUsage });
  }

  return {
    add: (fileId, insideUsage) => merge(fileId, 1, insideUsage ? 0 : 1),
    async write(db) {
      if (counts.size === 0) return;
      const taken = counts;
      counts = new Map();
      const rows: FileDownloads[] = [...taken].map(([fileId, count]) => ({ fileId, ...count }));
      try {
        await addFileDownloads(db, rows);
      } catch (error) {
        for (const { fileId, downloads, outsideUsage } of rows) merge(fileId, downloads, outsideUsage);
        throw error;
      }
    },
  };
}
