import type { Database } from '../db/client.ts';
import { createLoaders, type Loaders } from '../db/loaders.ts';
import type { Actor } from '../domain/actor.ts';
import type { ReadContext, Visitor } from '../domain/command.ts';
import type { DomainServices } from '../domain/services.ts';

/** What a resolver sees: the same for GraphQL over HTTP and for REST. */
export type RequestContext = ReadContext;
export type { Visitor } from '../domain/command.ts';

class Context implements RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  readonly db: Database;
  readonly services: DomainServices;
  readonly visitor: Visitor | undefined;
  // Not a `#` field: Apollo Server copies the context, and a copy does not have those.
  private madeLoaders: Loaders | undefined;

  constructor(db: Database, services: DomainServices, actor: Actor, requestId: string, visitor: Visitor | undefined) {
    this.db = db;
    this.services = services;
    this.actor = actor;
    this.requestId = requestId;
    this.visitor = visitor;
  }

  /** Made on first use: many requests need none. */
  get loaders(): Loaders {
    this.madeLoaders ??= createLoaders({ db: this.db, onlooker: this.actor });
    return this.madeLoaders;
  }
}

/** Makes the context of one request. */
export function createRequestContext(
  application: { readonly db: Database; readonly services: DomainServices },
  request: { readonly actor: Actor; readonly requestId: string; readonly visitor?: Visitor | undefined },
): RequestContext {
  return new Context(application.db, application.services, request.actor, request.requestId, request.visitor);
}
