/** Bodies that change single fields of stored metadata. Source: datasets.md 6.2, 6.3; blocks.md 4.1. */
import type { FormPlace, Problem } from '../../errors/domain-error.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import { FieldReader, isJsonObject } from '../../model/metadata/field-reader.ts';
import { compoundsIn } from '../../model/metadata/metadata-values.ts';
import { excerpt, ProblemList } from '../../errors/problem-list.ts';
import { absentPlace } from './absent-place.ts';
import type { RequiredFields } from './required-fields.ts';
import type { MetadataField } from '../../model/metadata/version-metadata.ts';
import { broken } from '../../errors/rules/broken.ts';

/** What a body says of one top-level field. */
export interface FieldEdit {
  /** The field as it was read; null when everything sent for it is blank. */
  readonly field: MetadataField | null;
  /** JSON pointer of the field object in the body. */
  readonly pointer: string;
}

export interface FieldEdits {
  /** By field, in the order sent. */
  readonly edits: ReadonlyMap<FieldDefinition, FieldEdit>;
  /** All faults of shape, with pointers into the body. */
  readonly problems: readonly Problem[];
  /** Where repetitions of a compound were sent with children, all of them blank. */
  readonly blankCompounds: ReadonlyMap<FieldDefinition, readonly string[]>;
  /** Where the values of the fields were sent. */
  readonly pointers: ReadonlyMap<object, string>;
}

/**
 * Reads `{"fields": [...]}` or one bare field object. In a list a field that no block defines is skipped; on its own it
 * is a fault. With `blankClears` an empty vocabulary value stands for none.
 */
export function readFieldEdits(body: unknown, catalog: BlockCatalog, { blankClears }: { readonly blankClears: boolean }): FieldEdits {
  const reader = new FieldReader(catalog, { undeclared: true, blankVocabulary: blankClears });
  const edits = new Map<FieldDefinition, FieldEdit>();
  for (const { sent, pointer } of sentFields(body, catalog, reader)) {
    if (reader.problems.isFull) break;
    const named = isJsonObject(sent) && typeof sent['typeName'] === 'string' ? catalog.findField(sent['typeName']) : undefined;
    if (blankClears && named !== undefined && isJsonObject(sent) && clearsVocabulary(named, sent['value']) && !edits.has(named)) {
      edits.set(named, { field: null, pointer });
      continue;
    }
    const found = new Map<FieldDefinition, MetadataField | null>([...edits].map(([definition]) => [definition, null]));
    reader.readField(sent, pointer, null, found);
    if (named === undefined || edits.has(named)) continue;
    const field = found.get(named);
    if (field !== undefined) edits.set(named, { field, pointer });
  }
  return { edits, problems: reader.problems.toArray(), blankCompounds: reader.blankCompounds, pointers: reader.pointers };
}

function sentFields(body: unknown, catalog: BlockCatalog, reader: FieldReader): { readonly sent: unknown; readonly pointer: string }[] {
  if (!isJsonObject(body)) {
    reader.problems.add('', 'The body must be an object: a list of fields, or one field.');
    return [];
  }
  const { fields, typeName } = body;
  if (Array.isArray(fields)) return fields.map((sent: unknown, index) => ({ sent, pointer: `/fields/${index}` }));
  if (typeof typeName === 'string' && catalog.findField(typeName) !== undefined) return [{ sent: body, pointer: '' }];
  if (typeof typeName === 'string') reader.problems.add('/typeName', `There is no field ${excerpt(typeName)}.`);
  else reader.problems.add('', 'The body must have an array of fields, or be one field with its typeName.');
  return [];
}

/** A vocabulary field that is multiple may be cleared by an empty text as well as by an empty list. */
function clearsVocabulary(definition: FieldDefinition, value: unknown): boolean {
  return definition.typeClass === 'controlledVocabulary' && definition.parent === null && (value === null || value === '');
}

/**
 * The required values that a body leaves empty, but for fields that have faults of shape. A field counts as required only
 * where its block is in effect.
 */
export function emptyRequiredValues(
  { edits, problems: faults, blankCompounds, pointers }: FieldEdits,
  required: RequiredFields,
  blocks: readonly string[],
): readonly Problem[] {
  const problems = new ProblemList();
  const report = (fields: readonly FieldDefinition[], pointer: string, placeOf: (field: FieldDefinition) => FormPlace): void => {
    for (const field of fields) {
      problems.add(pointer, broken('FIELD_EMPTIED', { field: field.name, title: field.displayName }), placeOf(field));
    }
  };
  for (const [definition, { field, pointer }] of edits) {
    if (faults.some((fault) => fault.pointer.startsWith(`${pointer}/`))) continue;
    const blank = blankCompounds.get(definition) ?? [];
    if (blocks.includes(definition.block)) {
      const absent = (missing: FieldDefinition): FormPlace => absentPlace(definition, missing);
      if (field === null && blank.length === 0) report(required.whenAbsent(definition), `${pointer}/value`, absent);
      for (const at of blank) report(required.whenAbsent(definition), at, absent);
    }
    if (field === null) continue;
    for (const [index, compound] of compoundsIn(field).entries()) {
      const missing = definition.children.filter((child) => required.has(child) && compound[child.name] === undefined);
      const place = [definition.block, definition.name, ...(definition.multiple ? [index] : [])];
      report(missing, pointers.get(compound) ?? `${pointer}/value`, ({ name }) => [...place, name]);
    }
  }
  return problems.toArray();
}
