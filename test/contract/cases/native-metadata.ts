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
