/** Between the values of a form and native JSON. */
import type { PageFormFieldFragment, PageStoredBlockFragment } from '../../../generated/page-operations.ts';
import type { FormValues } from '../form-values.ts';
import { type FormBlock, type FormField, isRepeated, isTicked } from './form-block.ts';
import { FormState, placeOf } from './form-state.ts';

type Value = string | readonly string[] | Compound | readonly Compound[];

/** A field as native JSON has it. */
export interface NativeField {
  readonly typeName: string;
  readonly multiple: boolean;
  readonly typeClass: string;
  readonly value: Value;
}

interface Compound {
  readonly [child: string]: NativeField;
}

function isFilled(text: string): boolean {
  return text.trim() !== '';
}

function textsAt(field: PageFormFieldFragment, place: string, state: FormState): readonly string[] {
  if (isTicked(field)) return state.all(place).filter(isFilled);
  if (isRepeated(field)) {
    return state
      .repetitions(place)
      .map((number) => state.one(placeOf(place, number)))
      .filter(isFilled);
  }
  return [state.one(place)].filter(isFilled);
}

function nativeField(field: PageFormFieldFragment, value: Value): NativeField {
  return { typeName: field.name, multiple: field.multiple, typeClass: field.typeClass, value };
}

function textField(field: PageFormFieldFragment, place: string, state: FormState): NativeField | undefined {
  const [first, ...more] = textsAt(field, place, state);
  if (first === undefined) return undefined;
  return nativeField(field, field.multiple ? [first, ...more] : first);
}

function compoundAt(children: readonly PageFormFieldFragment[], place: string, state: FormState): readonly Compound[] {
  const filled = children.map((child) => textField(child, placeOf(place, child.name), state)).filter((child) => child !== undefined);
  return filled.length === 0 ? [] : [Object.fromEntries(filled.map((child) => [child.typeName, child]))];
}

function fieldAt(field: FormField, place: string, state: FormState): NativeField | undefined {
  if (field.typeClass !== 'compound') return textField(field, place, state);
  const children = field.children ?? [];
  const places = field.multiple ? state.repetitions(place).map((number) => placeOf(place, number)) : [place];
  const [first, ...more] = places.flatMap((at) => compoundAt(children, at, state));
  if (first === undefined) return undefined;
  return nativeField(field, field.multiple ? [first, ...more] : first);
}

/** What a form says of a block; blank values are left out. */
export function nativeFieldsOf({ name, fields }: FormBlock, state: FormState): readonly NativeField[] {
  return fields.map((field) => fieldAt(field, placeOf(name, field.name), state)).filter((field) => field !== undefined);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function noteTexts(field: PageFormFieldFragment, place: string, value: unknown, values: Map<string, string[]>): void {
  const texts = listOf(value).filter((text) => typeof text === 'string');
  if (isRepeated(field)) for (const [number, text] of texts.entries()) values.set(placeOf(place, number), [text]);
  else values.set(place, texts);
}

function noteField(field: FormField, place: string, value: unknown, values: Map<string, string[]>): void {
  if (field.typeClass !== 'compound') {
    noteTexts(field, place, value, values);
    return;
  }
  for (const [number, compound] of listOf(value).filter(isRecord).entries()) {
    for (const child of field.children ?? []) {
      const stored = compound[child.name];
      const at = field.multiple ? placeOf(place, number, child.name) : placeOf(place, child.name);
      if (isRecord(stored)) noteTexts(child, at, stored['value'], values);
    }
  }
}

/** The fields of a stored block; values that are passed on as texts are read. */
function storedFields(block: { readonly nativeFields: unknown } | undefined): readonly unknown[] {
  const fields: unknown = JSON.parse(JSON.stringify(block?.nativeFields ?? []));
  return listOf(fields);
}

/** The form that says what is stored. */
export function stateOf(
  blocks: readonly FormBlock[],
  stored: readonly Pick<PageStoredBlockFragment, 'name' | 'nativeFields'>[],
): FormState {
  const values = new Map<string, string[]>();
  for (const { name, fields } of blocks) {
    const own = storedFields(stored.find((block) => block.name === name)).filter(isRecord);
    for (const field of fields) {
      const found = own.find(({ typeName }) => typeName === field.name);
      if (found !== undefined) noteField(field, placeOf(name, field.name), found['value'], values);
    }
  }
  const all: FormValues = values;
  return new FormState(all);
}

/** All blocks of a version: those of the form as it says, and of everything else what is stored. */
export function nativeBlocksOf(
  blocks: readonly FormBlock[],
  state: FormState,
  stored: readonly PageStoredBlockFragment[] = [],
): Readonly<Record<string, { readonly displayName: string; readonly fields: readonly unknown[] }>> {
  const shown = blocks.map((block) => {
    const names = new Set(block.fields.map(({ name }) => name));
    const others = storedFields(stored.find(({ name }) => name === block.name)).filter(
      (field) => isRecord(field) && !names.has(String(field['typeName'])),
    );
    return [block.name, { displayName: block.displayName, fields: [...nativeFieldsOf(block, state), ...others] }] as const;
  });
  const unshown = stored
    .filter(({ name }) => !blocks.some((block) => block.name === name))
    .map((block) => [block.name, { displayName: block.displayName, fields: storedFields(block) }] as const);
  return Object.fromEntries([...shown, ...unshown]);
}
