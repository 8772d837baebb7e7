import { readFileSync } from 'node:fs';
import type { MetadataBlockRow, MetadataFieldRow, Vocabulary } from '../../../src/db/queries/metadata/metadata-blocks.ts';
import type { BlockCatalog } from '../../../src/model/metadata/block-catalog.ts';
import { parseBlockFile } from '../../../src/domain/metadata/block-file.ts';
import { buildBlockCatalog } from '../../../src/domain/metadata/build-block-catalog.ts';
import { STANDARD_BLOCKS } from '../../../src/domain/metadata/standard-blocks.ts';

const DATA = new URL('../../../data/', import.meta.url);

export interface SentField {
  readonly typeName: string;
  readonly multiple: boolean;
  readonly typeClass: string;
  readonly value: unknown;
}

export function readBlockFile(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`blocks/${name}.json`, DATA), 'utf8'));
}

export function readExample(name: string): { datasetVersion: { metadataBlocks: Record<string, { fields: SentField[] }> } } {
  return JSON.parse(readFileSync(new URL(`examples/${name}.json`, DATA), 'utf8'));
}

/** The catalogue that an installation of these blocks, in this order and into an empty database, must have. */
export function catalogOf(definitions: readonly unknown[], version = 1): BlockCatalog {
  const blockRows: MetadataBlockRow[] = [];
  const fields: MetadataFieldRow[] = [];
  const vocabularies: Vocabulary[] = [];
  let valueId = 0;
  const ids = new Map<string, number>();
  for (const [blockIndex, definition] of definitions.entries()) {
    const file = parseBlockFile(definition);
    const blockId = blockIndex + 1;
    blockRows.push({
      id: blockId,
      name: file.name,
      displayName: file.displayName,
      namespaceUri: file.namespaceUri,
      ownerCollectionId: null,
    });
    for (const [displayOrder, { type, hint, description, parent, ...rest }] of file.fields.entries()) {
      const id = ids.size + 1;
      ids.set(rest.name, id);
      const parentId = parent === null ? null : (ids.get(parent) ?? null);
      fields.push({ ...rest, id, blockId, fieldType: type, description: description ?? hint ?? '', parentId, displayOrder });
      const values = file.vocabularies[rest.name];
      if (values !== undefined) vocabularies.push({ field: id, values: values.map((value) => ({ ...value, id: (valueId += 1) })) });
    }
  }
  return buildBlockCatalog({ version, blocks: blockRows, fields, vocabularies });
}

export const standardCatalog = catalogOf(STANDARD_BLOCKS.map(readBlockFile));

/** A field object of native JSON, declared as its definition says. */
export function field(typeName: string, value: unknown): SentField {
  const definition = standardCatalog.findField(typeName);
  if (definition === undefined) throw new Error(`No field ${typeName}`);
  return { typeName, multiple: definition.multiple, typeClass: definition.typeClass, value };
}

/** One compound value whose children are given as texts. */
export function compound(children: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(children).map(([name, value]) => [name, field(name, value)]));
}

/** A `metadataBlocks` object with these fields under one block key. */
export function blocks(...fields: unknown[]): unknown {
  return { citation: { fields } };
}
