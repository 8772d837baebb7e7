import { z } from 'zod';
import { refuseMoves } from '../../db/queries/collections/collection-moves.ts';
import { type CollectionKey, type CollectionRow, keepNode } from '../../db/queries/collections/collections.ts';
import { deleteLink, insertLink } from '../../db/queries/collections/node-links.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type Scope, type SubjectScope } from '../../kernel/command.ts';
import { collectionNotFound, loadCollection } from '../subjects/collection-subject.ts';

const linkInput = z.object({ linked: z.custom<CollectionKey>(), linking: z.custom<CollectionKey>() });

/** The two collections of a link. */
export interface CollectionLink {
  readonly linked: CollectionRow;
  readonly linking: CollectionRow;
}

async function loadBoth(
  scope: SubjectScope,
  input: z.infer<typeof linkInput>,
): Promise<CollectionLink & { nodeId: number; granted: number }> {
  const { collection: linked } = await loadCollection(scope, input.linked);
  const { collection: linking, granted, nodeId } = await loadCollection(scope, input.linking);
  return { linked, linking, granted, nodeId };
}

/** @throws DomainError LINK_REFUSED */
async function storeLink({ tx, actor, note }: Scope, { linked, linking }: CollectionLink): Promise<CollectionLink> {
  // Before any row lock, as in a move, to avoid deadlocks between the two.
  await refuseMoves(tx);
  const path = (await keepNode(tx, linked.id))?.path;
  if (path === undefined) throw collectionNotFound({ alias: linked.alias });
  if ((await keepNode(tx, linking.id)) === undefined) throw collectionNotFound({ alias: linking.alias });
  if (linked.id === linking.id) throw new DomainError('LINK_REFUSED', `Collection ${linked.alias} cannot be linked into itself.`);
  if (path.includes(linking.id)) {
    throw new DomainError('LINK_REFUSED', `Collection ${linked.alias} cannot be linked into ${linking.alias}, which holds it.`);
  }
  if (!(await insertLink(tx, { linkedNodeId: linked.id, linkingCollectionId: linking.id, creatorId: actor.account?.id ?? null }))) {
    throw new DomainError('LINK_REFUSED', `Collection ${linked.alias} is already linked into ${linking.alias}.`);
  }
  note({ linked: linked.id, linking: linking.id });
  return { linked, linking };
}

/** Shows a collection in another one as well; the two. Source: collections.md 11.2. */
export const linkCollection = command({
  name: 'linkCollection',
  input: linkInput,
  subject: loadBoth,
  requires: 'Superuser',
  run: storeLink,
});

/** The same for what a saved search has found, in the name of its creator. Source: users-admin.md 12. */
export const linkFoundCollection = command({
  name: 'linkFoundCollection',
  input: linkInput,
  subject: loadBoth,
  requires: 'LinkCollection',
  run: storeLink,
});

/** Takes a link back; the two collections. @throws DomainError LINK_NOT_FOUND Source: collections.md 11.2. */
export const unlinkCollection = command({
  name: 'unlinkCollection',
  input: linkInput,
  subject: loadBoth,
  requires: 'Superuser',
  run: async ({ tx, note }, { linked, linking }): Promise<CollectionLink> => {
    if (!(await deleteLink(tx, { linkedNodeId: linked.id, linkingCollectionId: linking.id }))) {
      throw new DomainError('LINK_NOT_FOUND', `Collection ${linked.alias} is not linked into ${linking.alias}.`);
    }
    note({ linked: linked.id, linking: linking.id });
    return { linked, linking };
  },
});
