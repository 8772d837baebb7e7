import { summarizeRegistrations, updateAllRegistrations, updateRegistration } from '../../domain/identifiers/registration-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { datasetKeyOf } from '../references.ts';

export const registrationResolvers: Resolvers = {
  Query: {
    registrationSummary: (_root, _args, context) => summarizeRegistrations(context, {}),
  },
  Mutation: {
    updateRegistration: async (_root, { input }, context) => {
      const { id } = await updateRegistration(context, {
        dataset: datasetKeyOf(input.dataset),
        publishedOnly: input.publishedOnly ?? false,
      });
      return { dataset: await requireDataset(context, id) };
    },
    updateAllRegistrations: async (_root, { input }, context) => ({
      datasetCount: await updateAllRegistrations(context, { publishedOnly: input.publishedOnly ?? false }),
    }),
  },
};
