/** The parameters of a search. Source: collections.md 11.1. */
import { z } from 'zod';
import type { SearchItemsQueryVariables } from '../../../generated/operations.ts';
import { ROOT_COLLECTION_REFERENCE } from '../../../vocabulary/collections.ts';
import { booleanWord } from '../../boolean-text.ts';

const KINDS = { collection: 'COLLECTION', dataset: 'DATASET', file: 'DATAFILE' } as const;

const PAGE = 10;
const LARGEST_PAGE = 1_000;
const LARGEST_NUMBER = 2_147_483_647;

const DECIMAL = /^\s*[+-]?\d{1,9}(?:\.\d{1,15})?\s*$/;
const decimal = (text: string): number => (DECIMAL.test(text) ? Number(text) : Number.NaN);

/** A whole number up to a largest one; empty is as if it had not been sent. */
function wholeNumber(largest: number) {
  return z
    .string()
    .regex(/^[+-]?\d{1,10}$|^$/, 'must be a whole number')
    .transform((text) => (text === '' ? undefined : Number(text)))
    .refine((value) => value === undefined || (value >= 0 && value <= largest), `must be from 0 to ${largest}`)
    .optional();
}

/** Parameters that may be repeated. */
export const REPEATED = ['type', 'subtree', 'fq', 'metadata_fields'] as const;

export const searchQuery = z
  .object({
    q: z.string().describe('The query; `*` for everything.'),
    type: z.array(z.enum(['collection', 'dataset', 'file'], { error: 'must be collection, dataset or file' })).optional(),
    subtree: z.array(z.string()).optional().describe('Alias of a collection, or `:root`.'),
    fq: z.array(z.string()).optional().describe('A further query that hits have to fit.'),
    sort: z.string().optional().describe('`name`, `date` or a field with exact values; relevance without.'),
    order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).optional(),
    per_page: wholeNumber(LARGEST_PAGE),
    start: wholeNumber(LARGEST_NUMBER),
    show_relevance: booleanWord.optional(),
    show_facets: booleanWord.optional(),
    show_entity_ids: booleanWord.optional(),
    show_api_urls: booleanWord.optional(),
    query_entities: booleanWord.optional(),
    metadata_fields: z.array(z.string()).optional().describe('`<block>:<field>` or `<block>:*`.'),
    geo_point: z.string().optional().describe('`latitude,longitude`'),
    geo_radius: z.string().optional().describe('Kilometres.'),
    show_type_counts: booleanWord.optional(),
    show_collections: booleanWord.optional(),
    search_service: z.string().optional().describe('Name of what answers, one of `/api/search/services`.'),
  })
  .superRefine(({ geo_point: point, geo_radius: radius }, check) => {
    const add = (name: 'geo_point' | 'geo_radius', message: string) => check.addIssue({ code: 'custom', path: [name], message });
    if (point !== undefined && radius === undefined) add('geo_radius', 'must come with geo_point');
    if (point === undefined && radius !== undefined) add('geo_point', 'must come with geo_radius');
    const numbers = point?.split(',').map(decimal);
    if (numbers !== undefined && (numbers.length !== 2 || numbers.some(Number.isNaN))) {
      add('geo_point', 'must be two numbers with a comma between them');
    }
    if (radius !== undefined && Number.isNaN(decimal(radius))) add('geo_radius', 'must be a number');
  });

export type SearchParameters = z.output<typeof searchQuery>;

/** What the operation calls them. */
export const QUERY_NAMES: Readonly<Record<string, string>> = {
  'near/radiusKilometres': 'geo_radius',
  near: 'geo_point',
  query: 'q',
  filters: 'fq',
  within: 'subtree',
  kinds: 'type',
  'orderBy/field': 'sort',
  offset: 'start',
  service: 'search_service',
};

/** Which hits are asked for. */
export function pageOf({ per_page: size, start }: SearchParameters): { readonly offset: number; readonly size: number } {
  // Source: collections.md 11.1: 0 is the default.
  return { offset: start ?? 0, size: size === undefined || size === 0 ? PAGE : size };
}

/** The variables of the operation but for those of a page. */
export function searchVariables(query: SearchParameters): Omit<SearchItemsQueryVariables, 'first' | 'offset' | 'withFacets'> {
  const [latitude, longitude] = query.geo_point?.split(',').map(decimal) ?? [];
  const radiusKilometres = query.geo_radius === undefined ? undefined : decimal(query.geo_radius);
  const withEntities = query.query_entities ?? true;
  return {
    query: query.q,
    filters: query.fq ?? [],
    kinds: query.type?.map((type) => KINDS[type]) ?? Object.values(KINDS),
    within: (query.subtree ?? []).map((alias) => (alias.toLowerCase() === ROOT_COLLECTION_REFERENCE ? { root: true } : { alias })),
    near:
      latitude === undefined || longitude === undefined || radiusKilometres === undefined
        ? null
        : { latitude, longitude, radiusKilometres },
    orderBy: { field: query.sort ?? null, direction: query.order === undefined ? null : query.order === 'asc' ? 'ASC' : 'DESC' },
    service: query.search_service ?? null,
    withEntities,
    withHighlights: query.show_relevance ?? false,
    withCollections: withEntities && (query.show_collections ?? false),
  };
}
