import {
  addLicense,
  deleteLicense,
  type LicenseDefinitionRow,
  listLicenses,
  setDefaultLicense,
  setLicenseActive,
  setLicenseSortOrder,
  viewDefaultLicense,
  viewLicense,
} from '../../domain/installation/license-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';

function licenseOf({ id, ...facts }: LicenseDefinitionRow) {
  return { id: globalIdOf('License', id), databaseId: id, ...facts };
}

export const licenseResolvers: Resolvers = {
  Query: {
    licenses: async (_root, _args, context) => (await listLicenses(context, null)).map(licenseOf),
    license: async (_root, { databaseId }, context) => licenseOf(await viewLicense(context, databaseId)),
    defaultLicense: async (_root, _args, context) => {
      const found = await viewDefaultLicense(context, null);
      return found === undefined ? null : licenseOf(found);
    },
  },
  Mutation: {
    createLicense: async (_root, { input }, context) => ({
      license: licenseOf(await addLicense(context, { ...input, active: input.active ?? false })),
    }),
    setDefaultLicense: async (_root, { input }, context) => ({
      license: licenseOf(await setDefaultLicense(context, { id: input.licenseDatabaseId })),
    }),
    setLicenseActive: async (_root, { input: { licenseDatabaseId: id, active } }, context) => ({
      license: licenseOf(await setLicenseActive(context, { id, active })),
    }),
    setLicenseSortOrder: async (_root, { input: { licenseDatabaseId: id, sortOrder } }, context) => ({
      license: licenseOf(await setLicenseSortOrder(context, { id, sortOrder })),
    }),
    deleteLicense: async (_root, { input }, context) => {
      const id = await deleteLicense(context, { id: input.licenseDatabaseId });
      return { deletedLicenseId: globalIdOf('License', id), deletedLicenseDatabaseId: id };
    },
  },
};
