/** What a person holds roles on. Source: users-admin.md 18.9. */
import { z } from 'zod';
import { OwnItemsDocument } from '../../../generated/operations.ts';
import { bareJson } from '../../answers.ts';
import { booleanWord } from '../../boolean-text.ts';
import { type Route, route } from '../../route.ts';
import { OWN_PAGE, ownAnswerSchema, ownItemsRecord, type OwnRefusal } from '../records/own-items-record.ts';

const KINDS = { Collection: 'COLLECTION', Dataset: 'DATASET', DataFile: 'DATAFILE' } as const;

const wholeNumber = z
  .string()
  .regex(/^[+-]?\d{1,9}$/, 'must be a whole number')
  .transform(Number);

const ownQuery = z.object({
  role_ids: z.array(wholeNumber).optional().describe('Id of a role. Without one the answer is a refusal.'),
  dvobject_types: z
    .array(z.enum(['Collection', 'Dataset', 'DataFile'], { error: 'must be Collection, Dataset or DataFile' }))
    .optional()
    .describe('Without one the answer is a refusal.'),
  published_states: z
    .array(z.string())
    .optional()
    .describe('`Published`, `Unpublished`, `Draft`, `In Review` or `Deaccessioned`. Without one the answer is a refusal.'),
  mydata_search_term: z.string().optional().describe('A query as of `/api/search`.'),
  selected_page: wholeNumber.optional().describe('From 1; ten items a page.'),
  userIdentifier: z.string().optional().describe('Another account, for superusers.'),
  dataset_valid: z.array(booleanWord).optional().describe('Whether required metadata are there.'),
});
type OwnQuery = z.output<typeof ownQuery>;

/** What was not chosen, in the order of the contract. */
function lacking({ role_ids, dvobject_types, published_states }: OwnQuery): OwnRefusal | undefined {
  if (role_ids === undefined) return 'Choose a role.';
  if (dvobject_types === undefined) return 'Choose what to look for: Collection, Dataset or DataFile.';
  return published_states === undefined ? 'Choose a publication status.' : undefined;
}

const EVERYTHING = '*:*';
const termOf = ({ mydata_search_term: term }: OwnQuery): string => (term === undefined || term.trim() === '' ? EVERYTHING : term);

export const ownDocumentRoutes: readonly Route[] = [
  route({
    id: 'mydata.retrieve',
    method: 'GET',
    path: '/api/mydata/retrieve',
    summary: 'What the caller holds roles on, ten items a page.',
    auth: 'token',
    query: ownQuery,
    repeats: ['role_ids', 'dvobject_types', 'published_states', 'dataset_valid'],
    queryNames: {
      complete: 'dataset_valid',
      roles: 'role_ids',
      statuses: 'published_states',
      page: 'selected_page',
      query: 'mydata_search_term',
    },
    refusals: ['BAD_USER_INPUT', 'USER_NOT_FOUND'],
    answer: bareJson(ownAnswerSchema),
    operation: OwnItemsDocument,
    variables: ({ query }) => {
      const valid = new Set(query.dataset_valid);
      return {
        query: termOf(query),
        // Without a choice there is nothing to be looked for, but the caller is still asked who he is.
        roles: lacking(query) === undefined ? (query.role_ids ?? []) : [],
        kinds: query.dvobject_types?.map((type) => KINDS[type]) ?? [],
        statuses: query.published_states ?? [],
        complete: valid.size === 1 ? valid.has(true) : null,
        userName: query.userIdentifier ?? null,
        page: Math.max(1, query.selected_page ?? 1),
        first: OWN_PAGE,
        withEntities: true,
        withHighlights: true,
        withCollections: false,
      };
    },
    reply: ({ viewer }, { query }) => {
      const refusal = lacking(query);
      const record = ownItemsRecord(viewer.ownHits, { term: termOf(query), statuses: query.published_states ?? [], refusal });
      return { bare: JSON.stringify(record), contentType: 'application/json' };
    },
  }),
];
