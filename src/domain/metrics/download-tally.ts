import type { Database } from '../../db/client.ts';
import { addFileDownloads, type FileDownloads } from '../../db/queries/files/file-downloads.ts';

/** Counts downloads of files in memory, until they are written together. */
export interface DownloadTally {
  /** `day` is `yyyy-mm-dd`, in UTC. */
  add(fileId: number, download: { readonly day: string; readonly insideUsage: boolean }): void;
  /** Writes what was counted. @throws Error of the database; nothing is lost then. */
  write(db: Database): Promise<void>;
}

/** Files whose counts are kept while the database is away; those of more are dropped, for memory is not counts' to take. */
const MOST_FILES = 50_000;

/** Starts to count. */
export function createDownloadTally(): DownloadTally {
  let counts = new Map<string, FileDownloads>();

  function merge({ fileId, day, downloads, outsideUsage }: FileDownloads): void {
    const key = `${fileId} ${day}`;
    const known = counts.get(key);
    if (known === undefined && counts.size >= MOST_FILES) return;
    counts.set(key, {
      fileId,
      day,
      downloads: (known?.downloads ?? 0) + downloads,
      outsideUsage: (known?.outsideUsage ?? 0) + outsideUsage,
    });
  }

  return {
    add: (fileId, { day, insideUsage }) => merge({ fileId, day, downloads: 1, outsideUsage: insideUsage ? 0 : 1 }),
    async write(db) {
      if (counts.size === 0) return;
      const taken = counts;
      counts = new Map();
      try {
        await addFileDownloads(db, [...taken.values()]);
      } catch (error) {
        for (const download of taken.values()) merge(download);
        throw error;
      }
    },
  };
}
