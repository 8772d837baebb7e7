import type { LicenseDefinitionFactsFragment } from '../../../generated/operations.ts';
import { type JsonRecord, put } from '../../records/record.ts';

/** A licence of the installation as a record. Source: users-admin.md 18.7. */
export function licenseRecord({ databaseId, name, shortDescription, uri, iconUri, ...rest }: LicenseDefinitionFactsFragment): JsonRecord {
  const record: JsonRecord = { id: databaseId, name, shortDescription, uri };
  put(record, 'iconUrl', iconUri);
  record['active'] = rest.active;
  record['isDefault'] = rest.isDefault;
  record['sortOrder'] = rest.sortOrder;
  for (const key of ['rightsIdentifier', 'rightsIdentifierScheme', 'schemeUri', 'languageCode'] as const) put(record, key, rest[key]);
  return record;
}
