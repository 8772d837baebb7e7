/** Languages that metadata of new datasets may be in. Source: collections.md 11.2. */
import { z } from 'zod';
import type { Queryable } from '../../db/client.ts';
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import { findMetadataLanguage, setMetadataLanguage } from '../../db/queries/collections/metadata-languages.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { lockCollection } from '../subjects/collection-subject.ts';

/** A language as the operator has configured it. */
export interface MetadataLanguage {
  readonly locale: string;
  readonly title: string;
}

type Settings = Pick<DomainServices, 'settings'>;

/** The configured languages, or the one of them that the collection or one above it has chosen. */
export async function allowedMetadataLanguages(
  db: Queryable,
  { settings }: Settings,
  collectionId: number,
): Promise<readonly MetadataLanguage[]> {
  const configured = settings.get(':MetadataLanguages') ?? [];
  if (configured.length === 0) return [];
  const chosen = await findMetadataLanguage(db, collectionId);
  const own = configured.filter(({ locale }) => locale === chosen);
  // A language that is no longer configured binds nobody.
  return own.length === 0 ? configured : own;
}

/** Languages that metadata of new datasets in a collection may be in. */
export const listAllowedMetadataLanguages = detail({
  name: 'listAllowedMetadataLanguages',
  run: ({ db, services }: ReadContext, collectionId: number) => allowedMetadataLanguages(db, services, collectionId),
});

/**
 * Chooses the one language for a collection and what is below it; null takes over what the collections above say. The collection's id.
 * @throws DomainError BAD_USER_INPUT when it is not configured.
 */
export const setCollectionMetadataLanguage = command({
  name: 'setCollectionMetadataLanguage',
  input: z.object({ collection: z.custom<CollectionKey>(), language: z.string().nullable() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, services, note }, { collection }, { language }): Promise<number> => {
    const configured = services.settings.get(':MetadataLanguages') ?? [];
    if (language !== null && !configured.some(({ locale }) => locale === language)) {
      throw new DomainError('BAD_USER_INPUT', `The metadata language ${language} is not configured in this installation.`, {
        problems: [{ pointer: '/language', message: 'is not a configured language' }],
      });
    }
    await setMetadataLanguage(tx, collection.id, language);
    note({ language });
    return collection.id;
  },
});
