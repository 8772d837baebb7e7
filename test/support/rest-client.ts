import { type JsonReader, readJson } from './json-reader.ts';

/** An answer of the REST API, read to its end. */
export interface RestAnswer extends JsonReader {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body as text. */
  readonly body: string;
  /** The stable code of a refusal. */
  readonly errorCode: unknown;
  readonly message: unknown;
}

export interface RestRequest {
  readonly method?: string;
  /** Sent as JSON with its content type. */
  readonly json?: unknown;
  /** Sent as it is, without a content type unless `headers` has one. */
  readonly raw?: string | Buffer | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a file is sent with. */
export interface FileToSend {
  readonly name: string;
  readonly bytes: Buffer | string;
  /** Content type of the part; the empty string leaves detection to the server. */
  readonly type?: string;
  readonly jsonData?: unknown;
}

/** One caller of the REST API. */
export interface RestClient {
  readonly token: string | undefined;
  send(target: string, request?: RestRequest): Promise<RestAnswer>;
  get(target: string, headers?: Readonly<Record<string, string>>): Promise<RestAnswer>;
  post(target: string, json?: unknown): Promise<RestAnswer>;
  put(target: string, json?: unknown): Promise<RestAnswer>;
  delete(target: string): Promise<RestAnswer>;
  /** Sends a file with the parts `file` and `jsonData`. */
  upload(target: string, file: FileToSend): Promise<RestAnswer>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes a client that calls as the owner of `token`, or as a guest. */
export function restClient(baseUrl: string, token?: string): RestClient {
  const credentials: Record<string, string> = token === undefined ? {} : { 'X-Service-key': token };

  async function send(target: string, { method = 'GET', json, raw, headers = {} }: RestRequest = {}): Promise<RestAnswer> {
    const type: Record<string, string> = json === undefined ? {} : { 'Content-Type': 'application/json' };
    const body = json === undefined ? raw : JSON.stringify(json);
    const response = await fetch(`${baseUrl}${target}`, {
      method,
      redirect: 'manual',
      headers: { ...credentials, ...type, ...headers },
      // A text would get a content type of fetch's own; bytes get none.
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : new Uint8Array(Buffer.from(body)) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    const reader = readJson(parsed(text));
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: text,
      errorCode: reader.at('errorCode'),
      message: reader.at('message'),
      ...reader,
    };
  }

  return {
    token,
    send,
    get: (target, headers = {}) => send(target, { headers }),
    post: (target, json) => send(target, { method: 'POST', json }),
    put: (target, json) => send(target, { method: 'PUT', json }),
    delete: (target) => send(target, { method: 'DELETE' }),
    upload: (target, file) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(Buffer.from(file.bytes))], { type: file.type ?? '' }), file.name);
      if (file.jsonData !== undefined) form.set('jsonData', JSON.stringify(file.jsonData));
      return send(target, { method: 'POST', raw: form });
    },
  };
}
