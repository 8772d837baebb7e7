import type { DefinitionKind } from '../../vocabulary/metadata.ts';
import type { ProblemList } from '../../errors/problem-list.ts';
import type { DefinitionRow } from './definition-row.ts';

/**
 * How much one load of metadata blocks may hold: several times what the largest block in use does, which has 80 fields and a vocabulary of
 * 7,916 languages. What is loaded stays in the memory of every process.
 */
export const BLOCK_LOAD_LIMITS = {
  /** Lines of a table, headings among them. */
  lines: 30_000,
  blocks: 100,
  fields: 2000,
  /** Values of the vocabularies together. */
  values: 25_000,
  /** Cells of a line. */
  cells: 100,
  /** Other spellings of a value. */
  alternates: 95,
  /** Characters of a cell, or of a text of a JSON definition. */
  characters: 10_000,
} as const;

const MOST: Readonly<Record<DefinitionKind, number>> = {
  MetadataBlock: BLOCK_LOAD_LIMITS.blocks,
  DatasetField: BLOCK_LOAD_LIMITS.fields,
  ControlledVocabularyValue: BLOCK_LOAD_LIMITS.values,
};
const NOUNS: Readonly<Record<DefinitionKind, string>> = {
  MetadataBlock: 'blocks',
  DatasetField: 'fields',
  ControlledVocabularyValue: 'vocabulary values',
};

/** Reports the first row of each kind that is one too many. */
export function checkRowCounts(rows: readonly DefinitionRow[], problems: ProblemList): void {
  const counts: Record<DefinitionKind, number> = { MetadataBlock: 0, DatasetField: 0, ControlledVocabularyValue: 0 };
  for (const row of rows) {
    counts[row.kind] += 1;
    if (counts[row.kind] !== MOST[row.kind] + 1) continue;
    const rule = `one load holds at most ${MOST[row.kind]} ${NOUNS[row.kind]}`;
    const { pointer, message } = row.kind === 'ControlledVocabularyValue' ? row.fault('value', rule) : row.fault('name', rule);
    problems.add(pointer, message);
  }
}
