import { isRecord, readJson } from './json-reader.ts';
import type { RestClient } from './rest-client.ts';
import { succeeded } from './seed.ts';

type Definitions = Readonly<Record<string, unknown>>;

function placeOf(definitions: Definitions, name: unknown): number {
  return readJson(definitions).number(`${String(name)}.displayOrder`);
}

function orderedCompound(compound: unknown, children: Definitions): unknown {
  if (!isRecord(compound)) return compound;
  return Object.fromEntries(Object.entries(compound).sort(([left], [right]) => placeOf(children, left) - placeOf(children, right)));
}

function orderedField(field: unknown, definitions: Definitions): unknown {
  const reader = readJson(field);
  const value = reader.at('value');
  if (reader.text('typeClass') === 'controlledVocabulary' && Array.isArray(value)) {
    const vocabulary = readJson(definitions).list(`${reader.text('typeName')}.controlledVocabularyValues`);
    return { ...reader.record(''), value: value.toSorted((left, right) => vocabulary.indexOf(left) - vocabulary.indexOf(right)) };
  }
  if (reader.text('typeClass') !== 'compound') return field;
  const children = readJson(definitions).record(`${reader.text('typeName')}.childFields`);
  return {
    ...reader.record(''),
    value: Array.isArray(value) ? value.map((one) => orderedCompound(one, children)) : orderedCompound(value, children),
  };
}

/**
 * Native metadata as a reader gets it back: the same values, with fields, child fields and repeated vocabulary values
 * in the order of the block's definition.
 */
export async function inDisplayOrder(
  rest: RestClient,
  metadataBlocks: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const ordered: Record<string, unknown> = {};
  for (const [name, block] of Object.entries(metadataBlocks)) {
    const definition = succeeded(await rest.get(`/api/metadatablocks/${name}`));
    const definitions = definition.record('data.fields');
    const fields = readJson(block)
      .list('fields')
      .toSorted(
        (left, right) => placeOf(definitions, readJson(left).at('typeName')) - placeOf(definitions, readJson(right).at('typeName')),
      );
    ordered[name] = {
      displayName: definition.text('data.displayName'),
      name,
      fields: fields.map((field) => orderedField(field, definitions)),
    };
  }
  return ordered;
}
