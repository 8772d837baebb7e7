import type { Queryable } from '../../db/client.ts';
import { listMetadataBlocks, listMetadataFields, listVocabularies } from '../../db/queries/metadata/metadata-blocks.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { buildBlockCatalog } from './build-block-catalog.ts';

/** Reads all installed blocks in three statements. */
export async function loadBlockCatalog(db: Queryable): Promise<BlockCatalog> {
  const { version, blocks } = await listMetadataBlocks(db);
  const [fields, vocabularies] = await Promise.all([listMetadataFields(db), listVocabularies(db)]);
  return buildBlockCatalog({ version, blocks, fields, vocabularies });
}
