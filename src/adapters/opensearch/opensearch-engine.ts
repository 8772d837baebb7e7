/** The OpenSearch client behind the port of engines. See docs/adr/0073-search-in-opensearch.md. */
import type { Client } from '@opensearch-project/opensearch';
import { z } from 'zod';
import { type KeptDocument, type RefusedDocument, type SearchEngine, SearchEngineFault } from '../../kernel/ports/search-engine.ts';
import type { DocumentKey } from '../../model/search/search-engine.ts';
import { bulkParts } from './bulk-parts.ts';
import { digestOf, documentId, keyOf } from './document-body.ts';
import { facetsOf } from './facets.ts';
import { indexDefinition } from './index-definition.ts';
import { beginningIn, type Query, visibleTo } from './queries.ts';
import { type SearchBody, searchBody } from './search-body.ts';
import { inOutgoingSpan } from '../../tracing/outgoing-span.ts';

export interface OpenSearchSettings {
  /** Without credentials. */
  readonly node: string;
  readonly auth: { readonly username: string; readonly password: string } | undefined;
  /** Name under which the index answers; what is built begins with it. */
  readonly alias: string;
}

const REQUEST_MS = 30_000;
/** What a request may take longer than the search in it. */
const SLACK_MS = 1_000;

const searched = z.object({
  timed_out: z.boolean(),
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number().nullable() })) }),
  aggregations: z.record(z.string(), z.unknown()).optional(),
});
const kinds = z.object({ buckets: z.array(z.object({ key: z.enum(['COLLECTION', 'DATASET', 'DATAFILE']), doc_count: z.number() })) });
const written = z.object({
  errors: z.boolean(),
  items: z.array(z.record(z.string(), z.object({ _id: z.string(), status: z.number(), error: z.unknown().optional() }))),
});
const listed = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.object({ digest: z.string() }) })) }) });

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : String(error);
}

/** Reads a part of an answer. @throws SearchEngineFault for one of another shape */
function readAs<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new SearchEngineFault(`OpenSearch answered otherwise than it does: ${reasonOf(error)}`, { cause: error });
  }
}

/** Documents that can never be taken as they are. @throws SearchEngineFault where the server has no room, or something else ails it */
function refusedOf(items: z.infer<typeof written>['items'], node: string): RefusedDocument[] {
  const failed = items.flatMap((item) => Object.values(item)).filter(({ error }) => error !== undefined);
  const fault = failed.find(({ status }) => status !== 400);
  if (fault !== undefined) {
    const { _id: id } = fault;
    throw new SearchEngineFault(`OpenSearch at ${node} did not take ${id}: ${JSON.stringify(fault.error).slice(0, 500)}`);
  }
  return failed.map(({ _id, error }) => ({ ...keyOf(_id), reason: JSON.stringify(error).slice(0, 500) }));
}

/** An engine that is connected to when it is first asked. */
export function createOpenSearchEngine({ node, auth, alias }: OpenSearchSettings): SearchEngine {
  let connecting: Promise<Client> | undefined;

  async function connect(): Promise<Client> {
    const { Client: OpenSearchClient } = await import('@opensearch-project/opensearch');
    return new OpenSearchClient({ node, ...(auth !== undefined && { auth }), requestTimeout: REQUEST_MS, maxRetries: 0 });
  }

  async function asked<Answer>(ask: (client: Client) => Promise<{ readonly body: unknown }>, shape: z.ZodType<Answer>): Promise<Answer> {
    try {
      connecting ??= connect();
      const client = await connecting;
      const { body } = await inOutgoingSpan({ name: 'OpenSearch', address: node }, () => ask(client));
      return shape.parse(body);
    } catch (error) {
      throw new SearchEngineFault(`OpenSearch at ${node} did not do what it was asked: ${reasonOf(error)}`, { cause: error });
    }
  }

  async function search(body: SearchBody, limitMs = REQUEST_MS) {
    return asked((client) => client.search({ index: alias, body }, { requestTimeout: Math.round(limitMs) + SLACK_MS }), searched);
  }

  async function keysOf(query: Query, limit: number, more: Partial<SearchBody> = {}): Promise<DocumentKey[]> {
    const { hits } = await search({ query, size: limit, _source: false, track_total_hits: false, ...more });
    return hits.hits.map(({ _id }) => keyOf(_id));
  }

  return {
    description: `OpenSearch at ${node}`,

    find: async (request) => {
      const { hits, aggregations, timed_out: cut } = await search(searchBody(request), request.limitMs);
      const { facets: names } = request.asked;
      const chosen = names.length === 0 ? undefined : readAs(() => facetsOf(names, aggregations?.['chosen']));
      const counted = readAs(() => kinds.parse(aggregations?.['kinds']));
      return {
        hits: hits.hits.map(({ _id, _score }) => ({ ...keyOf(_id), score: _score ?? 1 })),
        countsByKind: Object.fromEntries(counted.buckets.map(({ key, doc_count: count }) => [key, count])),
        facets: chosen?.facets ?? [],
        facetsEstimated: chosen?.estimated ?? false,
        cut,
      };
    },

    named: (access, { folded }, limit) =>
      keysOf({ bool: { filter: [visibleTo(access), beginningIn('name_words', { plain: folded })] } }, limit, {
        sort: [{ name_length: { order: 'asc' } }, { name: { order: 'asc' } }],
        collapse: { field: 'name' },
      }),

    alike: (access, { folded }, limit) =>
      keysOf(
        {
          bool: {
            must: [{ fuzzy: { name_words: { value: folded, fuzziness: 'AUTO', transpositions: true } } }],
            filter: [visibleTo(access)],
          },
        },
        limit,
      ),

    similar: (document, limit) =>
      keysOf(
        {
          bool: {
            must: [
              {
                more_like_this: {
                  fields: ['words_a', 'words_b'],
                  like: [{ _index: alias, _id: documentId(document) }],
                  min_term_freq: 1,
                  min_doc_freq: 1,
                  max_query_terms: 25,
                  min_word_length: 4,
                  minimum_should_match: '1',
                },
              },
            ],
            filter: [{ term: { public: { value: true } } }, { term: { kind: { value: 'DATASET' } } }],
          },
        },
        limit,
      ),

    write: async (index, documents, gone) => {
      const { parts, tooLarge } = bulkParts(index, documents, gone);
      const refused = [...tooLarge];
      for (const lines of parts) {
        // The client writes texts of a list as they are, one a line; its types know objects alone.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        const { errors, items } = await asked((client) => client.bulk({ body: lines as unknown as object[] }), written);
        if (errors) refused.push(...refusedOf(items, node));
      }
      return refused;
    },

    createIndex: async (index) => {
      await asked((client) => client.indices.create({ index, body: indexDefinition }), z.unknown());
    },
    deleteIndex: async (index) => {
      await asked((client) => client.indices.delete({ index, ignore_unavailable: true }), z.unknown());
    },
    hasIndex: async (index) => asked((client) => client.indices.exists({ index }), z.boolean()),
    answerFrom: async (index) => {
      const actions = [{ remove: { index: `${alias}-*`, alias, must_exist: false } }, { add: { index, alias } }];
      await asked((client) => client.indices.updateAliases({ body: { actions } }), z.unknown());
    },
    refresh: async (index) => {
      await asked((client) => client.indices.refresh({ index }), z.unknown());
    },
    listDocuments: async (index, after, limit) => {
      const body: SearchBody = {
        query: { match_all: {} },
        size: limit,
        _source: ['digest'],
        sort: [{ kind: { order: 'asc' } }, { row_id: { order: 'asc' } }],
        ...(after !== undefined && { search_after: [after.kind, after.rowId] }),
      };
      const { hits } = await asked((client) => client.search({ index, body }), listed);
      return hits.hits.map(({ _id, _source }): KeptDocument => ({ ...keyOf(_id), digest: _source.digest }));
    },
    digestOf,
  };
}
