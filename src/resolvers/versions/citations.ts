import { citeVersion } from '../../domain/versions/citation/cite-version.ts';
import { styleVersion } from '../../domain/versions/citation/style-version.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { wholeDataset } from '../datasets/datasets.ts';
import { wholeVersion } from './version-metadata.ts';

export const citationResolvers: Resolvers = {
  DatasetVersion: {
    citation: async (version, { format }, context) =>
      citeVersion(context, await wholeDataset(version.dataset, context), await wholeVersion(version, context), format ?? 'Internal'),
    citationText: async (version, _args, context) =>
      citeVersion(context, await wholeDataset(version.dataset, context), await wholeVersion(version, context), 'Text'),
    citationInStyle: async (version, { style, language }, context) =>
      styleVersion(context, await wholeDataset(version.dataset, context), await wholeVersion(version, context), {
        style,
        language: language ?? 'EN',
      }),
  },
};
