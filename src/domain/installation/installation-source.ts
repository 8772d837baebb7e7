import type { Database } from '../../db/client.ts';
import { findCollection } from '../../db/queries/collections.ts';
import type { SettingsSource } from '../settings/settings-source.ts';

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

/** Loads the installation's facts and keeps them in this process. */
export async function createInstallationSource(
  db: Database,
  settings: SettingsSource,
  facts: { readonly siteUrl: string; readonly version: string; readonly build: string },
): Promise<InstallationSource> {
  let rootName = '';
  async function refresh(): Promise<void> {
    rootName = (await findCollection(db, { root: true }, []))?.name ?? '';
  }
  await refresh();
  return { ...facts, name: () => settings.get(':InstallationName') ?? rootName, refresh };
}
