/** What this installation is called and where it is reached. */
export interface InstallationSource {
  /** Setting `:InstallationName`, else the name of the root collection. Source: datasets.md 3.1. */
  name(): string;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** Version of the software. */
  readonly version: string;
  readonly build: string;
  /** Reads the root collection's name again. */
  refresh(): Promise<void>;
}
