/** Faults of metadata that were sent by type, at the places where they were sent. */
import { pointerTo } from '../../../errors/json-pointer.ts';
import type { FormPlace, Problem } from '../../../errors/domain-error.ts';
import { type NativeMetadata, placeKey } from './typed-input.ts';
import type { TypedField, TypedPlan } from './typed-plan.ts';

/** What native JSON has around values: no part of a form. */
const AROUND = new Set(['value', 'typeName', 'typeClass', 'multiple']);

/** The place in a form of a pointer into native JSON that `nativeMetadata` wrote; undefined where it is none into the metadata. */
function placeOf(
  pointer: string,
  { fieldAt }: NativeMetadata,
  order: readonly (readonly [block: string, field: string])[],
): FormPlace | undefined {
  const [, first, ...rest] = pointer.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (first === 'fields') {
    const [index, ...below] = rest;
    const field = order[Number(index)];
    return field && [...field, ...partsOf(below)];
  }
  if (first !== 'metadataBlocks') return undefined;
  const [block, fields, index, ...below] = rest;
  if (block === undefined || fields !== 'fields' || index === undefined) return block === undefined ? [] : [block];
  const field = fieldAt.get(placeKey([block, index]));
  return field === undefined ? [block] : [...field, ...partsOf(below)];
}

/** `value/0/authorName/value` is `0/authorName`. Of the four, each comes where the names of children do not. */
function partsOf(segments: readonly string[]): FormPlace {
  const parts: (string | number)[] = [];
  let isName = false;
  for (const segment of segments) {
    if (!isName && AROUND.has(segment)) {
      isName = segment === 'value';
    } else if (/^\d+$/.test(segment)) {
      parts.push(Number(segment));
    } else {
      parts.push(segment);
      isName = false;
    }
  }
  return parts;
}

/** The pointer into what was sent: names as they are in the schema, and entries counted with the blank ones. */
function pointerOf(place: FormPlace, { blocks }: TypedPlan, { kept }: NativeMetadata): string {
  const [blockName, ...below] = place;
  const block = blocks.find(({ definition }) => definition.name === blockName);
  let pointer = blockName === undefined ? '' : pointerTo('', block?.name ?? blockName);
  let fields: readonly TypedField[] = block?.fields ?? [];
  for (const [depth, part] of below.entries()) {
    if (typeof part === 'number') {
      pointer = pointerTo(pointer, kept.get(placeKey(place.slice(0, depth + 1)))?.[part] ?? part);
      continue;
    }
    const field = fields.find(({ definition }) => definition.name === part);
    pointer = pointerTo(pointer, field?.name ?? part);
    fields = field?.children ?? [];
  }
  return pointer;
}

/** The same problems with pointers into the typed metadata that were sent; those that are not about these stay as they are. */
export function placedProblems(problems: readonly Problem[], plan: TypedPlan, native: NativeMetadata): Problem[] {
  const order = [...native.fieldAt.values()];
  return problems.map(({ formPlace, ...problem }) => {
    const place = formPlace ?? placeOf(problem.pointer, native, order);
    return place === undefined ? problem : { ...problem, pointer: pointerOf(place, plan, native) };
  });
}
