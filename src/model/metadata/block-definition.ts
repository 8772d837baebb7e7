import type { FieldType, TypeClass } from '../../vocabulary/metadata.ts';

/** One value of a controlled vocabulary. */
export interface VocabularyValue {
  readonly id: number;
  readonly value: string;
  /** Code of the value in its source, such as `eng`; never matched against input. */
  readonly identifier: string | null;
  /** Other spellings that are accepted and stored as `value`. */
  readonly alternates: readonly string[];
  /** Position in the vocabulary, from 0. */
  readonly displayOrder: number;
}

/** A field of a metadata block, with all that the REST and GraphQL records show. Source: blocks.md 1 to 3 and 8. */
export interface FieldDefinition {
  readonly id: number;
  /** Unique over all blocks. May hold dots or begin with a digit. */
  readonly name: string;
  readonly title: string;
  /** The title; for a child whose title differs from its parent's, parent title, space, title. */
  readonly displayName: string;
  readonly type: FieldType;
  readonly typeClass: TypeClass;
  readonly multiple: boolean;
  /** The plain flag; whether a value is needed depends on the parent, too. Source: blocks.md 6. */
  readonly required: boolean;
  readonly displayOnCreate: boolean;
  readonly facetable: boolean;
  readonly advancedSearch: boolean;
  readonly displayFormat: string;
  /** Position in the block, counted over parents and children together, from 0. */
  readonly displayOrder: number;
  readonly termUri: string | null;
  readonly description: string;
  readonly watermark: string;
  /** In display order; empty unless `typeClass` is `controlledVocabulary`. */
  readonly vocabulary: readonly VocabularyValue[];
  /** In display order; a child has none of its own. */
  readonly children: readonly FieldDefinition[];
  /** Name of the compound it belongs to. */
  readonly parent: string | null;
  /** Name of its block. */
  readonly block: string;
}

/** A metadata block. */
export interface BlockDefinition {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  /** Prefix of the linked-data identifiers of fields without a term URI. */
  readonly namespaceUri: string | null;
  /** Collection the block is tied to in frontends. */
  readonly ownerCollectionId: number | null;
  /** Whether any of its fields is shown in the form that creates a dataset. */
  readonly displayOnCreate: boolean;
  /** Top-level fields only, in display order. */
  readonly fields: readonly FieldDefinition[];
}
