import { hostname } from 'node:os';
import { apiTermsOfUse, applicationTermsOfUse } from '../../domain/installation/terms-of-use.ts';
import { ZIP_DOWNLOAD_LIMIT_BYTES } from '../../model/settings/setting-defaults.ts';
import { schemaVersionOf } from '../schema-version.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const serverResolvers: Resolvers = {
  Query: {
    // The schema that this very operation runs on, even when another has come meanwhile.
    schemaVersion: (_root, _args, _context, { schema }) => schemaVersionOf(schema),
    serverInfo: (_root, _args, { services: { allowsIncompleteMetadata, installation, settings } }) => ({
      version: installation.version,
      build: installation.build,
      server: new URL(installation.siteUrl).hostname || hostname(),
      installationName: installation.name(),
      apiTermsOfUse: apiTermsOfUse(settings),
      applicationTermsOfUse: applicationTermsOfUse(settings),
      hidesContactEmails: settings.get(':ExcludeEmailFromExport') ?? false,
      datasetPublishPopupCustomText: settings.get(':DatasetPublishPopupCustomText') ?? null,
      publishDatasetDisclaimerText: settings.get(':PublishDatasetDisclaimerText') ?? null,
      maxEmbargoDurationInMonths: settings.get(':MaxEmbargoDurationInMonths') ?? null,
      zipDownloadLimitBytes: settings.get(':ZipDownloadLimit') ?? ZIP_DOWNLOAD_LIMIT_BYTES,
      userGuidesBaseUrl: settings.get(':GuidesBaseUrl') ?? `${installation.siteUrl}/guides`,
      userGuidesVersion: settings.get(':GuidesVersion') ?? installation.version,
      acceptsIncompleteMetadata: allowsIncompleteMetadata,
    }),
  },
  ServerInfo: {
    applicationTermsOfUse: ({ applicationTermsOfUse: withoutLanguage }, { language }, { services }) =>
      language === null || language === undefined ? withoutLanguage : applicationTermsOfUse(services.settings, language),
  },
};
