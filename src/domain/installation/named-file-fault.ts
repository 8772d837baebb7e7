import type { SettingKey } from '../../db/queries/installation/settings.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { settingCatalog } from '../../model/settings/setting-catalog.ts';

const PROGRAM_SETTINGS: ReadonlySet<string> = new Set([':DatasetMetadataValidatorScript', ':CollectionMetadataValidatorScript']);

/**
 * Why a file that a setting names, a program or a dictionary, would not be used on this machine, as the end of a sentence; undefined where
 * it would, or none is named.
 */
export async function namedFileFault(
  { validator, dictionaries }: Pick<DomainServices, 'validator' | 'dictionaries'>,
  { name }: SettingKey,
  value: string,
): Promise<string | undefined> {
  if (PROGRAM_SETTINGS.has(name) && value !== '') return validator.fault(value);
  if (name !== ':PVDictionaries') return undefined;
  for (const path of settingCatalog[name].parse(value)) {
    const fault = await dictionaries.fault(path);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
