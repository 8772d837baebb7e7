import { hostname } from 'node:os';
import type { Resolvers } from '../generated/resolvers.ts';

const NO_TERMS = 'There are no terms of use for the API of this installation.';

export const serverResolvers: Resolvers = {
  Query: {
    serverInfo: (_root, _args, { services: { installation, settings } }) => ({
      version: installation.version,
      build: installation.build,
      server: new URL(installation.siteUrl).hostname || hostname(),
      apiTermsOfUse: settings.get(':ApiTermsOfUse') ?? NO_TERMS,
      hidesContactEmails: settings.get(':ExcludeEmailFromExport') ?? false,
      datasetPublishPopupCustomText: settings.get(':DatasetPublishPopupCustomText') ?? null,
    }),
  },
};
