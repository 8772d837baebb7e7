import { contentTypesNamed, contentTypesOfGroup } from '../../formats/content-types/content-types.ts';
import { COLLECTION_CATEGORIES } from '../../model/search/collection-category.ts';
import { SEARCH_COLUMNS, type SearchColumn, type SearchFact } from '../../model/search/search-condition.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';

/** A field that a query may name. */
export interface SearchField {
  readonly fact: SearchFact;
  /** Values as the index has them, where a query names them otherwise. */
  readonly valuesOf?: (text: string) => readonly string[];
}

const facet = (name: string, valuesOf?: SearchField['valuesOf']): SearchField => ({
  fact: { of: 'facet', name },
  ...(valuesOf !== undefined && { valuesOf }),
});
const column = (name: SearchColumn): SearchField => ({ fact: { of: 'column', name } });

const categories = new Map(Object.entries(COLLECTION_CATEGORIES).map(([type, label]) => [label, type]));

/** Exact values by the name of their field. Source: collections.md 11.1. */
const EXACT: Readonly<Record<string, SearchField>> = {
  dvCategory: facet('dvCategory', (text) => [categories.get(text) ?? text]),
  dvSubject: facet('dvSubject'),
  affiliation_ss: facet('affiliation'),
  license: facet('license'),
  datasetType: facet('datasetType'),
  metadata_type_ss: facet('metadata_type'),
  fileTag: facet('fileTag'),
  fileTags: facet('fileTag'),
  tabularDataTag: facet('tabularDataTag'),
  fileContentType: facet('fileContentType'),
  fileType: facet('fileMediaType', contentTypesNamed),
  fileTypeGroupFacet: facet('fileMediaType', contentTypesOfGroup),
};

const NUMBERS: readonly string[] = ['INT', 'FLOAT'];

function isColumn(name: string): name is SearchColumn {
  return Object.hasOwn(SEARCH_COLUMNS, name);
}

/** The field of metadata whose exact values a name asks for. */
function exactField(name: string, catalog: BlockCatalog): string | undefined {
  const plain = /^(.+)_ss?$/u.exec(name)?.[1];
  const field = plain === undefined ? undefined : catalog.findField(plain);
  return field === undefined || !(field.facetable || field.typeClass === 'controlledVocabulary') ? undefined : field.name;
}

/** Finds a field by the name that queries give it; undefined for one that is not known. */
export function findSearchField(name: string, catalog: BlockCatalog): SearchField | undefined {
  if (Object.hasOwn(EXACT, name)) return EXACT[name];
  if (isColumn(name)) return column(name);
  const exact = exactField(name, catalog);
  if (exact !== undefined) return facet(exact);
  const field = catalog.findField(name);
  if (field === undefined || field.type === 'EMAIL') return undefined;
  const type = NUMBERS.includes(field.type) ? 'number' : field.type === 'DATE' ? 'date' : 'words';
  return { fact: { of: 'metadata', name: field.name, type } };
}
