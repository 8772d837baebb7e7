import type { Transaction } from '../../db/client.ts';
import { bumpCatalogVersion } from '../../db/queries/metadata/metadata-blocks.ts';
import {
  areHeld,
  holdCollectionsByAlias,
  writeBlocks,
  writeFields,
  writeVocabularyValues,
} from '../../db/queries/metadata/metadata-block-writes.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { BlockLoadDraft } from './block-load-draft.ts';
import { refuseDefinitions } from './definition-faults.ts';
import type { DefinitionRow } from './definition-row.ts';
import type { ProblemList } from '../../errors/problem-list.ts';

/**
 * Puts rows on top of the stored blocks, all or none; nothing that is stored goes away. The transaction holds the lock of
 * the catalogue, which is `catalog`. `problems` are the faults that reading the rows has found already.
 * @throws DomainError BAD_USER_INPUT with every fault of every row. Source: blocks.md 11.
 */
export async function storeBlocks(
  tx: Transaction,
  catalog: BlockCatalog,
  rows: readonly DefinitionRow[],
  problems: ProblemList,
): Promise<void> {
  const aliases = rows.flatMap((row) => (row.kind === 'MetadataBlock' && row.ownerAlias !== null ? [row.ownerAlias] : []));
  const draft = new BlockLoadDraft(catalog, await holdCollectionsByAlias(tx, aliases), problems);
  for (const row of rows) draft.put(row);
  draft.finish();
  const held = await areHeld(tx, draft.risks);
  for (const [index, { problem }] of draft.risks.entries()) {
    if (held[index] === true) problems.add(problem.pointer, problem.message);
  }
  refuseDefinitions(problems);

  await writeBlocks(
    tx,
    [...draft.blocks.values()].map((row) => ({
      name: row.name,
      displayName: row.displayName,
      namespaceUri: row.namespaceUri,
      ownerCollectionId: draft.ownerIdOf(row),
    })),
  );
  await writeFields(
    tx,
    [...draft.fields.values()].map(({ kind: _kind, fault: _fault, type, ...field }) => ({ ...field, fieldType: type })),
  );
  await writeVocabularyValues(
    tx,
    draft
      .values()
      .map(({ id, field, value, identifier, alternates, displayOrder }) => ({ id, field, value, identifier, alternates, displayOrder })),
  );
  await bumpCatalogVersion(tx);
}
