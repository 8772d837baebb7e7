/** The documents of bulk jobs, checked as those of clients are, and kept for the schema that they were checked against. */
import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { ServedSchema, ServedSchemaSource } from '../served-schema.ts';
import { refuseOperation, type WalkedQuery, walkedQuery } from './walked-query.ts';

/** Total characters of the documents that are kept. */
const KEPT_CHARACTERS = 500_000;
/** What a job may not begin. */
const JOBS = new Set(['bulkQuery', 'bulkMutation']);

/** A document that may run. */
export interface BulkDocument {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Stands for the document. */
  readonly key: string;
  /** Present for a query. */
  readonly walk: WalkedQuery | undefined;
}

function checked({ schema, refuseDocument }: ServedSchema, text: string): DocumentNode {
  let document: DocumentNode;
  try {
    refuseDocument(text);
    document = parse(text, { noLocation: true });
  } catch (error) {
    if (error instanceof GraphQLError) return refuseOperation(error.message);
    throw error;
  }
  const [first] = validate(schema, document, specifiedRules, { maxErrors: 1 });
  return first === undefined ? document : refuseOperation(first.message);
}

function onlyOperation(document: DocumentNode, kind: OperationTypeNode): OperationDefinitionNode {
  const [operation, other] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined || other !== undefined || operation.operation !== kind) {
    return refuseOperation(`The document has to be one ${kind}.`);
  }
  return operation;
}

function refuseJobs({ selectionSet }: OperationDefinitionNode, document: DocumentNode): void {
  // Wherever it stands: fields of these names are there in mutations alone.
  const sets = [selectionSet, ...document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [one.selectionSet] : []))];
  for (const { selections } of sets) {
    for (const one of selections) {
      if (one.kind === Kind.FIELD && JOBS.has(one.name.value)) refuseOperation('A bulk job begins no bulk jobs.');
      if (one.kind === Kind.INLINE_FRAGMENT) sets.push(one.selectionSet);
    }
  }
}

/** Gives a document of a kind. @throws DomainError BULK_OPERATION_INVALID */
export type BulkDocuments = (text: string, kind: OperationTypeNode) => BulkDocument;

export function createBulkDocuments(served: ServedSchemaSource): BulkDocuments {
  const keptFor = new WeakMap<GraphQLSchema, LRUCache<string, BulkDocument>>();
  return (text, kind) => {
    const current = served.current();
    const { schema } = current;
    const kept =
      keptFor.get(schema) ?? new LRUCache<string, BulkDocument>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (_value, key) => key.length });
    keptFor.set(schema, kept);
    const name = `${kind} ${text}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const document = checked(current, text);
    const operation = onlyOperation(document, kind);
    refuseJobs(operation, document);
    const key = `bulk ${createHash('sha256').update(name).digest('hex')}`;
    const walk = kind === OperationTypeNode.QUERY ? walkedQuery(schema, document, operation) : undefined;
    const made = { schema, document: walk?.document ?? document, operation: walk?.operation ?? operation, key, walk };
    kept.set(name, made);
    return made;
  };
}
