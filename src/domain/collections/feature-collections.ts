import { z } from 'zod';
import type { CollectionKey, CollectionWithGrants } from '../../db/queries/collections/collections.ts';
import {
  appendFeatured,
  deleteFeatured,
  type FeatureCandidate,
  listFeatureCandidates,
} from '../../db/queries/collections/featured-collections.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { command, type ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { requireSome } from '../../kernel/require-some.ts';
import { lockCollection } from '../subjects/collection-subject.ts';
import { maySeeCollection } from './view-collection.ts';

function faultOf(candidate: FeatureCandidate | undefined, alias: string, namedBefore: boolean): string | undefined {
  if (candidate === undefined) return `${alias} is not a collection`;
  if (namedBefore) return `${alias} is named twice`;
  if (candidate.featured) return `${alias} is already featured`;
  if (!candidate.within) return `${alias} is neither in the collection nor linked by it`;
  return candidate.published ? undefined : `${alias} is not published`;
}

/** Presents further collections, published ones that it holds or links; all or none. The collection's id. Source: collections.md 11.2. */
export const featureCollections = command({
  name: 'featureCollections',
  input: z.object({ collection: z.custom<CollectionKey>(), aliases: z.array(z.string()) }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { aliases }): Promise<number> => {
    requireSome(aliases, '/aliases', 'collection');
    const candidates = await listFeatureCandidates(tx, collection.id, aliases);
    const byAlias = new Map(candidates.map((candidate) => [candidate.alias.toLowerCase(), candidate]));
    const chosen = new Set<number>();
    const problems: Problem[] = [];
    for (const [position, alias] of aliases.entries()) {
      const candidate = byAlias.get(alias.toLowerCase());
      const fault = faultOf(candidate, alias, candidate !== undefined && chosen.has(candidate.id));
      if (fault !== undefined) problems.push({ pointer: `/aliases/${position}`, message: fault });
      if (candidate !== undefined) chosen.add(candidate.id);
    }
    if (problems.length > 0) {
      throw new DomainError('BAD_USER_INPUT', problems.map(({ message }) => message).join('; '), { problems });
    }
    await appendFeatured(tx, collection.id, [...chosen]);
    note({ featured: [...chosen] });
    return collection.id;
  },
});

/** Presents no collection any more; the collection's id. Source: collections.md 11.2. */
export const clearFeaturedCollections = command({
  name: 'clearFeaturedCollections',
  input: z.object({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx }, { collection }): Promise<number> => {
    await deleteFeatured(tx, collection.id);
    return collection.id;
  },
});

/** The featured collections of a collection that the actor may see, in their order. */
export const listFeaturedCollections = detail({
  name: 'listFeaturedCollections',
  run: async (context: ReadContext, collectionId: number): Promise<CollectionWithGrants[]> => {
    const ids = await context.loaders.featuredIds.load(collectionId);
    const rows = await Promise.all(ids.map((id) => context.loaders.collection.load(id)));
    return rows.filter((row) => row !== undefined).filter((row) => maySeeCollection(context, row));
  },
});
