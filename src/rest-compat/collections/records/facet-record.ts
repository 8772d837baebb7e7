import { z } from 'zod';
import { recordSchema } from '../../records/schema.ts';

/** A facet: its name, or with `returnDetails=true` a record. */
export const facetSchema = z.union([
  z.string(),
  recordSchema('Facet', 'A search facet. Source: collections.md 2.6.', {
    id: z.string().describe('Digits.'),
    displayName: z.string(),
    name: z.string(),
  }),
]);
