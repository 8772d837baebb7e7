import { createHash } from 'node:crypto';

/** The identifier of a document: SHA-256 of its text in UTF-8, in lower-case hexadecimal. Source: GraphQL over HTTP, appendix A. */
export type DocumentId = string;

const HEX = /^[0-9a-f]{64}$/;
const PREFIX = 'sha256:';

/** What a document is known by. */
export function documentIdOf(text: string): DocumentId {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads an identifier, with the prefix that says how it was made or without; undefined where it is none. */
export function readDocumentId(text: unknown): DocumentId | undefined {
  if (typeof text !== 'string' || text.length > PREFIX.length + 64) return undefined;
  const hex = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  return HEX.test(hex) ? hex : undefined;
}
