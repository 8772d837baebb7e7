/** The facets of search, in the order of the contract. Source: collections.md 11.1. */
import { fileTypeGroup } from '../../formats/content-types/content-types.ts';
import { blockFacetLabel } from '../../model/metadata/block-facet-label.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { BlockDefinition, FieldDefinition } from '../../model/metadata/block-definition.ts';
import { COLLECTION_CATEGORIES } from '../../model/search/collection-category.ts';
import type { FacetCount } from '../../model/search/search-request.ts';

export interface FacetValue {
  /** What a filter has to name. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export interface SearchFacet {
  /** Name of the field that a filter has to name. */
  readonly name: string;
  readonly label: string;
  readonly values: readonly FacetValue[];
}

interface FacetRule {
  readonly name: string;
  readonly label: string;
  /** Name of the facet in the index. */
  readonly indexed: string;
  /** Value and label by the value of the index; undefined for one that is left out. */
  readonly shown?: (value: string) => { readonly value: string; readonly label: string } | undefined;
  readonly isShown?: (values: readonly FacetValue[]) => boolean;
}

const MOST_LABELS = 100;

const several = (values: readonly FacetValue[]): boolean => values.length > 1;
const same = (label: string) => ({ value: label, label });

function isCategory(type: string): type is keyof typeof COLLECTION_CATEGORIES {
  return Object.hasOwn(COLLECTION_CATEGORIES, type);
}

/** The blocks that are filled in, of those that are facets. */
function ofBlocks(blocks: readonly BlockDefinition[]): readonly FacetRule[] {
  if (blocks.length === 0) return [];
  const labels = new Map(blocks.map(({ name, displayName }) => [name, blockFacetLabel(displayName)]));
  return [
    {
      name: 'metadata_type_ss',
      label: 'Dataset Feature',
      indexed: 'metadata_type',
      shown: (value) => {
        const label = labels.get(value);
        return label === undefined ? undefined : { value, label };
      },
    },
  ];
}

function before(blocks: readonly BlockDefinition[]): readonly FacetRule[] {
  return [
    ...ofBlocks(blocks),
    {
      name: 'datasetType',
      label: 'Dataset Type',
      indexed: 'datasetType',
      shown: (value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }),
      isShown: several,
    },
    {
      name: 'dvCategory',
      label: 'Collection Category',
      indexed: 'dvCategory',
      shown: (value) => same(isCategory(value) ? COLLECTION_CATEGORIES[value] : value),
    },
    { name: 'publicationDate', label: 'Publication Year', indexed: 'publicationDate' },
    {
      name: 'publicationStatus',
      label: 'Publication Status',
      indexed: 'publicationStatus',
      isShown: (values) => values.some(({ value }) => value === 'Unpublished' || value === 'Draft' || value === 'Deaccessioned'),
    },
    { name: 'license', label: 'License', indexed: 'license', isShown: several },
    { name: 'curationStatus', label: 'Curation Status', indexed: 'curationStatus' },
  ];
}

const after: readonly FacetRule[] = [
  { name: 'fileTypeGroupFacet', label: 'File Type', indexed: 'fileMediaType', shown: (value) => same(fileTypeGroup(value)) },
  { name: 'fileTag', label: 'File Tag', indexed: 'fileTag' },
  { name: 'fileAccess', label: 'Access', indexed: 'fileAccess' },
];

/** The name under which exact values of a field are filtered: whether it or its parent can be repeated shows in it. */
function exactName(field: FieldDefinition, catalog: BlockCatalog): string {
  const parent = field.parent === null ? undefined : catalog.findField(field.parent);
  return field.multiple || parent?.multiple === true || field.typeClass === 'controlledVocabulary' ? `${field.name}_ss` : `${field.name}_s`;
}

/** What the facets of a search depend on. */
export interface FacetChoices {
  /** Fields that the searched collections show as facets. */
  readonly fields: readonly FieldDefinition[];
  /** Blocks that they show as facets. */
  readonly blocks: readonly BlockDefinition[];
  /** The installation has only public files. */
  readonly publicOnly: boolean;
}

/** The facets of a search. */
export class FacetPlan {
  readonly #rules: readonly FacetRule[];
  /** Names of the index. */
  readonly names: readonly string[];

  constructor(catalog: BlockCatalog, { fields, blocks, publicOnly }: FacetChoices) {
    const ofFields = fields.map((field): FacetRule => ({ name: exactName(field, catalog), label: field.displayName, indexed: field.name }));
    this.#rules = [...before(blocks), ...ofFields, ...(publicOnly ? after.filter(({ name }) => name !== 'fileAccess') : after)];
    this.names = [...new Set(this.#rules.map(({ indexed }) => indexed))];
  }

  /** Facets with labels, by count, of equal counts by label. */
  of(counts: readonly FacetCount[]): readonly SearchFacet[] {
    const byFacet = Map.groupBy(counts, ({ facet }) => facet);
    return this.#rules.flatMap(({ name, label, indexed, shown = same, isShown }) => {
      const values = new Map<string, FacetValue>();
      for (const { value, count } of byFacet.get(indexed) ?? []) {
        const named = shown(value);
        if (named === undefined) continue;
        values.set(named.value, { ...named, count: count + (values.get(named.value)?.count ?? 0) });
      }
      const sorted = [...values.values()]
        .toSorted((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1))
        .slice(0, MOST_LABELS);
      return sorted.length === 0 || isShown?.(sorted) === false ? [] : [{ name, label, values: sorted }];
    });
  }
}
