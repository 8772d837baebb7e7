/** Codes about documents and operations of GraphQL. */
import type { CatalogEntry } from './catalog-entry.ts';

export const graphqlErrors = {
  QUERY_TOO_DEEP: { status: 400, when: 'A GraphQL operation nests deeper than the limit.' },
  QUERY_TOO_MANY_ALIASES: { status: 400, when: 'A GraphQL operation has more aliases than the limit.' },
  QUERY_TOO_LONG: { status: 400, when: 'A GraphQL document has more tokens or characters than the limit.' },
  QUERY_TOO_COSTLY: { status: 400, when: 'The static cost of a GraphQL operation is over the limit, or its fragments expand too far.' },
  DOCUMENT_NOT_FOUND: { status: 404, when: 'A GraphQL request names a document by `documentId` that the server does not know.' },
  DOCUMENT_NOT_TRUSTED: {
    status: 403,
    when: 'The installation runs trusted GraphQL documents alone, for all callers or for those without an account, and this is none.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 404,
    when: 'A GraphQL request has the hash of a document that was not registered here, or is not kept any more; send the document along.',
  },
  PAGE_TOO_LARGE: { status: 400, when: 'The requested page is larger than the maximum.' },
} as const satisfies Record<string, CatalogEntry>;
