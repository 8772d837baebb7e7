import { describeVariables } from '../../domain/exports/describe-variables.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { decodeCursor, encodeCursor } from '../pages.ts';

export const variableDescriptionResolvers: Resolvers = {
  DataFile: {
    variableDescription: async ({ key }, { recordDatabaseId, include, exclude, after }, context) => {
      const { last, ...part } = await describeVariables(context, {
        file: key,
        recordId: recordDatabaseId ?? undefined,
        chosen: { included: include ?? [], excluded: exclude ?? [] },
        after: Number(decodeCursor('variables', after)?.[0] ?? -1),
      });
      return { ...part, endCursor: last === null ? null : encodeCursor('variables', [last]) };
    },
  },
};
