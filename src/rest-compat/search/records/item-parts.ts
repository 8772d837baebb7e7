/** What items of all kinds have. Source: collections.md 11.1. */
import { z } from 'zod';
import { listOf, mapOf, objectId } from '../../records/schema.ts';

/** What an item is asked to show. */
export interface ItemOptions {
  readonly show_relevance?: boolean | undefined;
  readonly show_entity_ids?: boolean | undefined;
  readonly show_api_urls?: boolean | undefined;
  readonly query_entities?: boolean | undefined;
  readonly metadata_fields?: readonly string[] | undefined;
  readonly isGuest: boolean;
}

/** Keys that are there on demand. */
export const onDemand = {
  matches: listOf(mapOf(z.strictObject({ snippets: listOf(z.string()) })))
    .optional()
    .describe('Pieces of text with the words that were found, as HTML; only with `show_relevance=true`.'),
  score: z.number().optional().describe('Only with `show_relevance=true`.'),
  entity_id: objectId.optional().describe('Only with `show_entity_ids=true`.'),
};

export const statusesSchema = listOf(z.enum(['Published', 'Unpublished', 'Draft', 'In Review', 'Deaccessioned']));
export type Statuses = z.infer<typeof statusesSchema>;

interface Hit {
  readonly score: number;
  readonly publicationStatuses: readonly string[];
  readonly highlights?: readonly { readonly field: string; readonly snippet: string }[];
}

type Demanded = z.infer<z.ZodObject<typeof onDemand>> & { readonly publicationStatuses: Statuses };

/** The keys that stand between what is found and what is read. */
export function demanded({ score, publicationStatuses, highlights = [] }: Hit, entityId: number, options: ItemOptions): Demanded {
  return {
    matches: options.show_relevance ? highlights.map(({ field, snippet }) => ({ [field]: { snippets: [snippet] } })) : undefined,
    score: options.show_relevance ? score : undefined,
    entity_id: options.show_entity_ids ? entityId : undefined,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the words of the contract, which the statement of the search writes
    publicationStatuses: publicationStatuses as Statuses,
  };
}
