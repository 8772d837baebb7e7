import { DomainError, type Problem } from '../../errors/domain-error.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';

/** How a metadata block is named. A name never is a number. */
export type BlockKey = { readonly id: number } | { readonly name: string };

function refuseAny(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new DomainError('BAD_USER_INPUT', `${problems.map(({ message }) => message).join('; ')}.`, { problems });
}

/** Ids of the blocks named, each once, in the order given. @throws DomainError BAD_USER_INPUT naming every unknown one. */
export function requireBlockIds(catalog: BlockCatalog, keys: readonly BlockKey[]): readonly number[] {
  const problems: Problem[] = [];
  const ids = new Set<number>();
  for (const [position, key] of keys.entries()) {
    const block = 'id' in key ? catalog.findBlockById(key.id) : catalog.findBlockByName(key.name);
    if (block === undefined) {
      const message = 'id' in key ? `no metadata block has the id ${key.id}` : `${key.name} is not a metadata block`;
      problems.push({ pointer: `/blocks/${position}`, message });
    } else ids.add(block.id);
  }
  refuseAny(problems);
  return [...ids];
}

/**
 * Ids of the fields named, by name or by id in digits, each once, in the order given.
 * @throws DomainError BAD_USER_INPUT naming every one that is unknown or cannot be a facet.
 */
export function requireFacetIds(catalog: BlockCatalog, names: readonly string[]): readonly number[] {
  const problems: Problem[] = [];
  const ids = new Set<number>();
  for (const [position, name] of names.entries()) {
    const field = /^\d{1,10}$/.test(name) ? catalog.findFieldById(Number(name)) : catalog.findField(name);
    const pointer = `/fieldNames/${position}`;
    if (field === undefined) problems.push({ pointer, message: `${name} is not a metadata field` });
    else if (!field.facetable) problems.push({ pointer, message: `${name} cannot be a facet` });
    else ids.add(field.id);
  }
  refuseAny(problems);
  return [...ids];
}
