/** Metadata that were sent by type, as the native JSON that commands read. */
import { isJsonObject } from '../../../model/metadata/field-reader.ts';
import type { TypedField, TypedPlan } from './typed-plan.ts';
import { textOf } from './typed-values.ts';

interface NativeField {
  readonly typeName: string;
  readonly multiple: boolean;
  readonly typeClass: string;
  readonly value: unknown;
}

/** Native JSON, and what leads from its places back to those of the form. */
export interface NativeMetadata {
  readonly blocks: Readonly<Record<string, { readonly fields: readonly NativeField[] }>>;
  /** Block and field by the place of the field object: `citation/3` among those of its block. */
  readonly fieldAt: ReadonlyMap<string, readonly [block: string, field: string]>;
  /** Of lists from which blank entries were left out, where the others were, by place in the form. */
  readonly kept: ReadonlyMap<string, readonly number[]>;
}

/** The key of a place in a form. */
export function placeKey(place: readonly (string | number)[]): string {
  return place.join('/');
}

/** Something that stands for no value: empty fields of a form. */
function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

class NativeWriter {
  readonly kept = new Map<string, readonly number[]>();
  readonly #blanks: boolean;

  /** With `blanks`, fields that were sent without a value are written, to be emptied. */
  constructor(blanks: boolean) {
    this.#blanks = blanks;
  }

  field(field: TypedField, sent: unknown, place: readonly string[]): NativeField | undefined {
    const value = this.#value(field, sent, place);
    const { name: typeName, multiple, typeClass } = field.definition;
    if (value !== undefined) return { typeName, multiple, typeClass, value };
    return this.#blanks && place.length === 2 && sent !== undefined ? { typeName, multiple, typeClass, value: emptyOf(field) } : undefined;
  }

  #value(field: TypedField, sent: unknown, place: readonly (string | number)[]): unknown {
    if (!field.definition.multiple) return this.#single(field, sent, place);
    if (!Array.isArray(sent)) return undefined;
    const values: unknown[] = [];
    const kept: number[] = [];
    for (const [index, entry] of sent.entries()) {
      const value = this.#single(field, entry, [...place, values.length]);
      if (value === undefined) continue;
      values.push(value);
      kept.push(index);
    }
    if (values.length !== sent.length) this.kept.set(placeKey(place), kept);
    return values.length === 0 ? undefined : values;
  }

  #single(field: TypedField, sent: unknown, place: readonly (string | number)[]): unknown {
    if (isBlank(sent)) return undefined;
    if (field.kind !== 'compound') return textOf(field, sent);
    if (!isJsonObject(sent)) return undefined;
    const children: Record<string, NativeField> = {};
    for (const child of field.children) {
      const { name: typeName, multiple, typeClass } = child.definition;
      const value = this.#value(child, sent[child.name], [...place, typeName]);
      if (value !== undefined) children[typeName] = { typeName, multiple, typeClass, value };
    }
    return Object.keys(children).length === 0 ? undefined : children;
  }
}

function emptyOf({ definition, kind }: TypedField): unknown {
  if (definition.multiple) return [];
  return kind === 'compound' ? {} : '';
}

/**
 * Writes what was sent as native JSON, in display order and without what is blank: as it will be stored, so that both count alike. With
 * `blanks`, fields of blocks that were sent empty are there without a value.
 */
export function nativeMetadata({ blocks }: TypedPlan, sent: unknown, { blanks }: { readonly blanks: boolean }): NativeMetadata {
  const writer = new NativeWriter(blanks);
  const fieldAt = new Map<string, readonly [block: string, field: string]>();
  const written = blocks.flatMap((block): [string, { readonly fields: readonly NativeField[] }][] => {
    const values = isJsonObject(sent) ? sent[block.name] : undefined;
    if (!isJsonObject(values)) return [];
    const blockName = block.definition.name;
    const fields: NativeField[] = [];
    for (const field of block.fields) {
      const { name } = field.definition;
      const native = writer.field(field, values[field.name], [blockName, name]);
      if (native === undefined) continue;
      fieldAt.set(placeKey([blockName, fields.length]), [blockName, name]);
      fields.push(native);
    }
    return [[blockName, { fields }]];
  });
  return { blocks: Object.fromEntries(written), fieldAt, kept: writer.kept };
}
