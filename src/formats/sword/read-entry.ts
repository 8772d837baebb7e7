/** Reads an Atom entry that describes a dataset in DCMI terms. Source: RFC 4287, 4.1.2; SWORD 2.0, 6.3.2. */
import { DomainError } from '../../errors/domain-error.ts';
import { parseXml, textOf } from '../xml/xml-tree.ts';
import { ATOM, DCTERMS } from './namespaces.ts';

/** One statement about the dataset. */
export interface Term {
  /** Empty where the element was. */
  readonly text: string;
  /** By local name, such as `affiliation`. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** What an entry says, by the local name of the term and in the order of the document. */
export type EntryTerms = ReadonlyMap<string, readonly Term[]>;

/** @throws DomainError MALFORMED_XML, also for a root that is no entry of Atom */
export async function readEntry(text: string): Promise<EntryTerms> {
  const root = await parseXml(text, { root: 'entry', skipped: new Set() });
  if (root.namespace !== ATOM) throw new DomainError('MALFORMED_XML', `The entry must be in the namespace ${ATOM}.`);
  const terms = new Map<string, Term[]>();
  for (const child of root.children) {
    if (typeof child === 'string' || child.namespace !== DCTERMS) continue;
    const term = { text: textOf(child), attributes: child.attributes };
    const known = terms.get(child.name);
    if (known === undefined) terms.set(child.name, [term]);
    else known.push(term);
  }
  return terms;
}
