import type { MetadataBlockRow, MetadataFieldRow, Vocabulary, VocabularyRow } from '../../db/queries/metadata/metadata-blocks.ts';
import type { TypeClass } from '../../vocabulary/metadata.ts';
import { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { BlockDefinition, FieldDefinition, VocabularyValue } from '../../model/metadata/block-definition.ts';

/** The stored rows that make a catalogue. Rows of a field or block that is not among them are left out. */
export interface CatalogRows {
  readonly version: number;
  /** In id order. */
  readonly blocks: readonly MetadataBlockRow[];
  /** In display order within each block. */
  readonly fields: readonly MetadataFieldRow[];
  /** By field id. */
  readonly vocabularies: readonly Vocabulary[];
}

/** Joins rows to definitions and derives display names and type classes. */
export function buildBlockCatalog({ version, blocks, fields, vocabularies }: CatalogRows): BlockCatalog {
  const valuesByField = new Map(vocabularies.map(({ field, values }) => [field, values]));
  return new BlockCatalog(
    version,
    blocks.map((block) => defineBlock(block, fields, valuesByField)),
  );
}

function defineBlock(
  block: MetadataBlockRow,
  fields: readonly MetadataFieldRow[],
  valuesByField: ReadonlyMap<number, readonly VocabularyRow[]>,
): BlockDefinition {
  const own = fields.filter((field) => field.blockId === block.id);
  const define = (row: MetadataFieldRow, parent: MetadataFieldRow | null): FieldDefinition => {
    const children = parent === null ? own.filter((field) => field.parentId === row.id).map((child) => define(child, row)) : [];
    const { id, name, title, multiple, required, displayOnCreate, facetable, advancedSearch } = row;
    const { displayFormat, displayOrder, termUri, description, watermark } = row;
    return {
      id,
      name,
      title,
      displayName: parent === null || parent.title === title ? title : `${parent.title} ${title}`,
      type: row.fieldType,
      typeClass: typeClassOf(row, children),
      multiple,
      required,
      displayOnCreate,
      facetable,
      advancedSearch,
      displayFormat,
      displayOrder,
      termUri,
      description,
      watermark,
      // A field that stopped taking vocabulary values keeps them in the database.
      vocabulary: row.controlledVocabulary ? (valuesByField.get(id) ?? []).map(defineVocabularyValue) : [],
      children,
      parent: parent?.name ?? null,
      block: block.name,
    };
  };
  const { id, name, displayName, namespaceUri, ownerCollectionId } = block;
  return {
    id,
    name,
    displayName,
    namespaceUri,
    ownerCollectionId,
    displayOnCreate: own.some((field) => field.displayOnCreate),
    fields: own.filter((field) => field.parentId === null).map((field) => define(field, null)),
  };
}

/** The order of the tests is the contract's. Source: blocks.md 2. */
function typeClassOf(field: MetadataFieldRow, children: readonly FieldDefinition[]): TypeClass {
  if (field.controlledVocabulary) return 'controlledVocabulary';
  return children.length > 0 ? 'compound' : 'primitive';
}

function defineVocabularyValue({ id, value, identifier, alternates }: VocabularyRow, displayOrder: number): VocabularyValue {
  return { id, value, identifier, alternates, displayOrder };
}
