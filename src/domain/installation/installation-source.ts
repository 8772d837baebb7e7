import type { InstallationSource } from '../../kernel/ports/installation-source.ts';
import type { Database } from '../../db/client.ts';
import { findCollection } from '../../db/queries/collections/collections.ts';
import type { SettingsSource } from '../../kernel/ports/settings-source.ts';

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
