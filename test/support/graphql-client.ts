import { type JsonReader, readJson } from './json-reader.ts';

/** An answer of the GraphQL endpoint; paths begin with `data` or `errors`. */
export interface GraphqlAnswer extends JsonReader {
  readonly status: number;
  /** `extensions.code` of the first error; undefined when there is none. */
  readonly code: string | undefined;
}

export interface GraphqlFile {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly type?: string;
}

/** One caller of the GraphQL endpoint. */
export interface GraphqlClient {
  send(query: string, variables?: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>): Promise<GraphqlAnswer>;
  /** Like `send`. @throws Error when the answer has errors. */
  expectData(query: string, variables?: Readonly<Record<string, unknown>>): Promise<GraphqlAnswer>;
  /** Sends a multipart request with one file for the variable at `path`, such as `variables.input.file`. */
  upload(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    file: GraphqlFile,
    options?: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<GraphqlAnswer>;
}

async function answerOf(response: Response): Promise<GraphqlAnswer> {
  const text = await response.text();
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Error(`Not JSON (${response.status}): ${text.slice(0, 500)}`);
  }
  const reader = readJson(document);
  const code = reader.at('errors.0.extensions.code');
  return { ...reader, status: response.status, code: typeof code === 'string' ? code : undefined };
}

/** Makes a client that calls as the owner of `token`, or as a guest. */
export function graphqlClient(baseUrl: string, token?: string): GraphqlClient {
  const credentials: Record<string, string> = token === undefined ? {} : { 'X-Service-key': token };
  const send: GraphqlClient['send'] = async (query, variables = {}, headers = {}) =>
    answerOf(
      await fetch(`${baseUrl}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...credentials, ...headers },
        body: JSON.stringify({ query, variables }),
      }),
    );
  return {
    send,
    expectData: async (query, variables) => {
      const answer = await send(query, variables);
      if (answer.at('errors') !== undefined) throw new Error(JSON.stringify(answer.at('errors')));
      return answer;
    },
    upload: async (query, variables, file, { path = 'variables.input.file', headers = { 'apollo-require-preflight': 'true' } } = {}) => {
      const form = new FormData();
      form.set('operations', JSON.stringify({ query, variables }));
      form.set('map', JSON.stringify({ file: [path] }));
      form.set('file', new Blob([new Uint8Array(Buffer.from(file.bytes))], { type: file.type ?? 'application/octet-stream' }), file.name);
      return answerOf(await fetch(`${baseUrl}/graphql`, { method: 'POST', headers: { ...credentials, ...headers }, body: form }));
    },
  };
}
