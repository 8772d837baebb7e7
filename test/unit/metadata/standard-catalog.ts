import { readFileSync } from 'node:fs';
import { STANDARD_BLOCKS } from '../../../src/domain/metadata/standard-blocks.ts';
import { catalogOf } from '../../../tools/catalog-of.ts';

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
