import type { MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { compoundsIn, textsIn } from '../../model/metadata/metadata-values.ts';
import { type FieldQuery, type FieldTerm, wordsOf } from './field-query.ts';

/** Values of metadata by the names of their fields, ready for comparison. */
export type SearchedFields = ReadonlyMap<string, readonly string[]>;

/** The fields of metadata with their values; each value as its words between blanks. */
export function searchedFields(metadata: VersionMetadata): SearchedFields {
  const found = new Map<string, string[]>();
  const add = (field: MetadataField): void => {
    const values = found.get(field.typeName) ?? [];
    found.set(field.typeName, values);
    for (const text of textsIn(field)) values.push(` ${wordsOf(text).join(' ')} `);
    for (const compound of compoundsIn(field)) {
      values.push(' ');
      for (const child of Object.values(compound)) add(child);
    }
  };
  for (const fields of Object.values(metadata)) for (const field of fields) add(field);
  return found;
}

function holds({ words, open }: FieldTerm, values: readonly string[]): boolean {
  const phrase = words.length === 0 ? '' : ` ${words.join(' ')}${open ? '' : ' '}`;
  return values.some((value) => value.includes(phrase));
}

/** Whether metadata are what a query asks for. */
export function matchesFields(query: FieldQuery, fields: SearchedFields): boolean {
  switch (query.kind) {
    case 'all':
      return query.parts.every((part) => matchesFields(part, fields));
    case 'any':
      return query.parts.some((part) => matchesFields(part, fields));
    case 'not':
      return !matchesFields(query.part, fields);
    case 'term':
      if (query.field !== null) return holds(query, fields.get(query.field) ?? []);
      return [...fields.values()].some((values) => holds(query, values));
  }
}
