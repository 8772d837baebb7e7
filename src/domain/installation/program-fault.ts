import type { SettingKey } from '../../db/queries/installation/settings.ts';
import type { DomainServices } from '../../kernel/services.ts';

const PROGRAM_SETTINGS: ReadonlySet<string> = new Set([':DatasetMetadataValidatorScript', ':CollectionMetadataValidatorScript']);

/** Why the program that a setting names would not be run on this machine, as the end of a sentence; undefined where it would, or none is named. */
export async function programFault(
  { validator }: Pick<DomainServices, 'validator'>,
  { name }: SettingKey,
  value: string,
): Promise<string | undefined> {
  return PROGRAM_SETTINGS.has(name) && value !== '' ? validator.fault(value) : undefined;
}
