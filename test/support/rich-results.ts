/** What search engines ask of the record of a dataset. Source: developers.google.com/search/docs/appearance/structured-data/dataset. */
import { z } from 'zod';

const text = z.string().trim().min(1);
const webAddress = z.url({ protocol: /^https?$/ });
const oneOrMore = <Entry extends z.ZodType>(entry: Entry) => z.union([entry, z.array(entry).min(1)]);
const day = z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/);

const organization = z.looseObject({ '@type': z.literal('Organization'), name: text });
const agent = z.union([z.looseObject({ '@type': z.literal('Person'), name: text }), organization]);
const download = z.looseObject({
  '@type': z.literal('DataDownload'),
  // Of files that everybody may have.
  contentUrl: webAddress.optional(),
  encodingFormat: text,
});

/** Required properties, and the types of those that are recommended. */
export const richResultOfDataset = z.looseObject({
  '@context': z.string().regex(/^https?:\/\/schema\.org\/?$/),
  '@type': z.literal('Dataset'),
  name: text,
  // A shorter one is what somebody wrote: it is warned of, not refused.
  description: text.max(5000),
  creator: oneOrMore(agent),
  identifier: oneOrMore(text),
  license: z.union([webAddress, z.looseObject({ '@type': z.literal('CreativeWork') })]).optional(),
  datePublished: day.optional(),
  dateModified: day.optional(),
  keywords: z.array(text).optional(),
  version: text.optional(),
  includedInDataCatalog: z.looseObject({ '@type': z.literal('DataCatalog'), name: text, url: webAddress }).optional(),
  publisher: organization.optional(),
  funder: z.array(organization).optional(),
  distribution: z.array(download).optional(),
  temporalCoverage: oneOrMore(text).optional(),
  spatialCoverage: oneOrMore(z.union([text, z.looseObject({ '@type': text })])).optional(),
});
