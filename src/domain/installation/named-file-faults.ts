import type { SettingKey } from '../../db/queries/installation/settings.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { settingCatalog } from '../../model/settings/setting-catalog.ts';
import type { ToldRule } from '../../errors/rules/broken.ts';

const PROGRAM_SETTINGS: ReadonlySet<string> = new Set([':DatasetMetadataValidatorScript', ':CollectionMetadataValidatorScript']);

function listOf(fault: ToldRule | undefined): readonly ToldRule[] {
  return fault === undefined ? [] : [fault];
}

/** Why a file that a setting names, a program or a dictionary, would not be used on this machine; none where it would, or none is named. */
export async function namedFileFaults(
  { validator, dictionaries }: Pick<DomainServices, 'validator' | 'dictionaries'>,
  { name }: SettingKey,
  value: string,
): Promise<readonly ToldRule[]> {
  if (PROGRAM_SETTINGS.has(name) && value !== '') return listOf(await validator.fault(value));
  if (name !== ':PVDictionaries') return [];
  for (const path of settingCatalog[name].parse(value)) {
    const fault = await dictionaries.fault(path);
    if (fault !== undefined) return [fault];
  }
  return [];
}
