/**
 * Which document a request means, and whether it may be run: by its text, by its identifier (GraphQL over HTTP, appendix A), or by the
 * protocol of automatic persisted queries. All ways to run operations of clients ask here, before anything is parsed.
 */
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { errorCatalog, type ErrorCode } from '../../errors/catalog.ts';
import type { DocumentTrust } from '../../vocabulary/access.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';
import { type DocumentId, documentIdOf, readDocumentId } from './document-id.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** Total characters of the documents that clients have registered, with this much for each on top. */
const REGISTERED_CHARACTERS = 5_000_000;
const CHARACTERS_OF_AN_ENTRY = 200;

/** What of a request says which document it means, unchecked. */
export interface DocumentRequest {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

/** A document that was found. */
export interface RequestedDocument {
  readonly text: string;
  /** Undefined where the request named none, and none was needed. */
  readonly id: DocumentId | undefined;
  /** Whether the request has an identifier that is to be taken out of it. */
  readonly named: boolean;
  /** Whether the operator vouches for it. */
  readonly trusted: boolean;
  /** Keeps it for requests that name it, where this one registers it; called once it has proven to fit the schema. */
  readonly remember?: () => void;
}

export interface RequestedDocuments {
  /** Undefined where the request means no document. @throws GraphQLError when it means one that is not here, or is none */
  find(request: DocumentRequest): RequestedDocument | undefined;
  /** Whether the caller's being an account decides whether a document is run. */
  dependsOnCaller(document: RequestedDocument): boolean;
  /** @param isAccount undefined where that is not known yet @throws GraphQLError DOCUMENT_NOT_TRUSTED */
  admit(document: RequestedDocument, isAccount?: boolean): void;
}

function refuse(code: ErrorCode, message: string): never {
  throw new GraphQLError(message, { extensions: { code, http: { status: errorCatalog[code].status } } });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The hash of the protocol of automatic persisted queries; undefined where the request does not use it. */
function persistedHash({ extensions }: DocumentRequest): DocumentId | undefined {
  if (typeof extensions !== 'object' || extensions === null || !('persistedQuery' in extensions)) return undefined;
  const asked = extensions.persistedQuery;
  if (asked === null || asked === undefined) return undefined;
  const version = typeof asked === 'object' && 'version' in asked ? asked.version : undefined;
  const hash = typeof asked === 'object' && 'sha256Hash' in asked ? readDocumentId(asked.sha256Hash) : undefined;
  if (version === 1 && hash !== undefined) return hash;
  return refuse('BAD_USER_INPUT', "'extensions.persistedQuery' has 'version' 1 and 'sha256Hash' of 64 hexadecimal digits in lower case.");
}

/** Makes what finds documents under the rule of the operator. */
export function createRequestedDocuments(trusted: Pick<TrustedDocuments, 'textOf'>, trust: DocumentTrust): RequestedDocuments {
  const registered = new LRUCache<DocumentId, string>({
    maxSize: REGISTERED_CHARACTERS,
    sizeCalculation: (text) => text.length + CHARACTERS_OF_AN_ENTRY,
  });

  function known(id: DocumentId): RequestedDocument | undefined {
    const vouched = trusted.textOf(id);
    if (vouched !== undefined) return { text: vouched, id, named: true, trusted: true };
    const text = registered.get(id);
    return text === undefined ? undefined : { text, id, named: true, trusted: false };
  }

  /** A text that came with its identifier. */
  function verified(text: string, id: DocumentId, keep: boolean): RequestedDocument {
    if (documentIdOf(text) !== id) refuse('BAD_USER_INPUT', 'The identifier is not the SHA-256 of the document.');
    if (trusted.textOf(id) !== undefined) return { text, id, named: true, trusted: true };
    return { text, id, named: true, trusted: false, ...(keep && { remember: () => void registered.set(id, text) }) };
  }

  return {
    find: (request) => {
      const text = textOf(request.query);
      if (text !== undefined && text.length > GRAPHQL_LIMITS.characters) return { text, id: undefined, named: false, trusted: false };
      const hash = persistedHash(request);
      if (request.documentId !== undefined && request.documentId !== null) {
        const id = readDocumentId(request.documentId);
        if (id === undefined) return refuse('BAD_USER_INPUT', "'documentId' is 'sha256:' and 64 hexadecimal digits in lower case.");
        if (text !== undefined) return verified(text, id, false);
        return known(id) ?? refuse('DOCUMENT_NOT_FOUND', 'The server knows no document of this identifier.');
      }
      if (hash !== undefined) {
        if (text !== undefined) return verified(text, hash, true);
        // Clients know this by its text. Source: Apollo Client, createPersistedQueryLink.
        return known(hash) ?? refuse('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
      }
      if (text === undefined) return undefined;
      if (trust === 'open') return { text, id: undefined, named: false, trusted: false };
      const id = documentIdOf(text);
      return { text, id, named: false, trusted: trusted.textOf(id) !== undefined };
    },
    dependsOnCaller: (document) => trust === 'anonymous-trusted-only' && !document.trusted,
    admit: (document, isAccount) => {
      if (trust === 'open' || document.trusted) return;
      if (trust === 'anonymous-trusted-only' && isAccount !== false) return;
      const whom = trust === 'trusted-only' ? 'This installation runs' : 'Without an account, this installation runs';
      refuse('DOCUMENT_NOT_TRUSTED', `${whom} trusted documents alone, which are named by 'documentId'.`);
    },
  };
}
