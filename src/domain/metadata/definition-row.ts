import type { Problem } from '../../errors/domain-error.ts';
import type { DefinitionKind, FieldType } from '../../vocabulary/metadata.ts';

/** A fault of a row: which of its keys breaks which rule. The row knows where it stands in what was sent. */
export type RowFault<Key extends string> = (key: Key, rule: string) => Problem;

/** A metadata block to load. */
export interface BlockRow {
  readonly kind: Extract<DefinitionKind, 'MetadataBlock'>;
  readonly name: string;
  readonly displayName: string;
  readonly namespaceUri: string | null;
  /** Alias of the collection the block is tied to. */
  readonly ownerAlias: string | null;
  readonly fault: RowFault<'name' | 'ownerAlias' | 'displayName' | 'namespaceUri'>;
}

/** A field to load. */
export interface FieldRow {
  readonly kind: Extract<DefinitionKind, 'DatasetField'>;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly watermark: string;
  readonly type: FieldType;
  readonly displayOrder: number;
  readonly displayFormat: string;
  readonly advancedSearch: boolean;
  readonly controlledVocabulary: boolean;
  readonly multiple: boolean;
  readonly facetable: boolean;
  readonly displayOnCreate: boolean;
  readonly required: boolean;
  /** Name of the compound it belongs to. */
  readonly parent: string | null;
  /** Name of its block. */
  readonly block: string;
  readonly termUri: string | null;
  readonly fault: RowFault<Exclude<keyof FieldRow, 'kind' | 'fault'>>;
}

/** A vocabulary value to load. */
export interface ValueRow {
  readonly kind: Extract<DefinitionKind, 'ControlledVocabularyValue'>;
  /** Name of its field. */
  readonly field: string;
  readonly value: string;
  readonly identifier: string | null;
  readonly displayOrder: number;
  readonly alternates: readonly string[];
  readonly fault: RowFault<'field' | 'value' | 'identifier' | 'displayOrder' | 'alternates'>;
}

/** What a load consists of, in the order sent. */
export type DefinitionRow = BlockRow | FieldRow | ValueRow;
