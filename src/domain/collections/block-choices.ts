import { DomainError, type Problem } from '../../errors/domain-error.ts';
import type { InputLevelValues } from '../../db/queries/collections/collection-metadata.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { broken } from '../../errors/rules/broken.ts';

/** What a request says of blocks, facets and rules for fields. */
export interface BlockChoiceInput {
  readonly metadataBlockNames?: readonly string[] | null | undefined;
  readonly inheritMetadataBlocks?: boolean | null | undefined;
  readonly facetFieldNames?: readonly string[] | null | undefined;
  readonly inheritFacets?: boolean | null | undefined;
  readonly inputLevels?: readonly InputLevelInput[] | null | undefined;
}

interface InputLevelInput {
  readonly fieldName: string;
  readonly required: boolean;
  readonly include: boolean;
  readonly displayOnCreate?: boolean | null | undefined;
}

/** The same in ids; null leaves things as they are. */
export interface BlockChoices {
  /** Own blocks in the order given; an empty list takes the owner's. */
  readonly blockIds: readonly number[] | null;
  /** Own facets in the order given; an empty list takes the owner's. */
  readonly facetFieldIds: readonly number[] | null;
  /** The owner's blocks are taken, and own rules for fields go. */
  readonly clearsInputLevels: boolean;
  /** Later rules of the same field have won. */
  readonly inputLevels: readonly InputLevelValues[] | null;
  /** Blocks of the fields that rules name. */
  readonly inputLevelBlockIds: readonly number[];
}

function blockIdsOf(catalog: BlockCatalog, names: readonly string[], problems: Problem[]): number[] {
  const ids = new Set<number>();
  for (const [position, name] of names.entries()) {
    const block = catalog.findBlock(name);
    if (block === undefined) problems.push({ pointer: `/metadataBlockNames/${position}`, ...broken('NO_BLOCK', { name }) });
    else ids.add(block.id);
  }
  return [...ids];
}

function facetIdsOf(catalog: BlockCatalog, names: readonly string[], problems: Problem[]): number[] {
  const ids = new Set<number>();
  for (const [position, name] of names.entries()) {
    const field = /^\d{1,10}$/.test(name) ? catalog.findFieldById(Number(name)) : catalog.findField(name);
    const pointer = `/facetFieldNames/${position}`;
    if (field === undefined) problems.push({ pointer, ...broken('NO_FIELD', { name }) });
    else if (!field.facetable) problems.push({ pointer, ...broken('NO_FACET', { name }) });
    else ids.add(field.id);
  }
  return [...ids];
}

/** The rules of a list, by field, and the blocks these fields belong to; what is wrong is added to `problems`. */
function levelsOf(
  catalog: BlockCatalog,
  levels: readonly InputLevelInput[],
  problems: Problem[],
): { readonly levels: InputLevelValues[]; readonly blockIds: number[] } {
  const byField = new Map<number, InputLevelValues>();
  const blockIds = new Set<number>();
  for (const [position, { fieldName, required, include, displayOnCreate }] of levels.entries()) {
    if (required && !include) {
      problems.push({ pointer: `/inputLevels/${position}`, ...broken('REQUIRED_NOT_INCLUDED', { name: fieldName }) });
    }
    const field = catalog.findField(fieldName);
    if (field === undefined) {
      problems.push({ pointer: `/inputLevels/${position}/fieldName`, ...broken('NO_FIELD', { name: fieldName }) });
      continue;
    }
    const block = catalog.findBlock(field.block);
    if (block !== undefined) blockIds.add(block.id);
    byField.set(field.id, { metadataFieldId: field.id, required, include, displayOnCreate: displayOnCreate ?? null });
  }
  return { levels: [...byField.values()], blockIds: [...blockIds] };
}

/**
 * Finds the blocks and fields that a request names.
 * @throws DomainError BAD_USER_INPUT naming everything that is unknown, unfit or contradicts. Source: collections.md 5.1.
 */
export function resolveBlockChoices(catalog: BlockCatalog, input: BlockChoiceInput): BlockChoices {
  const problems: Problem[] = [];
  const { metadataBlockNames: blockNames, facetFieldNames } = input;
  if (input.inheritMetadataBlocks === true && (blockNames ?? []).length > 0) {
    problems.push({ pointer: '/inheritMetadataBlocks', ...broken('BLOCKS_INHERITED') });
  }
  if (input.inheritFacets === true && (facetFieldNames ?? []).length > 0) {
    problems.push({ pointer: '/inheritFacets', ...broken('FACETS_INHERITED') });
  }
  const named = blockNames ? blockIdsOf(catalog, blockNames, problems) : null;
  const facets = facetFieldNames ? facetIdsOf(catalog, facetFieldNames, problems) : null;
  const { levels, blockIds: inputLevelBlockIds } = levelsOf(catalog, input.inputLevels ?? [], problems);
  if (problems.length > 0) {
    throw new DomainError('BAD_USER_INPUT', problems.map((problem) => problem.message).join('; '), { problems });
  }
  return {
    blockIds: input.inheritMetadataBlocks === true ? [] : named,
    facetFieldIds: input.inheritFacets === true ? [] : facets,
    clearsInputLevels: input.inheritMetadataBlocks === true,
    inputLevels: input.inputLevels ? levels : null,
    inputLevelBlockIds,
  };
}
