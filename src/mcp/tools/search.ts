import { z } from 'zod';
import { McpSearchDocument } from '../../generated/mcp-operations.ts';
import { collectionArgument, collectionReference, cursorArgument } from '../arguments.ts';
import { defineTool } from '../tool.ts';

const KINDS = { collection: 'COLLECTION', dataset: 'DATASET', file: 'DATAFILE' } as const;

/** Hits of a search, by relevance. */
export const searchTool = defineTool(
  {
    name: 'search',
    title: 'Search the repository',
    description: 'Finds collections, datasets and files that the caller may see. Give totalCount when you tell how many there are.',
    readOnly: true,
  },
  z.strictObject({
    query: z
      .string()
      .max(2_000)
      .default('*')
      .describe('Words, "phrases", field:value such as authorName:Curie, AND, OR, NOT, wildcards; * is everything'),
    types: z
      .array(z.enum(['collection', 'dataset', 'file']))
      .min(1)
      .max(3)
      .default(['dataset']),
    collection: collectionArgument.optional(),
    filters: z
      .array(z.string().max(1_000))
      .max(20)
      .default([])
      .describe('Further queries that hits have to fit, such as publicationDate:2024'),
    first: z.int().min(1).max(50).default(20),
    after: cursorArgument,
  }),
  async ({ query, types, collection, filters, first, after }, { run }) => {
    const within = collection === undefined ? [] : [collectionReference(collection)];
    const kinds = types.map((type) => KINDS[type]);
    const { search } = await run(McpSearchDocument, { query, kinds, within, filters, first, after: after ?? null });
    const { nodes, pageInfo, ...counts } = search;
    return { ...counts, ...pageInfo, hits: nodes };
  },
);
