import { viewSitemap, viewSitemapPart } from '../../domain/harvesting/sitemap.ts';
import { landingPage } from '../../model/landing-page.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const sitemapResolvers: Resolvers = {
  Query: {
    sitemapParts: async (_root, _args, context) => viewSitemap(context, null),
    sitemapPart: async (_root, { number }, context) => viewSitemapPart(context, { number }),
  },
  SitemapEntry: {
    landingPageUrl: ({ persistentId }, _args, { services }) => landingPage(services.installation.siteUrl, persistentId),
  },
};
