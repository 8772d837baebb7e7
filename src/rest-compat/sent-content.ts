/** What rows send that is no record: bytes, lists of any length, long texts. */
import type { FileLocation } from '../storage/file-storage.ts';
import type { PlannedEntry } from '../storage/zip/zip-entry.ts';

/** Which bytes to send, and as what. */
export interface FilePlan {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly lastModified: Date;
  readonly location: FileLocation;
  /** Sent before the bytes, and counted in their size. */
  readonly headerLine: string | null;
  /** Whether a browser may show it in place of saving it, as far as its type is one that runs nothing. */
  readonly inline?: boolean;
}

/** What to pack, in this order. */
export interface ArchivePlan {
  readonly fileName: string;
  readonly etag: string;
  readonly entries: readonly PlannedEntry[];
}

export type DownloadPlan = FilePlan | ArchivePlan;

/** How a list of any length is written without an envelope. */
export interface StreamFormat<Data, Query = unknown> {
  readonly contentType: string;
  /** What stands before the lines; from the first page and the query where it is not always the same. */
  readonly opening: string | ((first: Data, query: Query) => string);
  readonly separator: string;
  readonly closing: string;
  /** Name of the file as which it is sent, from its first page. */
  readonly fileName?: (data: Data) => string;
  /** The lines of a page, and the cursor of the next one; null after the last. */
  readonly page: (data: Data, query: Query) => { readonly lines: readonly string[]; readonly next: string | null };
}

/** A piece of a long text, with what is known of the whole. */
export interface TextPiece {
  readonly contentType: string;
  /** Opaque and without quotes, the same only for the same text. */
  readonly etag: string;
  readonly sizeBytes: number;
  readonly lastModified: Date;
  readonly pieceCount: number;
  readonly text: string;
}
