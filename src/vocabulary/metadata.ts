/** Words about metadata blocks and their fields. */

/** Value type of a metadata field; `NONE` marks a compound. Source: blocks.md 1. */
export const FIELD_TYPES = ['NONE', 'TEXT', 'TEXTBOX', 'STRING', 'DATE', 'EMAIL', 'URL', 'INT', 'FLOAT'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What a metadata block consists of. Source: blocks.md 11. */
export const DEFINITION_KINDS = ['MetadataBlock', 'DatasetField', 'ControlledVocabularyValue'] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

/** Shape of a metadata field's value in native JSON. Source: datasets.md 3.3. */
export const TYPE_CLASSES = ['primitive', 'compound', 'controlledVocabulary'] as const;
export type TypeClass = (typeof TYPE_CLASSES)[number];
