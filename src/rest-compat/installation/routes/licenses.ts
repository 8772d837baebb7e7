import { z } from 'zod';
import {
  LicenseActiveSetDocument,
  LicenseAddDocument,
  LicenseDefaultDocument,
  LicenseDefaultSetDocument,
  LicenseDeleteDocument,
  LicensesDocument,
  LicenseSortOrderSetDocument,
  LicenseViewDocument,
} from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { licenseRecord, licenseSchema } from '../records/license-record.ts';
import { messageAnswer, enveloped, messageSchema } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const licenseBody = z.object({
  id: z.never('must be absent: the server numbers licences').optional(),
  name: z.string(),
  uri: z.string(),
  shortDescription: z.string(),
  iconUrl: z.string().nullish(),
  active: z.boolean().default(false),
  sortOrder: z.int32(),
  rightsIdentifier: z.string().nullish(),
  rightsIdentifierScheme: z.string().nullish(),
  schemeUri: z.string().nullish(),
  languageCode: z.string().nullish(),
});

function refused(name: string, rule: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `${name} ${rule}.`, { problems: [{ pointer: `/path/${name}`, message: rule }] });
}

function activeOf(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw refused('active', 'must be true or false');
}

function sortOrderOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw refused('sortOrder', 'must be a whole number from 0');
}

export const licenseRoutes: readonly Route[] = [
  route({
    id: 'licenses.list',
    method: 'GET',
    path: '/api/licenses',
    summary: 'Licences of the installation, in their order.',
    auth: 'public',
    credentials: 'ignored',
    answer: enveloped(listOf(licenseSchema)),
    operation: LicensesDocument,
    variables: () => ({}),
    reply: ({ licenses }) => ({ data: licenses.map(licenseRecord) }),
  }),
  route({
    id: 'licenses.default.get',
    method: 'GET',
    path: '/api/licenses/default',
    summary: 'Id of the default licence.',
    auth: 'public',
    credentials: 'ignored',
    answer: messageAnswer,
    operation: LicenseDefaultDocument,
    variables: () => ({}),
    reply: ({ defaultLicense }) => {
      if (defaultLicense === null) throw new DomainError('LICENSE_NOT_FOUND', 'There is no default licence.');
      return { message: `Default license ID is ${defaultLicense.databaseId}` };
    },
  }),
  route({
    id: 'licenses.get',
    method: 'GET',
    path: '/api/licenses/{id}',
    summary: 'One licence.',
    auth: 'public',
    credentials: 'ignored',
    refusals: ['LICENSE_NOT_FOUND'],
    answer: enveloped(licenseSchema),
    operation: LicenseViewDocument,
    variables: ({ path }) => ({ databaseId: numericId(path.id) }),
    reply: ({ license }) => ({ data: licenseRecord(license) }),
  }),
  route({
    id: 'licenses.add',
    method: 'POST',
    path: '/api/licenses',
    summary: 'Adds a licence.',
    auth: 'superuser',
    body: { kind: 'json', schema: licenseBody },
    refusals: ['LICENSE_TAKEN'],
    answer: enveloped(messageSchema, { status: 201 }),
    operation: LicenseAddDocument,
    variables: ({ body: { id: _id, iconUrl, ...facts } }) => ({ input: { ...facts, iconUri: iconUrl } }),
    reply: ({ createLicense: { license } }) => ({
      status: 201,
      location: `/api/licenses/${license.databaseId}`,
      message: `Licence ${license.name} created with id ${license.databaseId}.`,
    }),
  }),
  route({
    id: 'licenses.default.set',
    method: 'PUT',
    path: '/api/licenses/default/{id}',
    summary: 'Makes an active licence the default.',
    auth: 'superuser',
    refusals: ['LICENSE_NOT_FOUND', 'LICENSE_STATE_REFUSED'],
    answer: messageAnswer,
    operation: LicenseDefaultSetDocument,
    variables: ({ path }) => ({ input: { licenseDatabaseId: numericId(path.id) } }),
    reply: ({ setDefaultLicense: { license } }) => ({ message: `Default license ID set to ${license.databaseId}` }),
  }),
  route({
    id: 'licenses.active',
    method: 'PUT',
    path: '/api/licenses/{id}/:active/{active}',
    summary: 'Activates or deactivates a licence for new versions.',
    auth: 'superuser',
    refusals: ['BAD_USER_INPUT', 'LICENSE_NOT_FOUND', 'LICENSE_STATE_REFUSED'],
    answer: messageAnswer,
    operation: LicenseActiveSetDocument,
    variables: ({ path }) => ({ input: { licenseDatabaseId: numericId(path.id), active: activeOf(path.active) } }),
    reply: ({ setLicenseActive: { license } }) => ({ message: `License ID ${license.databaseId} active set to ${license.active}` }),
  }),
  route({
    id: 'licenses.sortOrder',
    method: 'PUT',
    path: '/api/licenses/{id}/:sortOrder/{sortOrder}',
    summary: 'Sets the position of a licence in the list.',
    auth: 'superuser',
    refusals: ['BAD_USER_INPUT', 'LICENSE_NOT_FOUND'],
    answer: messageAnswer,
    operation: LicenseSortOrderSetDocument,
    variables: ({ path }) => ({ input: { licenseDatabaseId: numericId(path.id), sortOrder: sortOrderOf(path.sortOrder) } }),
    reply: ({ setLicenseSortOrder: { license } }) => ({
      message: `License ID ${license.databaseId} sort order set to ${license.sortOrder}`,
    }),
  }),
  route({
    id: 'licenses.delete',
    method: 'DELETE',
    path: '/api/licenses/{id}',
    summary: 'Deletes a licence that no version uses.',
    auth: 'superuser',
    refusals: ['LICENSE_NOT_FOUND', 'LICENSE_IN_USE'],
    answer: messageAnswer,
    operation: LicenseDeleteDocument,
    variables: ({ path }) => ({ input: { licenseDatabaseId: numericId(path.id) } }),
    reply: ({ deleteLicense: { deletedLicenseDatabaseId } }) => ({ message: `License ID ${deletedLicenseDatabaseId} deleted` }),
  }),
];
