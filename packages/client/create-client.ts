import { type Collections, collections } from './api/collections.ts';
import { type Datasets, datasets } from './api/datasets.ts';
import { type Files, files } from './api/files.ts';
import { type Live, live } from './api/live.ts';
import { type Finding, finding } from './api/search.ts';
import type { TypedDocument } from './document.ts';
import { subscribe, type SubscribeOptions } from './live/subscribe.ts';
import { type Answer, type ClientOptions, createTransport, type RequestOptions } from './transport.ts';

/** A server, as the owner of a token or as a guest. */
export interface Client extends Collections, Datasets, Files, Finding, Live {
  /** Without a slash at its end. */
  readonly server: string;
  /** The data of an operation of one's own. @throws Refusal with the first error | Unreachable */
  request<Data, Variables>(document: TypedDocument<Data, Variables>, variables: Variables, options?: RequestOptions): Promise<Data>;
  /** The answer as it is: partial data, errors, cost. @throws Unreachable */
  send<Data, Variables>(document: TypedDocument<Data, Variables>, variables: Variables, options?: RequestOptions): Promise<Answer<Data>>;
  /** A subscription of one's own. */
  subscribe<Data, Variables extends object>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    options?: SubscribeOptions<Data>,
  ): AsyncGenerator<Data, void, undefined>;
}

export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return {
    server: transport.server,
    request: transport.request,
    send: transport.send,
    subscribe: (document, variables, subscribeOptions) => subscribe(transport, document, variables, subscribeOptions),
    ...collections(transport),
    ...datasets(transport),
    ...files(transport),
    ...finding(transport),
    ...live(transport),
  };
}
