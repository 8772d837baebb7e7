import type { BlockCatalog } from '../../../src/model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../../src/model/metadata/block-definition.ts';
import { readJson } from '../../support/json-reader.ts';
import { exampleDataset } from '../../support/seed.ts';

export interface NativeDataset {
  readonly datasetVersion: Readonly<Record<string, unknown>>;
}

/** The smallest valid dataset with its citation fields changed. */
export function citation(change: (fields: readonly unknown[]) => readonly unknown[]): NativeDataset {
  const { datasetVersion } = exampleDataset('minimal');
  const fields = readJson(datasetVersion).list('metadataBlocks.citation.fields');
  return {
    datasetVersion: { ...datasetVersion, metadataBlocks: { citation: { displayName: 'Citation Metadata', fields: change(fields) } } },
  };
}

function named(name: unknown): (field: unknown) => boolean {
  return (field) => readJson(field).at('typeName') === name;
}

/** The smallest valid dataset. */
export function minimal(title = 'A small dataset'): NativeDataset {
  return withField({ typeName: 'title', multiple: false, typeClass: 'primitive', value: title });
}

/** The smallest valid dataset with one field in place of its namesake, or added. */
export function withField(field: Readonly<Record<string, unknown>>): NativeDataset {
  return citation((fields) => [...fields.filter((one) => !named(field['typeName'])(one)), field]);
}

/** The smallest valid dataset without one of its fields. */
export function withoutField(name: string): NativeDataset {
  return citation((fields) => fields.filter((one) => !named(name)(one)));
}

const EDGES: Readonly<Record<string, string>> = { westLongitude: '-10', eastLongitude: '10', northLatitude: '5', southLatitude: '-5' };
const TEXTS: Partial<Record<FieldDefinition['type'], string>> = {
  DATE: '2020-01-02',
  EMAIL: 'someone@example.org',
  FLOAT: '-1.5e3',
  INT: '42',
  TEXTBOX: '<p>One line,\nand “another” & more.</p>',
  URL: 'https://example.org/a?b=c#d',
};

/** A field with as many values as it takes, up to two. */
function filled(definition: FieldDefinition): unknown {
  const { name, multiple, typeClass, type, vocabulary } = definition;
  const text = EDGES[name] ?? TEXTS[type] ?? `A value of ${name}`;
  const values: Readonly<Record<typeof typeClass, readonly unknown[]>> = {
    primitive: [text, `${text}${type === 'TEXT' || type === 'TEXTBOX' ? ' again' : ''}`],
    controlledVocabulary: [...new Set([vocabulary[0]?.value, vocabulary.at(-1)?.value])],
    compound: Array.from({ length: 2 }, () => Object.fromEntries(definition.children.map((child) => [child.name, filled(child)]))),
  };
  const [first] = values[typeClass];
  return { typeName: name, multiple, typeClass, value: multiple ? values[typeClass] : first };
}

/** A dataset in which every field of every block has a value, in display order. */
export function complete(catalog: BlockCatalog): {
  readonly datasetVersion: { readonly license: string; readonly metadataBlocks: Readonly<Record<string, unknown>> };
} {
  const blocks = catalog.blocks.map(({ name, displayName, fields }) => [name, { displayName, name, fields: fields.map(filled) }] as const);
  return { datasetVersion: { license: 'CC0 1.0', metadataBlocks: Object.fromEntries(blocks) } };
}
