import type { FileLocation } from '../../../storage/file-storage.ts';

/** A file whose bytes are not there, not as many as recorded, or out of reach. */
export interface FileFinding {
  readonly kind: 'MISSING' | 'WRONG_SIZE' | 'STORE_UNKNOWN';
  readonly fileId: number;
  readonly datasetId: number;
  readonly label: string;
  readonly location: FileLocation;
  readonly expectedBytes: number | null;
  readonly foundBytes: number | null;
}

/** Bytes that no record names; young ones may belong to a record that is about to be committed. */
export interface OrphanFinding {
  readonly kind: 'ORPHAN' | 'YOUNG_OBJECT';
  readonly location: FileLocation;
  readonly foundBytes: number;
  readonly modifiedAt: Date;
  /** Where they were moved to; absent without `--mend`. */
  readonly movedTo?: FileLocation;
  /** Why they could not be moved. */
  readonly fault?: string;
}

/** An upload without recent writes, or one that may be in progress. */
export interface StagedFinding {
  readonly kind: 'STALE_UPLOAD' | 'YOUNG_UPLOAD';
  readonly handle: string;
  readonly foundBytes: number;
  readonly modifiedAt: Date;
}

/** A difference between the database and the stores, or what is too young to be judged as one. */
export type StorageFinding = FileFinding | OrphanFinding | StagedFinding;

/** How far the comparison is. */
export interface StorageProgress {
  readonly step: 'files' | 'stores' | 'uploads';
  /** Files, or stored objects, that were looked at. */
  readonly done: number;
  /** Null if unknown. */
  readonly total: number | null;
}
