import type { Database } from './db/client.ts';
import { createLoaders, type Loaders } from './db/loaders.ts';
import type { Actor } from './kernel/actor.ts';
import type { AssertedHeaders, CallerAddresses, LiveCaller, ReadContext, Visitor } from './kernel/command.ts';
import type { IdempotentRequest } from './kernel/ports/idempotent-requests.ts';
import type { DomainServices } from './kernel/services.ts';

/** What a resolver sees: the same for GraphQL over HTTP and for REST. */
export interface RequestContext extends ReadContext {
  /** The sender of a client operation; absent for the server's own operations. */
  readonly client?: LaneCaller | undefined;
  /** Absent for the server's own operations. */
  readonly wished?: WishedAnswer | undefined;
  /** Forgets what was read so far: after a write all of it may have changed. Absent where nothing writes. */
  readAnew?(): void;
  /** Absent where the request has the text of its document alone. */
  readonly named?: NamedDocument | undefined;
}

/** The document of a client operation, where the request names it by its identifier. */
export interface NamedDocument {
  readonly id: string | undefined;
  readonly trusted: boolean;
  /** Keeps it for requests that name it, where this one registers it. */
  readonly remember?: (() => void) | undefined;
}

/** What a client wants of an answer besides the data. */
export interface WishedAnswer {
  /** What a person can mend among the errors of the answer, whatever the operation asks for. */
  readonly errorsAtTop: boolean;
  /** How the operation was run. */
  readonly explained: boolean;
  /** By which the request is known when it is sent again. */
  readonly idempotencyKey?: string | undefined;
}

export type { AssertedHeaders, LiveCaller, Visitor } from './kernel/command.ts';

interface Basis {
  readonly db: Database;
  readonly services: DomainServices;
}

interface AskedBy {
  readonly actor: Actor;
  readonly requestId: string;
  readonly addresses?: CallerAddresses | undefined;
  readonly asserted?: AssertedHeaders | undefined;
  readonly forPage?: boolean;
  readonly visitor?: Visitor | undefined;
  readonly client?: LaneCaller | undefined;
  readonly wished?: WishedAnswer | undefined;
  readonly named?: NamedDocument | undefined;
  readonly live?: LiveCaller | undefined;
  readonly idempotency?: IdempotentRequest | undefined;
}

class Context implements RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  readonly db: Database;
  readonly services: DomainServices;
  readonly addresses: CallerAddresses | undefined;
  readonly asserted: AssertedHeaders | undefined;
  readonly forPage: boolean;
  readonly visitor: Visitor | undefined;
  readonly client: LaneCaller | undefined;
  readonly wished: WishedAnswer | undefined;
  readonly named: NamedDocument | undefined;
  readonly live: LiveCaller | undefined;
  readonly idempotency: IdempotentRequest | undefined;
  // Not a `#` field: Apollo Server copies the context, and a copy does not have those.
  private madeLoaders: Loaders | undefined;

  constructor({ db, services }: Basis, asked: AskedBy) {
    const { actor, requestId, addresses, asserted, forPage = false, visitor, client, wished, named, live, idempotency } = asked;
    this.db = db;
    this.services = services;
    this.actor = actor;
    this.requestId = requestId;
    this.addresses = addresses;
    this.asserted = asserted;
    this.forPage = forPage;
    this.visitor = visitor;
    this.client = client;
    this.wished = wished;
    this.named = named;
    this.live = live;
    this.idempotency = idempotency;
  }

  /** Made on first use: many requests need none. */
  get loaders(): Loaders {
    this.madeLoaders ??= createLoaders({ db: this.db, onlooker: this.actor });
    return this.madeLoaders;
  }

  readAnew(): void {
    this.madeLoaders = undefined;
  }
}

/** Makes the context of one request. */
export function createRequestContext(basis: Basis, request: AskedBy): RequestContext {
  return new Context(basis, request);
}

/** A caller whose costly operations run one after the other. */
export interface LaneCaller {
  /** The same for all requests of an account, or of an address where there is none. */
  readonly key: string;
  /** Whether the client has disconnected. */
  readonly hasLeft: () => boolean;
}
