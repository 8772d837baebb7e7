import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { RequestContext } from '../request-context.ts';

/** An operation of a client, parsed and validated. */
export interface ClientRequest {
  /** What it was validated against. */
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Stands for the document. */
  readonly documentKey: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
  /** Whether the request itself wants to know how it was run; a header says so in the context. */
  readonly explained: boolean;
}
