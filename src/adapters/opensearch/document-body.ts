import { createHash } from 'node:crypto';
import { withinLongitudes } from '../../model/search/circle-boxes.ts';
import type { DocumentKey, EngineDocument } from '../../model/search/search-engine.ts';
import { NODE_KINDS, type NodeKind } from '../../vocabulary/collections.ts';

const NUMBER = /^\s*-?\d{1,30}(?:\.\d{1,30})?\s*$/u;

/** The id that a document has in an index. */
export function documentId({ kind, rowId }: DocumentKey): string {
  return `${kind}:${rowId}`;
}

function isKind(text: string): text is NodeKind {
  return NODE_KINDS.some((kind) => kind === text);
}

/** The document of an id. @throws Error for one that is none of ours */
export function keyOf(id: string): DocumentKey {
  const [kind = '', rowId] = id.split(':');
  if (!isKind(kind)) throw new Error(`The index holds a document ${id.slice(0, 100)}, which was not written there.`);
  return { kind, rowId: Number(rowId) };
}

function gathered<Entry>(entries: readonly Entry[], keyOfEntry: (entry: Entry) => string): Record<string, Entry[]> {
  return Object.fromEntries(Map.groupBy(entries, keyOfEntry));
}

function mapped<From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}

/** The least exact value of each facet: what an order by it goes by. */
function leastOf(facets: readonly string[]): Record<string, string> {
  const byName = gathered(facets, (facet) => facet.slice(0, facet.indexOf('=')));
  return mapped(byName, (values) => values.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))[0] ?? '');
}

function ofValues(values: EngineDocument['values']) {
  const byField = gathered(values, ({ field }) => field);
  return {
    text: mapped(byField, (found) => found.map(({ value }) => value)),
    text_words: mapped(byField, (found) => found.map(({ words }) => words)),
    text_number: mapped(
      gathered(
        values.filter(({ value }) => NUMBER.test(value)),
        ({ field }) => field,
      ),
      (found) => found.map(({ value }) => Number(value)),
    ),
  };
}

function bodyWithoutDigest(document: EngineDocument) {
  const { kind, rowId, name, words } = document;
  return {
    kind,
    place: NODE_KINDS.indexOf(kind),
    row_id: rowId,
    node_id: document.nodeId,
    public: document.public,
    access: document.access,
    path: document.path,
    name,
    name_folded: document.foldedName,
    name_length: name.length,
    name_words: document.foldedName,
    facets: document.facets,
    words: [words.A, words.B, words.C, words.D].filter((part) => part !== undefined),
    words_a: words.A,
    words_b: words.B,
    restricted: document.restricted,
    boxes: document.boxes.flatMap(withinLongitudes),
    column: document.columns,
    column_words: document.columnWords,
    least: leastOf(document.facets),
    ...ofValues(document.values),
  };
}

/** A checksum of what a document is made from. */
export function digestOf(document: EngineDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(bodyWithoutDigest(document)))
    .digest('base64url');
}

/** A document as it is written. */
export function documentBody(document: EngineDocument): Record<string, unknown> {
  return { ...bodyWithoutDigest(document), digest: digestOf(document) };
}
