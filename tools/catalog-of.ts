import { parseBlockFile } from '../src/domain/metadata/block-file.ts';
import { buildBlockCatalog } from '../src/domain/metadata/build-block-catalog.ts';
import type { MetadataBlockRow, MetadataFieldRow, Vocabulary } from '../src/db/queries/metadata/metadata-blocks.ts';
import type { BlockCatalog } from '../src/model/metadata/block-catalog.ts';

/** The catalogue that an installation of these blocks, in this order and into an empty database, must have. @param definitions as the files of data/blocks */
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
