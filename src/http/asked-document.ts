import type { Request } from 'express';
import type { DocumentRequest } from '../graphql/documents/requested-documents.ts';

/** What of a request Apollo Server reads. */
export interface AskedOperation {
  /** The query of the address, with its question mark. */
  readonly search: string;
  readonly body: unknown;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function parsed(text: string | null): unknown {
  // Only what names a document is looked for here; all else is read, and refused, by Apollo Server.
  if (text === null || !text.includes('persistedQuery')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What says which document is to be run: of GET the address alone has it, of POST the body alone. */
export function documentAskedBy(request: Request, { search, body }: AskedOperation): DocumentRequest {
  // Not a copy: it may have many keys.
  if (request.method !== 'GET') return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const parameters = new URLSearchParams(search);
  return {
    query: parameters.get('query'),
    documentId: parameters.get('documentId'),
    extensions: parsed(parameters.get('extensions')),
  };
}

/** The same operation with the text of its document in place of what names it. */
export function withDocumentText(request: Request, { search, body }: AskedOperation, text: string): AskedOperation {
  if (request.method !== 'GET') {
    const { documentId: _id, ...rest } = recordOf(body);
    const { persistedQuery, ...others } = recordOf(rest['extensions']);
    return { search, body: { ...rest, query: text, ...(persistedQuery !== undefined && { extensions: others }) } };
  }
  const parameters = new URLSearchParams(search);
  parameters.set('query', text);
  parameters.delete('documentId');
  const extensions = parsed(parameters.get('extensions'));
  if (extensions !== undefined) {
    const { persistedQuery: _query, ...others } = recordOf(extensions);
    parameters.set('extensions', JSON.stringify(others));
  }
  return { search: `?${parameters.toString()}`, body };
}
