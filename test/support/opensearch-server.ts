// A stand-in for OpenSearch: takes the requests that the adapter may send, in the shapes that its API specification gives them, and nothing else.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const action = z.union([
  z.strictObject({ index: z.strictObject({ _index: z.string(), _id: z.string() }) }),
  z.strictObject({ delete: z.strictObject({ _index: z.string(), _id: z.string() }) }),
]);
const creation = z.strictObject({
  settings: z.object({ index: z.object({}), analysis: z.object({}) }),
  mappings: z.object({ dynamic: z.literal('strict'), properties: z.object({}) }),
});
const moved = z.strictObject({
  actions: z.array(
    z.union([
      z.strictObject({ add: z.strictObject({ index: z.string(), alias: z.string() }) }),
      z.strictObject({ remove: z.strictObject({ index: z.string(), alias: z.string(), must_exist: z.boolean() }) }),
    ]),
  ),
});
const searched = z.strictObject({
  query: z.object({}),
  post_filter: z.object({}).optional(),
  aggs: z
    .strictObject({
      kinds: z.object({}),
      chosen: z.strictObject({ filter: z.object({}), aggs: z.record(z.string(), z.object({})) }).optional(),
    })
    .optional(),
  sort: z.array(z.unknown()).optional(),
  from: z.int().min(0).optional(),
  size: z.int().min(0),
  timeout: z
    .string()
    .regex(/^\d+ms$/u)
    .optional(),
  track_total_hits: z.boolean().optional(),
  track_scores: z.boolean().optional(),
  _source: z.union([z.boolean(), z.array(z.string())]).optional(),
  collapse: z.strictObject({ field: z.string() }).optional(),
  search_after: z.array(z.union([z.string(), z.number()])).optional(),
});

/** A request for the keys of all documents, with the checksums of what they were made from. */
const listing = z.object({
  query: z.strictObject({ match_all: z.strictObject({}) }),
  size: z.int(),
  _source: z.tuple([z.literal('digest')]),
  sort: z.unknown(),
  search_after: z.tuple([z.string(), z.number()]).optional(),
});

interface ListedDocument {
  readonly _id: string;
  readonly kind: string;
  readonly row_id: number;
  readonly digest: string;
}

/** Aggregations that have counted nothing. */
function noFacets(aggregations: Readonly<Record<string, object>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(aggregations).map(([name, asked]) => [
      name,
      'filter' in asked ? { doc_count: 0, seen: { buckets: [] } } : { buckets: 'filters' in asked ? {} : [] },
    ]),
  );
}

export interface OpenSearchServer {
  readonly url: string;
  /** Ids of the documents of each index. */
  readonly indexes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Index by alias. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Requests that are none of the API. */
  readonly strange: readonly string[];
  /** What is answered in place of the answer: a status, silence, a refusal of each document for now (`refusing`) or for ever (`unfit`). */
  fail(how: number | 'silent' | 'refusing' | 'unfit' | 'timed out' | undefined): void;
  stop(): Promise<void>;
}

/** Starts it on a free port. It lists its documents, and finds nothing: what a search means is asked of a real server. */
export async function startOpenSearchServer(): Promise<OpenSearchServer> {
  const indexes = new Map<string, Set<string>>();
  /** What documents were made from, by index and id. */
  const kept = new Map<string, ListedDocument>();
  const aliases = new Map<string, string>();
  const strange: string[] = [];
  let failing: number | 'silent' | 'refusing' | 'unfit' | 'timed out' | undefined;

  function bulk(lines: readonly string[]): unknown {
    const items: unknown[] = [];
    for (let place = 0; place < lines.length; place += 1) {
      const asked = action.parse(JSON.parse(lines[place] ?? ''));
      const { _index, _id } = 'index' in asked ? asked.index : asked.delete;
      const documents = indexes.get(_index);
      if (documents === undefined) throw new Error(`no index ${_index}`);
      if ('index' in asked) {
        place += 1;
        const document = z
          .object({ kind: z.string(), row_id: z.int(), words: z.array(z.string()), digest: z.string() })
          .parse(JSON.parse(lines[place] ?? ''));
        kept.set(`${_index}/${_id}`, { _id, ...document });
      }
      if (failing === 'refusing') {
        items.push({ index: { _id, status: 429, error: { type: 'rejected_execution_exception', reason: 'full' } } });
        continue;
      }
      if (failing === 'unfit' && 'index' in asked) {
        items.push({ index: { _id, status: 400, error: { type: 'mapper_parsing_exception', reason: 'refused' } } });
        continue;
      }
      if ('index' in asked) documents.add(_id);
      else documents.delete(_id);
      items.push({ index: { _id, status: 200 } });
    }
    return { took: 1, errors: items.some((item) => JSON.stringify(item).includes('"error"')), items };
  }

  function list(index: string, { size, search_after: after }: z.infer<typeof listing>): unknown[] {
    const documents = [...(indexes.get(index) ?? [])].flatMap((id) => kept.get(`${index}/${id}`) ?? []);
    const isAfter = ({ kind, row_id: row }: ListedDocument): boolean =>
      after === undefined || kind > after[0] || (kind === after[0] && row > after[1]);
    return documents
      .filter(isAfter)
      .toSorted((one, other) => (one.kind === other.kind ? one.row_id - other.row_id : one.kind < other.kind ? -1 : 1))
      .slice(0, size)
      .map(({ _id, digest }) => ({ _id, _source: { digest } }));
  }

  function answer(method: string, path: string, body: string): unknown {
    const [, first = '', second] = path.split('/');
    if (path === '/_bulk' && method === 'POST') return bulk(body.trimEnd().split('\n'));
    if (path === '/_aliases' && method === 'POST') {
      for (const one of moved.parse(JSON.parse(body)).actions) if ('add' in one) aliases.set(one.add.alias, one.add.index);
      return { acknowledged: true };
    }
    if (second === '_search' && method === 'POST') {
      const listed = listing.safeParse(JSON.parse(body));
      if (listed.success) return { took: 1, timed_out: false, hits: { hits: list(first, listed.data) } };
      const { aggs } = searched.parse(JSON.parse(body));
      const counted = { kinds: { buckets: [] }, ...(aggs?.chosen !== undefined && { chosen: noFacets(aggs.chosen.aggs) }) };
      return { took: 1, timed_out: failing === 'timed out', hits: { hits: [] }, aggregations: counted };
    }
    if (second === '_refresh' && (method === 'POST' || method === 'GET')) return { _shards: {} };
    if (second === undefined && method === 'PUT') {
      creation.parse(JSON.parse(body));
      indexes.set(first, new Set());
      return { acknowledged: true, index: first };
    }
    if (second === undefined && method === 'HEAD' && indexes.has(first)) return {};
    if (second === undefined && method === 'DELETE') {
      indexes.delete(first);
      return { acknowledged: true };
    }
    throw new Error(`no request ${method} ${path}`);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (failing === 'silent') return;
    if (typeof failing === 'number') {
      response
        .writeHead(failing, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { type: 'unavailable', reason: 'not now' }, status: failing }));
      return;
    }
    try {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(request.method ?? '', path, body)));
    } catch (error) {
      strange.push(`${request.method} ${request.url}: ${String(error)}`);
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"status": 400}');
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    indexes,
    aliases,
    strange,
    fail: (how) => {
      failing = how;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
