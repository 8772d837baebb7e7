import { countDescendants, type DescendantsQuestion, listDescendants } from '../../db/queries/collections/collection-tree.ts';
import type { CollectionRow, CollectionWithGrants } from '../../db/queries/collections/collections.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import type { PageWindow } from '../../model/page-window.ts';

/** Longer than any path: PostgreSQL's largest array index. */
const ANY_DEPTH = 2_147_483_647;

/** What a list of descendants is about. */
interface Descendants {
  readonly collection: Pick<CollectionRow, 'id' | 'path'>;
  /** Levels down, from 1; absent for all. */
  readonly maximumDepth: number | undefined;
}

function questionOf(context: CommandContext, { collection, maximumDepth }: Descendants): DescendantsQuestion {
  if (maximumDepth !== undefined && maximumDepth < 1) {
    throw new DomainError('BAD_USER_INPUT', 'The tree below a collection begins one level down.', {
      problems: [{ pointer: '/maximumDepth', message: 'must be at least 1' }],
    });
  }
  const deepest = maximumDepth === undefined ? ANY_DEPTH : Math.min(ANY_DEPTH, collection.path.length + maximumDepth);
  return { collectionId: collection.id, deepest, onlooker: context.actor };
}

/**
 * A page of the collections below one that the actor may see, each before what it holds. One statement.
 * @throws DomainError BAD_USER_INPUT when the depth is less than 1
 */
export const listCollectionDescendants = detail({
  name: 'listCollectionDescendants',
  run: (context: CommandContext, descendants: Descendants, window: PageWindow<readonly number[]>): Promise<CollectionWithGrants[]> =>
    listDescendants(context.db, questionOf(context, descendants), window),
});

/** Number of collections below one that the actor may see. */
export const countCollectionDescendants = detail({
  name: 'countCollectionDescendants',
  run: (context: CommandContext, descendants: Descendants): Promise<number> =>
    countDescendants(context.db, questionOf(context, descendants)),
});
