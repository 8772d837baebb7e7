import type { CompoundValue } from '../../model/metadata/version-metadata.ts';
import { childText } from '../../model/metadata/metadata-values.ts';
import type { DataciteRelatedIdentifier } from './metadata-model.ts';

/** Types that both vocabularies have, under the registration agency's name. Source: exports.md 6.1. */
const typeNames: Readonly<Record<string, string>> = {
  ark: 'ARK',
  arXiv: 'arXiv',
  bibcode: 'bibcode',
  ean13: 'EAN13',
  eissn: 'EISSN',
  isbn: 'ISBN',
  issn: 'ISSN',
  istc: 'ISTC',
  lissn: 'LISSN',
  lsid: 'LSID',
  pmid: 'PMID',
  purl: 'PURL',
  upc: 'UPC',
  urn: 'URN',
};

type Identified = Pick<DataciteRelatedIdentifier, 'relatedIdentifier' | 'relatedIdentifierType'>;

function doiOf(text: string): Identified | undefined {
  const bare = text.replace(/^(?:doi:\s*|https?:\/\/(?:dx\.|www\.)?doi\.org\/)/i, '');
  return /^10\.[\d.]+\/\S+$/.test(bare) ? { relatedIdentifier: bare, relatedIdentifierType: 'DOI' } : undefined;
}

function handleOf(text: string): Identified | undefined {
  const bare = text.replace(/^(?:hdl:\s*|https?:\/\/hdl\.handle\.net\/)/i, '');
  return /^[\w.]+\/[^\s/][^\s]*$/.test(bare) ? { relatedIdentifier: bare, relatedIdentifierType: 'Handle' } : undefined;
}

function urlOf(text: string): Identified | undefined {
  return URL.canParse(text) && /^(?:https?|ftp):/i.test(text) ? { relatedIdentifier: text, relatedIdentifierType: 'URL' } : undefined;
}

/** What a text without a type is: an identifier that says so itself, or an address. */
function detected(text: string): Identified | undefined {
  if (/^(?:doi:|10\.|https?:\/\/(?:dx\.|www\.)?doi\.org\/)/i.test(text)) return doiOf(text);
  if (/^(?:hdl:|https?:\/\/hdl\.handle\.net\/)/i.test(text)) return handleOf(text);
  return urlOf(text);
}

/** An identifier under the registration agency's name of its type, or of what it looks like; undefined when it cannot be told. */
export function identified(type: string | undefined, text: string): Identified | undefined {
  if (type === undefined) return detected(text);
  if (type === 'doi') return doiOf(text);
  if (type === 'handle') return handleOf(text);
  if (type === 'url') return urlOf(text);
  const known = Object.hasOwn(typeNames, type) ? typeNames[type] : undefined;
  return known === undefined ? undefined : { relatedIdentifier: text, relatedIdentifierType: known };
}

/**
 * How an identifier of this installation is related to another one.
 * @param persistentId in scheme form; a permalink is told as the address that resolves it.
 */
export function relatedPid(persistentId: string, siteUrl: string, relationType: 'HasPart' | 'IsPartOf'): DataciteRelatedIdentifier {
  const [scheme = '', ...rest] = persistentId.split(':');
  const bare = rest.join(':');
  if (scheme === 'doi') return { relatedIdentifier: bare, relatedIdentifierType: 'DOI', relationType };
  if (scheme === 'hdl') return { relatedIdentifier: bare, relatedIdentifierType: 'Handle', relationType };
  return { relatedIdentifier: `${siteUrl}/citation?persistentId=${persistentId}`, relatedIdentifierType: 'URL', relationType };
}

/** How a publication is related to the dataset; undefined when it has no identifier that can be told. Source: exports.md 6.1. */
export function relatedPublication(publication: CompoundValue): DataciteRelatedIdentifier | undefined {
  const number = childText(publication, 'publicationIDNumber')?.trim();
  const text = number ?? childText(publication, 'publicationURL')?.trim();
  if (text === undefined) return undefined;
  // The type speaks of the number; a link in its place is an address, whatever the type.
  const found = number === undefined ? detected(text) : identified(childText(publication, 'publicationIDType'), text);
  return found === undefined
    ? undefined
    : { ...found, relationType: childText(publication, 'publicationRelationType') ?? 'IsSupplementTo' };
}
