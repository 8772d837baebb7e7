/** Rules for the metadata of datasets. Sentences name the field: clients of REST see them without a place. */

/** A field by its name and by what it is called in English. */
export type NamedField = Readonly<Record<'field' | 'title', string>>;

const NOUNS: Readonly<Record<string, string>> = {
  DATE: 'a valid date',
  EMAIL: 'a valid email address',
  URL: 'a valid URL',
  INT: 'a valid integer',
  FLOAT: 'a valid number',
};

export const metadataRules = {
  FIELD_REQUIRED: ({ title }: NamedField): string => `${title} is required.`,
  FIELD_REQUIRED_BESIDE: ({ title, parentTitle }: NamedField & { parent: string; parentTitle: string }): string =>
    `${title} is required when another field of ${parentTitle} has a value.`,
  FIELD_EMPTIED: ({ title }: NamedField): string => `Empty required value for field: ${title}`,
  FIELD_FORMAT: ({ title, type }: NamedField & { type: string }): string => `${title} is not ${NOUNS[type] ?? 'of its type'}.`,
  EDGE: ({ title, limit }: NamedField & { limit: number }): string =>
    `${title} is not a valid entry; it must be a number from -${limit} to ${limit}.`,
  BOX: ({ title }: NamedField): string => `${title} needs all four edges, west not greater than east and south not greater than north.`,
  FIELD_ONE_VALUE: ({ title }: NamedField): string => `Invalid value submitted for ${title}. It should be a single value.`,
  FIELD_LIST: ({ title }: NamedField): string => `Invalid value submitted for ${title}. It should be an array of values.`,
  FIELD_TEXT: ({ title }: NamedField): string => `A value of ${title} must be a string.`,
  FIELD_COMPOUND: ({ title }: NamedField): string => `A value of ${title} must be an object of child fields.`,
  VALUE_UNKNOWN: ({ field, value }: NamedField & { value: string }): string => `Value '${value}' does not exist in type '${field}'.`,
  NO_DATASET_TYPE: (): string => 'is not a dataset type of this installation',
  NO_METADATA_LANGUAGE: (): string => 'is not a configured language',
  METADATA_LANGUAGE: ({ locale }: { locale: string }): string => `must be ${locale}`,
  EVERY_AUTHOR: (): string => 'must name every author, and at least one',
  FILES_BEFORE_PUBLICATION: (): string => 'The collection of this dataset requires it to have files before it is published.',
};
