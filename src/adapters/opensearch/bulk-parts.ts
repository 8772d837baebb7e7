/** What is written, in parts of requests that a server takes. */
import type { DocumentKey, EngineDocument } from '../../model/search/search-engine.ts';
import type { RefusedDocument } from '../../kernel/ports/search-engine.ts';
import { documentBody, documentId } from './document-body.ts';

/** Bytes of a request, but for a single document that is larger. A server takes 100 MB unless it is told otherwise. */
const PART_BYTES = 8_000_000;
const LARGEST_DOCUMENT_BYTES = 50_000_000;

/** Lines of requests to write documents and to remove others, and the documents that are too large for any. */
export function bulkParts(
  index: string,
  documents: readonly EngineDocument[],
  gone: readonly DocumentKey[],
): { readonly parts: readonly (readonly string[])[]; readonly tooLarge: readonly RefusedDocument[] } {
  const parts: string[][] = [];
  const tooLarge: RefusedDocument[] = [];
  let left = 0;
  const add = (lines: readonly string[], bytes: number): void => {
    const last = parts.at(-1);
    if (last === undefined || bytes > left) {
      parts.push([...lines]);
      left = PART_BYTES - bytes;
    } else {
      last.push(...lines);
      left -= bytes;
    }
  };
  for (const document of documents) {
    const line = JSON.stringify(documentBody(document));
    const bytes = Buffer.byteLength(line);
    const { kind, rowId } = document;
    if (bytes > LARGEST_DOCUMENT_BYTES) tooLarge.push({ kind, rowId, reason: `it has ${bytes} bytes` });
    else add([JSON.stringify({ index: { _index: index, _id: documentId(document) } }), line], bytes);
  }
  for (const key of gone) add([JSON.stringify({ delete: { _index: index, _id: documentId(key) } })], 100);
  return { parts, tooLarge };
}
