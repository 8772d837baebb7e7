// The registration agency's REST API as its public reference describes it, kept in memory: a local server that checks every request.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

export const REPOSITORY_ID = 'TEST.ARCHIVOLT';
export const REPOSITORY_PASSWORD = 'pa:ss wörd';

const MEDIA_TYPE = 'application/vnd.api+json';

/** Attributes that the reference lists for writing; anything else is a mistake of the client. */
const attributesSchema = z.strictObject({
  doi: z.string().regex(/^10\.[0-9]{4,9}\/\S+$/),
  event: z.enum(['publish', 'register', 'hide']).optional(),
  url: z.url().optional(),
  schemaVersion: z.literal('http://datacite.org/schema/kernel-4').optional(),
  creators: z.array(z.looseObject({ name: z.string().min(1) })).optional(),
  titles: z.array(z.looseObject({ title: z.string().min(1) })).optional(),
  publisher: z.string().min(1).optional(),
  publicationYear: z.int().min(1000).max(9999).optional(),
  subjects: z.array(z.looseObject({ subject: z.string() })).optional(),
  contributors: z.array(z.looseObject({ name: z.string().min(1), contributorType: z.string() })).optional(),
  dates: z.array(z.looseObject({ date: z.string(), dateType: z.string() })).optional(),
  types: z.strictObject({ resourceTypeGeneral: z.string(), resourceType: z.string() }).optional(),
  alternateIdentifiers: z.array(z.strictObject({ alternateIdentifier: z.string(), alternateIdentifierType: z.string() })).optional(),
  relatedIdentifiers: z
    .array(z.looseObject({ relatedIdentifier: z.string(), relatedIdentifierType: z.string(), relationType: z.string() }))
    .optional(),
  sizes: z.array(z.string()).optional(),
  formats: z.array(z.string()).optional(),
  version: z.string().optional(),
  rightsList: z.array(z.looseObject({ rights: z.string() })).optional(),
  descriptions: z.array(z.looseObject({ description: z.string(), descriptionType: z.string() })).optional(),
  geoLocations: z.array(z.looseObject({})).optional(),
  fundingReferences: z.array(z.looseObject({ funderName: z.string() })).optional(),
});

const bodySchema = z.strictObject({
  data: z.strictObject({ id: z.string(), type: z.literal('dois'), attributes: attributesSchema }),
});

export type Attributes = z.infer<typeof attributesSchema>;
type State = 'draft' | 'registered' | 'findable';

/** A DOI as the service keeps it. */
export interface KeptDoi {
  readonly state: State;
  readonly attributes: Attributes;
}

/** What a request is answered in place of being served; `cut` drops the connection before, `cutAfter` after doing the work; `never` says nothing, `holdAfter` does the work and says nothing. */
export type Trouble =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'cut'
  | 'cutAfter'
  | 'holdAfter'
  | 'never';

export interface DataciteServer {
  readonly url: string;
  /** `METHOD path` of every request, in order. */
  readonly requests: string[];
  /** By DOI in lower case. */
  readonly dois: Map<string, KeptDoi>;
  /** What the next requests meet, one each; then all is well, unless `outage` is set. */
  readonly troubles: Trouble[];
  /** Meets every request while it is set. */
  outage: Trouble | undefined;
  /** Whether PUT makes a DOI that does not exist, as the service does, or answers 404. */
  putCreates: boolean;
  /** @throws Error naming what clients did that the reference does not allow. */
  stop(): Promise<void>;
}

function movedTo(state: State, event: Attributes['event']): State {
  if (event === 'publish') return 'findable';
  if (event === 'hide' && state === 'findable') return 'registered';
  if (event === 'register' && state === 'draft') return 'registered';
  return state;
}

function answer(response: ServerResponse, status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { ...(body === undefined ? {} : { 'content-type': `${MEDIA_TYPE}; charset=utf-8` }), ...headers });
  response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
}

const notFound = { errors: [{ status: '404', title: "The resource you are looking for doesn't exist." }] };

/** Starts the service on a free port of this machine, or on the one that is given. */
export async function startDataciteServer(port = 0): Promise<DataciteServer> {
  const requests: string[] = [];
  const mistakes: string[] = [];
  const dois = new Map<string, KeptDoi>();
  const troubles: Trouble[] = [];
  const state: Pick<DataciteServer, 'outage' | 'putCreates'> = { outage: undefined, putCreates: true };

  function write(response: ServerResponse, doi: string, body: string, method: string): void {
    const parsed = bodySchema.safeParse(JSON.parse(body));
    if (!parsed.success) {
      mistakes.push(z.prettifyError(parsed.error));
      answer(response, 422, { errors: [{ source: 'data', title: 'is invalid' }] });
      return;
    }
    const { id, attributes } = parsed.data.data;
    const key = id.toLowerCase();
    if (key !== attributes.doi.toLowerCase() || (method === 'PUT' && key !== doi)) mistakes.push(`${method} ${doi} speaks of ${id}`);
    const kept = dois.get(key);
    if (method === 'POST' && kept !== undefined) {
      answer(response, 422, { errors: [{ source: 'doi', uid: key, title: 'This DOI has already been taken' }] });
      return;
    }
    const { event, ...rest } = attributes;
    const merged = { ...kept?.attributes, ...rest };
    const next = movedTo(kept?.state ?? 'draft', event);
    const missing =
      next === 'draft'
        ? []
        : (['url', 'creators', 'titles', 'publisher', 'publicationYear', 'types'] as const).filter((name) => merged[name] === undefined);
    if (missing.length > 0) {
      answer(response, 422, { errors: missing.map((name) => ({ source: name, uid: key, title: "can't be blank" })) });
      return;
    }
    dois.set(key, { state: next, attributes: merged });
    answer(response, kept === undefined ? 201 : 200, { data: { id: key, type: 'dois', attributes: { ...merged, doi: key, state: next } } });
  }

  function serve(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { method = '', url = '' } = request;
    const credentials = Buffer.from(`${REPOSITORY_ID}:${REPOSITORY_PASSWORD}`).toString('base64');
    if (request.headers.authorization !== `Basic ${credentials}`) {
      answer(response, 401, { errors: [{ status: '401', title: 'Bad credentials.' }] }, { 'www-authenticate': 'Basic realm="api"' });
      return;
    }
    if (request.headers.accept !== MEDIA_TYPE) mistakes.push(`Accept: ${request.headers.accept}`);
    if (!/\S/.test(request.headers['user-agent'] ?? '')) mistakes.push('no User-Agent');
    const writes = method === 'PUT' || method === 'POST';
    if ((request.headers['content-type'] === MEDIA_TYPE) !== writes) {
      mistakes.push(`${method} with Content-Type ${request.headers['content-type']}`);
    }
    if (method === 'POST' && url === '/dois') return write(response, '', body, method);
    const doi = /^\/dois\/(10\.[^?]+)$/.exec(url)?.[1]?.toLowerCase();
    if (doi === undefined) {
      mistakes.push(`${method} ${url}`);
      return answer(response, 404, notFound);
    }
    const kept = dois.get(doi);
    if (method === 'PUT' && (kept !== undefined || state.putCreates)) return write(response, doi, body, method);
    if (kept === undefined) return answer(response, 404, notFound);
    if (method === 'GET') {
      return answer(response, 200, { data: { id: doi, type: 'dois', attributes: { ...kept.attributes, doi, state: kept.state } } });
    }
    if (method !== 'DELETE') {
      mistakes.push(`${method} ${url}`);
      return answer(response, 405, { errors: [{ status: '405', title: 'Method not allowed' }] });
    }
    if (kept.state !== 'draft') {
      return answer(
        response,
        405,
        { errors: [{ status: '405', title: 'Method not allowed' }] },
        { allow: 'HEAD, GET, POST, PATCH, PUT, OPTIONS' },
      );
    }
    dois.delete(doi);
    return answer(response, 204);
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${request.method} ${request.url}`);
    const trouble = troubles.shift() ?? state.outage;
    const body = await text(request);
    if (trouble === 'never') return;
    if (trouble === 'cut') {
      request.socket.destroy();
      return;
    }
    if (trouble === 'cutAfter') response.end = () => request.socket.destroy() && response;
    if (trouble === 'holdAfter') response.end = () => response;
    if (trouble === undefined || trouble === 'cutAfter' || trouble === 'holdAfter') {
      serve(request, response, body);
    } else answer(response, trouble.status, trouble.body, trouble.headers);
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => request.socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP address.');
  return Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    dois,
    troubles,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (mistakes.length > 0) throw new Error(`Requests that the reference does not know:\n${mistakes.join('\n')}`);
    },
  });
}
