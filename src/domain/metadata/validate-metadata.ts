import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import { absentPlace } from './absent-place.ts';
import { BOUNDING_BOX, checkEdge, isBox } from './bounding-box.ts';
import { pointerTo } from '../../errors/json-pointer.ts';
import { compoundsIn, textsIn } from '../../model/metadata/metadata-values.ts';
import type { MetadataViolation } from './metadata-violation.ts';
import { type FormPlace, MOST_PROBLEMS } from '../../errors/domain-error.ts';
import type { NamedField } from '../../errors/rules/metadata-rules.ts';
import { RequiredFields } from './required-fields.ts';
import type { SentForm } from './sent-form.ts';
import { checkFormat } from '../../formats/values/value-format.ts';
import type { CompoundValue, MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { broken } from '../../errors/rules/broken.ts';

/** What the owning collection asks for. */
export interface ValidationScope {
  /** Names of the blocks in effect: their required fields must be there even when nothing of the block was sent. */
  readonly blocks: readonly string[];
  /** Input levels of the nearest metadata-block root, by field name. */
  readonly inputLevels?: ReadonlyMap<string, { readonly required: boolean }>;
  /** Whether required fields may be filled in later. */
  readonly laterIsFine?: boolean;
  /** From `parseMetadataBlocks`, when the metadata has just been sent: pointers lead into the body and blank repetitions count. */
  readonly sent?: SentForm;
}

/**
 * Checks required fields and the form of values, by block and display order, one violation for each field object,
 * the first MOST_PROBLEMS of them. A field of a block that is not in effect is checked where it has a value. Blank
 * values were dropped before, so an optional one never fails. Source: blocks.md 4.2, 5, 6 and 7.
 */
export function validateMetadata(metadata: VersionMetadata, catalog: BlockCatalog, scope: ValidationScope): MetadataViolation[] {
  const violations: MetadataViolation[] = [];
  for (const violation of findViolations(metadata, catalog, scope)) {
    if (violations.length === MOST_PROBLEMS) break;
    violations.push(violation);
  }
  return violations;
}

type Violations = Generator<MetadataViolation, void, undefined>;

/** What stays the same during one validation. */
interface Rules {
  readonly required: RequiredFields;
  readonly sent: SentForm | undefined;
}

function* findViolations(metadata: VersionMetadata, catalog: BlockCatalog, scope: ValidationScope): Violations {
  const rules: Rules = { required: new RequiredFields(scope.inputLevels, scope.laterIsFine), sent: scope.sent };
  for (const block of catalog.blocks) {
    const stored = metadata[block.name] ?? [];
    const inEffect = scope.blocks.includes(block.name);
    if (stored.length === 0 && !inEffect) continue;
    const fields = new Map(stored.map((field, index) => [field.typeName, { field, index }]));
    for (const definition of block.fields) {
      const found = fields.get(definition.name);
      if (found !== undefined) yield* checkField(definition, found.field, `/metadataBlocks/${block.name}/fields/${found.index}`, rules);
      else if (inEffect) yield* checkAbsent(definition, rules);
    }
  }
}

/** A required field that is missing or blank. */
function* checkAbsent(definition: FieldDefinition, rules: Rules): Violations {
  const block = pointerTo(rules.sent?.root ?? '/metadataBlocks', definition.block);
  for (const pointer of rules.sent?.blankCompounds.get(definition) ?? [block]) {
    for (const field of rules.required.whenAbsent(definition)) yield missing(field, pointer, absentPlace(definition, field));
  }
}

function* checkField(definition: FieldDefinition, field: MetadataField, storedPointer: string, rules: Rules): Violations {
  const pointer = rules.sent?.pointers.get(field) ?? storedPointer;
  const place = [definition.block, definition.name];
  if (definition.typeClass !== 'compound') return yield* checkValues(definition, field, pointer, place);
  const compounds = compoundsIn(field);
  for (const [index, compound] of compounds.entries()) {
    const at = definition.multiple ? [index] : [];
    yield* checkCompound(definition, compound, { storedPointer: [pointer, 'value', ...at].join('/'), place: [...place, ...at] }, rules);
  }
  if (rules.sent?.blankCompounds.has(definition)) yield* checkAbsent(definition, rules);
  if (definition.name === BOUNDING_BOX && !compounds.every(isBox)) {
    const told = broken('BOX', named(definition));
    const index = compounds.findIndex((compound) => !isBox(compound));
    yield { pointer, formPlace: definition.multiple ? [...place, index] : place, displayName: definition.displayName, ...told };
  }
}

/** Where a repetition of a compound is stored, and where it is in a form. */
interface CompoundPlace {
  readonly storedPointer: string;
  readonly place: FormPlace;
}

function* checkCompound(
  definition: FieldDefinition,
  compound: CompoundValue,
  { storedPointer, place }: CompoundPlace,
  rules: Rules,
): Violations {
  const pointer = rules.sent?.pointers.get(compound) ?? storedPointer;
  for (const child of definition.children) {
    const field = compound[child.name];
    const at = [...place, child.name];
    if (field !== undefined) yield* checkValues(child, field, rules.sent?.pointers.get(field) ?? pointerTo(pointer, child.name), at);
    else if (rules.required.has(child)) {
      yield rules.required.has(definition) ? missing(child, pointer, at) : missingBesideSiblings(child, definition, pointer, at);
    }
  }
}

/** The first value that has a wrong form; the others of the same field are not reported. */
function* checkValues(definition: FieldDefinition, field: MetadataField, pointer: string, place: FormPlace): Violations {
  for (const [index, text] of textsIn(field).entries()) {
    const told = checkFormat(definition, text) ?? (definition.parent === BOUNDING_BOX ? checkEdge(definition, text) : null);
    if (told === null) continue;
    const formPlace = definition.multiple ? [...place, index] : place;
    return yield { pointer: `${pointer}/value`, formPlace, displayName: definition.displayName, ...told, invalidValue: text };
  }
}

function named({ name, displayName }: FieldDefinition): NamedField {
  return { field: name, title: displayName };
}

function missing(definition: FieldDefinition, pointer: string, formPlace: FormPlace): MetadataViolation {
  return { pointer, formPlace, displayName: definition.displayName, ...broken('FIELD_REQUIRED', named(definition)) };
}

function missingBesideSiblings(
  definition: FieldDefinition,
  parent: FieldDefinition,
  pointer: string,
  formPlace: FormPlace,
): MetadataViolation {
  return {
    pointer,
    formPlace,
    displayName: definition.displayName,
    ...broken('FIELD_REQUIRED_BESIDE', { ...named(definition), parent: parent.name, parentTitle: parent.displayName }),
  };
}
