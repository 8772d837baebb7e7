/** A version that is handed to an archive. */
export interface ArchivedVersion {
  readonly datasetId: number;
  /** Null before the version has its number. */
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
}

/** An archive that keeps copies of versions. */
export interface Archive {
  /**
   * Takes a version, once or again; the place of the copy, undefined where the version is not published. When it resolves a crash cannot
   * undo it; when it rejects there is no copy.
   * @throws DomainError
   */
  submit(version: ArchivedVersion): Promise<string | undefined>;
}

/** The archives that this release knows. */
export interface Archives {
  /** By the value of the setting `:ArchiverClassName`. */
  find(name: string): Archive | undefined;
}
