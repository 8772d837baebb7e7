import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';

/** A refusal of the server. */
export class CarryRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'CarryRefusal';
    this.code = code;
  }
}

/** What is asked for of a file: what was uploaded; of a table its text, below the names of its variables or without them. */
const FORMS = { original: 'format=original', text: 'noVarHeader=false', 'text without names': 'noVarHeader=true' } as const;

/** The GraphQL API as a superuser uses it. */
export interface CarryClient {
  readonly url: string;
  /** @throws CarryRefusal | StartupError when there is no answer */
  ask<Data>(shape: z.ZodType<Data>, query: string, variables: Readonly<Record<string, unknown>>): Promise<Data>;
  /** As `ask`, with texts that follow one another as the file of the variable at `path`. @throws CarryRefusal | StartupError */
  send<Data>(
    shape: z.ZodType<Data>,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    file: { readonly path: string; readonly text: readonly string[] },
  ): Promise<Data>;
  /** Bytes of a file in a form. @throws CarryRefusal | StartupError */
  download(fileId: number, form: keyof typeof FORMS): Promise<AsyncIterable<Uint8Array>>;
}

const answerSchema = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), extensions: z.looseObject({ code: z.string() }).optional() })).optional(),
});

/** Far more than a page or a dataset takes, on a busy machine too. */
const ANSWER_LIMIT_MS = 300_000;

/** A client of the server at `url`, with the permissions of the token's account. */
export function createCarryClient(url: string, token: string): CarryClient {
  const credentials = { 'X-Service-key': token };

  async function fetched(path: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(`${url}${path}`, { ...request, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    } catch (error) {
      throw new StartupError(`The server at ${url} does not respond; run the task again to continue where it stopped.`, { cause: error });
    }
  }

  async function dataOf<Data>(shape: z.ZodType<Data>, response: Response): Promise<Data> {
    const { data, errors: [refused] = [] } = answerSchema.parse(await response.json());
    if (refused !== undefined) throw new CarryRefusal(refused.extensions?.code ?? 'INTERNAL_SERVER_ERROR', refused.message);
    return shape.parse(data);
  }

  return {
    url,
    ask: async (shape, query, variables) => {
      const headers = { ...credentials, 'Content-Type': 'application/json' };
      return dataOf(shape, await fetched('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) }));
    },
    send: async (shape, query, variables, { path, text }) => {
      const body = new FormData();
      body.set('operations', JSON.stringify({ query, variables }));
      body.set('map', JSON.stringify({ file: [path] }));
      body.set('file', new Blob([...text], { type: 'application/jsonl' }), 'dataset.jsonl');
      return dataOf(shape, await fetched('/graphql', { method: 'POST', headers: credentials, body }));
    },
    download: async (fileId, form) => {
      const response = await fetched(`/api/access/datafile/${fileId}?${FORMS[form]}`, { headers: credentials });
      if (response.ok && response.body !== null) return response.body;
      throw new CarryRefusal(String(response.status), `The server refused the bytes of the file ${fileId} with ${response.status}.`);
    },
  };
}
