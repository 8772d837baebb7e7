import { z, type ZodType } from 'zod';

/** Metadata and terms of a version in JSON-LD; its keys are the terms of its context. Source: datasets.md 6. */
export const jsonLdSchema: ZodType = z
  .looseObject({ '@id': z.string(), '@context': z.record(z.string(), z.unknown()) })
  .meta({ id: 'VersionJsonLd', description: 'Metadata and terms of a version in JSON-LD. Source: datasets.md 6.' });
