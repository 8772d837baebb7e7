import { z } from 'zod';
import { notifyCaches } from '../../db/queries/installation/cache-notices.ts';
import { lockMetadataCatalog } from '../../db/queries/metadata/metadata-blocks.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { DefinitionKind } from '../../vocabulary/metadata.ts';
import { command } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { parseBlockFile } from './block-file.ts';
import { blockFileRows } from './block-file-rows.ts';
import { readBlockTable } from './block-table.ts';
import { BLOCK_LOAD_LIMITS, checkRowCounts } from './block-load-limits.ts';
import { refuseDefinitions } from './definition-faults.ts';
import type { DefinitionRow, ValueRow } from './definition-row.ts';
import { loadBlockCatalog } from './load-block-catalog.ts';
import { ProblemList } from '../../errors/problem-list.ts';
import { storeBlocks } from './store-blocks.ts';

/** Something that was loaded: new, or an update of what was there. */
export interface LoadedDefinition {
  readonly name: string;
  readonly kind: DefinitionKind;
}

function readDefinitions(definitions: readonly unknown[], problems: ProblemList): DefinitionRow[] {
  const { blocks } = BLOCK_LOAD_LIMITS;
  if (definitions.length > blocks) problems.add(`/definitions/${blocks}`, `/definitions: one load holds at most ${blocks} blocks`);
  return definitions.slice(0, blocks).flatMap((definition, index) => {
    const pointer = `/definitions/${index}`;
    try {
      return blockFileRows(parseBlockFile(definition), pointer);
    } catch (refusal) {
      if (!(refusal instanceof DomainError)) throw refusal;
      for (const fault of refusal.problems) problems.add(pointer + fault.pointer, `${pointer}${fault.pointer}: ${fault.message}`);
      return [];
    }
  });
}

function nameOf(row: Exclude<DefinitionRow, ValueRow> | ValueRow): string {
  return row.kind === 'ControlledVocabularyValue' ? row.value : row.name;
}

/**
 * Loads metadata blocks from a table or from JSON definitions: all rows or none. Fields are matched by name, values by
 * identifier or text; nothing is deleted. In effect at once, in every process. What was loaded, row by row.
 * Source: blocks.md 11.
 */
export const loadMetadataBlocks = command({
  name: 'loadMetadataBlocks',
  input: z
    .object({ table: z.string().nullish(), definitions: z.array(z.unknown()).nullish() })
    .refine(
      ({ table, definitions }) => (typeof table === 'string') !== Array.isArray(definitions),
      'must have exactly one of table and definitions',
    ),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, services, note, emit, afterCommit }, _subject, { table, definitions }): Promise<readonly LoadedDefinition[]> => {
    const problems = new ProblemList();
    const rows = typeof table === 'string' ? readBlockTable(table, problems) : readDefinitions(definitions ?? [], problems);
    if (rows.length === 0 && problems.toArray().length === 0) problems.add('', 'There is nothing to load');
    checkRowCounts(rows, problems);
    // Definitions that could not be read would make every reference to them a fault.
    if (definitions) refuseDefinitions(problems);
    await lockMetadataCatalog(tx);
    await storeBlocks(tx, await loadBlockCatalog(tx), rows, problems);
    await notifyCaches(tx, 'metadata-catalog');
    emit({ kind: 'DatasetDescriptionsOutdated', subjectId: null, payload: { after: 0 } });
    note({ blocks: rows.flatMap((row) => (row.kind === 'MetadataBlock' ? [row.name] : [])), rows: rows.length });
    afterCommit(async () => {
      await services.blocks.refresh();
    });
    return rows.map((row) => ({ name: nameOf(row), kind: row.kind }));
  },
});
