import { z } from 'zod';
import type { LicenseDefinitionFactsFragment } from '../../../generated/operations.ts';
import { present } from '../../records/record.ts';
import { objectId, recordSchema } from '../../records/schema.ts';

const RIGHTS_KEYS = ['rightsIdentifier', 'rightsIdentifierScheme', 'schemeUri', 'languageCode'] as const;

export const licenseSchema = recordSchema('License', 'A licence of the installation. Source: users-admin.md 18.7.', {
  id: objectId,
  name: z.string(),
  shortDescription: z.string(),
  uri: z.string().describe('URL of its text.'),
  iconUrl: z.string().optional(),
  active: z.boolean().describe('Whether it can be selected.'),
  isDefault: z.boolean(),
  sortOrder: z.int(),
  rightsIdentifier: z.string().optional().describe('Such as `CC0-1.0`.'),
  rightsIdentifierScheme: z.string().optional().describe('Such as `SPDX`.'),
  schemeUri: z.string().optional(),
  languageCode: z.string().optional(),
});

/** A licence of the installation as a record. Source: users-admin.md 18.7. */
export function licenseRecord(license: LicenseDefinitionFactsFragment): z.infer<typeof licenseSchema> {
  return {
    id: license.databaseId,
    name: license.name,
    shortDescription: license.shortDescription,
    uri: license.uri,
    iconUrl: license.iconUri ?? undefined,
    active: license.active,
    isDefault: license.isDefault,
    sortOrder: license.sortOrder,
    ...present(license, RIGHTS_KEYS),
  };
}
