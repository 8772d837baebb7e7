/** What a person holds roles on, a page of it. Source: users-admin.md 18.9. */
import { z } from 'zod';
import type { OwnItemsQuery } from '../../../generated/operations.ts';
import { dayInWords } from '../../records/day-in-words.ts';
import { grouped, namedPage, pageFacts, turningPage } from '../../records/numbered-pages.ts';
import { counted, listOf, recordSchema } from '../../records/schema.ts';
import { datasetItem, datasetItemSchema } from './dataset-item-record.ts';
import { fileItem, fileItemSchema } from './file-item-record.ts';
import { type ItemOptions, type Statuses, statusesSchema } from './item-parts.ts';
import { collectionItem, collectionItemSchema } from './search-item-record.ts';

/** Items of a page. */
export const OWN_PAGE = 10;

const held = {
  publication_statuses: statusesSchema,
  is_draft_state: z.boolean(),
  is_in_review_state: z.boolean(),
  is_unpublished_state: z.boolean(),
  is_published: z.boolean(),
  is_deaccesioned: z.boolean(),
  is_valid: z.boolean().describe('Whether all required metadata are there.'),
  date_to_display_on_card: z.string().describe('A day such as `2026 Nov 22`.'),
  parentId: z.string(),
} as const;
const inCollection = { ...held, parent_alias: z.string(), user_roles: listOf(z.string()) } as const;

const collectionSchema = recordSchema('OwnCollection', 'A collection on which the caller holds roles. Source: users-admin.md 18.9.', {
  ...collectionItemSchema.shape,
  ...inCollection,
});
const datasetSchema = recordSchema('OwnDataset', 'A version of a dataset on which the caller holds roles. Source: users-admin.md 18.9.', {
  ...datasetItemSchema.shape,
  ...inCollection,
});
const fileSchema = recordSchema('OwnFile', 'A file on which the caller holds roles. Source: users-admin.md 18.9.', {
  ...fileItemSchema.shape,
  ...held,
  parentIdentifier: z.string().describe('Persistent identifier of its dataset.'),
  parentName: z.string().describe('Title of its dataset.'),
  user_roles: listOf(z.string()),
});

const paginationSchema = recordSchema('OwnPagination', 'Where a page of own objects lies. Source: users-admin.md 18.9.', {
  ...namedPage,
  startCardNumber: counted,
  endCardNumber: counted,
  startCardNumberString: z.string(),
  endCardNumberString: z.string(),
  remainingCards: counted,
  ...turningPage,
});

const pageSchema = recordSchema('OwnObjects', 'A page of what the caller holds roles on. Source: users-admin.md 18.9.', {
  pagination: paginationSchema,
  items: listOf(z.discriminatedUnion('type', [collectionSchema, datasetSchema, fileSchema])),
  total_count: counted,
  start: counted,
  search_term: z.string(),
  dvobject_counts: z.strictObject({ collections_count: counted, files_count: counted, datasets_count: counted }),
  pubstatus_counts: z.strictObject({
    unpublished_count: counted,
    draft_count: counted,
    published_count: counted,
    in_review_count: counted,
    deaccessioned_count: counted,
  }),
  selected_filters: z.strictObject({ publication_statuses: listOf(z.string()), role_names: listOf(z.string()) }),
  partial_results: z.boolean().optional().describe('`true` where the search reached its time limit: there may be more hits.'),
});

export type OwnRefusal = 'Choose a role.' | 'Choose what to look for: Collection, Dataset or DataFile.' | 'Choose a publication status.';

export const ownAnswerSchema = z.union([
  z.strictObject({ success: z.literal(true), data: pageSchema }),
  z.strictObject({ success: z.literal(false), error_message: z.string() }),
]);

type OwnPage = OwnItemsQuery['viewer']['ownHits'];

const SHOWN: ItemOptions = { show_relevance: true, show_entity_ids: true, show_api_urls: true, isGuest: false };

type Held = z.infer<z.ZodObject<Omit<typeof held, 'parentId'>>>;
type OwnItem = z.infer<typeof collectionSchema> | z.infer<typeof datasetSchema> | z.infer<typeof fileSchema>;

function heldFacts(statuses: Statuses, { hit, complete }: OwnPage['nodes'][number]): Held {
  return {
    publication_statuses: statuses,
    is_draft_state: statuses.includes('Draft'),
    is_in_review_state: statuses.includes('In Review'),
    is_unpublished_state: statuses.includes('Unpublished'),
    is_published: statuses.includes('Published'),
    is_deaccesioned: statuses.includes('Deaccessioned'),
    is_valid: complete,
    date_to_display_on_card: dayInWords(hit.sortDate),
  };
}

function itemOf(entry: OwnPage['nodes'][number]): OwnItem {
  const { hit, roleNames: user_roles } = entry;
  if ('fileMetadata' in hit) {
    const item = fileItem(hit, SHOWN);
    const { dataset, title } = hit.datasetVersion;
    const parent = { parentId: String(dataset.databaseId), parentIdentifier: dataset.persistentId, parentName: title };
    return { ...item, ...heldFacts(item.publicationStatuses, entry), ...parent, user_roles };
  }
  if ('collection' in hit) {
    const item = collectionItem(hit, SHOWN);
    const { owner } = hit.collection;
    const parent = { parentId: String(owner?.databaseId ?? ''), parent_alias: owner?.alias ?? '' };
    return { ...item, ...heldFacts(item.publicationStatuses, entry), ...parent, user_roles };
  }
  const item = datasetItem(hit, SHOWN);
  const { owner } = hit.datasetVersion.dataset;
  const parent = { parentId: String(owner.databaseId), parent_alias: owner.alias };
  return { ...item, ...heldFacts(item.publicationStatuses, entry), ...parent, user_roles };
}

/** A page, or why there is none. */
export function ownItemsRecord(
  found: OwnPage,
  asked: { readonly term: string; readonly statuses: readonly string[]; readonly refusal: OwnRefusal | undefined },
): z.infer<typeof ownAnswerSchema> {
  const { totalCount, page, countsByKind, roles } = found;
  const role_names = roles.map(({ name }) => name);
  if (asked.refusal !== undefined) return { success: false, error_message: asked.refusal };
  if (totalCount === 0) {
    const names = role_names.length === 0 ? 'roles that were chosen' : `roles ${role_names.join(', ')}`;
    return { success: false, error_message: `Nothing was found for the ${names} with these filters.` };
  }
  const { named, turning, start, end } = pageFacts({ totalCount, page, size: OWN_PAGE });
  const countOf = new Map(found.statuses.map(({ value, count }) => [value, count]));
  return {
    success: true,
    data: {
      pagination: {
        ...named,
        startCardNumber: start,
        endCardNumber: end,
        startCardNumberString: grouped(start),
        endCardNumberString: grouped(end),
        remainingCards: totalCount - end,
        ...turning,
      },
      items: found.nodes.map(itemOf),
      total_count: totalCount,
      start: start - 1,
      search_term: asked.term,
      dvobject_counts: {
        collections_count: countsByKind.collections,
        files_count: countsByKind.files,
        datasets_count: countsByKind.datasets,
      },
      pubstatus_counts: {
        unpublished_count: countOf.get('Unpublished') ?? 0,
        draft_count: countOf.get('Draft') ?? 0,
        published_count: countOf.get('Published') ?? 0,
        in_review_count: countOf.get('In Review') ?? 0,
        deaccessioned_count: countOf.get('Deaccessioned') ?? 0,
      },
      selected_filters: { publication_statuses: asked.statuses, role_names },
      partial_results: found.cutShort || undefined,
    },
  };
}
