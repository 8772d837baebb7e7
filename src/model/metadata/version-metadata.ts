import type { TypeClass } from '../../vocabulary/metadata.ts';

/** Children of one repetition of a compound, by child name, in display order; never empty. */
export interface CompoundValue {
  readonly [childName: string]: MetadataField;
}

/** One field of a version's metadata, in the native JSON that REST gives back. Source: datasets.md 3.3. */
export interface MetadataField {
  readonly typeName: string;
  readonly multiple: boolean;
  readonly typeClass: TypeClass;
  /** Text or texts for primitives and vocabularies; children by name, once or repeated, for compounds. */
  readonly value: string | readonly string[] | CompoundValue | readonly CompoundValue[];
}

/** What is stored of a version's metadata: fields by block name, in display order, nothing blank. */
export interface VersionMetadata {
  readonly [blockName: string]: readonly MetadataField[];
}
