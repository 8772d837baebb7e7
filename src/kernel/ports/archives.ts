/** A version that is handed to an archive. */
export interface ArchivedVersion {
  readonly datasetId: number;
  readonly persistentId: string;
  /** Null before the version has its number. */
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
}

/** An archive that keeps copies of versions. */
export interface Archive {
  /** Takes a version, once or again; where the copy is, in words. `settings` are those that the archive is configured by. @throws Error */
  submit(version: ArchivedVersion, settings: Readonly<Record<string, unknown>>): Promise<string>;
}

/** The archives that this release knows. */
export interface Archives {
  /** By the value of the setting `:ArchiverClassName`. */
  find(name: string): Archive | undefined;
}
