import { StoredField } from '../../db/stored-fields.ts';
import type { MetadataField } from '../../model/metadata/version-metadata.ts';
import { RawJson } from '../../raw-json.ts';

/** The value of a field for an answer: the text that is stored, where nothing has to be read of it. */
export function passedValue(field: MetadataField): unknown {
  return field instanceof StoredField ? new RawJson(field.text) : field.value;
}
