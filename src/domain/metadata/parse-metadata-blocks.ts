import type { Problem } from '../../errors/domain-error.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import { FieldReader, inOrder, isJsonObject } from '../../model/metadata/field-reader.ts';
import { pointerTo } from '../../errors/json-pointer.ts';
import type { SentForm } from './sent-form.ts';
import type { MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';

export interface ParsedMetadata {
  /** Cleaned and in display order, ready to be stored; only meaningful when there are no problems. */
  readonly metadata: VersionMetadata;
  /** All faults of shape, with pointers into the sent body; at most MOST_PROBLEMS and a closing remark. */
  readonly problems: readonly Problem[];
  /** For `validateMetadata`. */
  readonly sent: SentForm;
}

/**
 * Reads the `metadataBlocks` object of native JSON. The keys of the blocks are ignored: `typeName` alone decides
 * where a field belongs, and a field that no block defines is dropped. Does not look at required fields or formats.
 * `pointer` is the JSON pointer of `input` in the body. Source: datasets.md 4.1, blocks.md 4.1.
 */
export function parseMetadataBlocks(input: unknown, catalog: BlockCatalog, pointer: string): ParsedMetadata {
  const reader = new FieldReader(catalog);
  const found = new Map<FieldDefinition, MetadataField | null>();
  if (isJsonObject(input)) {
    for (const key of Object.keys(input)) readBlock(input[key], pointerTo(pointer, key), reader, found);
  } else {
    reader.problems.add(pointer, 'The metadata blocks must be given as an object.');
  }
  const blocks = catalog.blocks.map((block): [string, readonly MetadataField[]] => [block.name, inOrder(block.fields, found)]);
  return {
    metadata: Object.fromEntries(blocks.filter(([, fields]) => fields.length > 0)),
    problems: reader.problems.toArray(),
    sent: { root: pointer, pointers: reader.pointers, blankCompounds: reader.blankCompounds },
  };
}

function readBlock(sent: unknown, pointer: string, reader: FieldReader, found: Map<FieldDefinition, MetadataField | null>): void {
  const fields = isJsonObject(sent) ? sent['fields'] : undefined;
  if (!Array.isArray(fields)) {
    reader.problems.add(pointer, 'A metadata block must be an object with an array of fields.');
    return;
  }
  for (const [index, field] of fields.entries()) {
    if (reader.problems.isFull) return;
    reader.readField(field, `${pointer}/fields/${index}`, null, found);
  }
}
