/** Languages that metadata of new datasets may be in. Source: collections.md 11.2. */
import { z } from 'zod';
import { CollectionMetadataLanguagesDocument, CollectionMetadataLanguageSetDocument } from '../../../generated/operations.ts';
import { enveloped } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { collectionReference } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/** What clients send to take a choice back. */
const NONE = 'undefined';

const languageSchema = recordSchema('MetadataLanguage', 'A language of metadata. Source: collections.md 11.2.', {
  locale: z.string(),
  title: z.string(),
});

export const metadataLanguageRoutes: readonly Route[] = [
  route({
    id: 'collections.metadataLanguages',
    method: 'GET',
    path: '/api/collections/{id}/allowedMetadataLanguages',
    summary: 'Languages that metadata of new datasets in the collection may be in.',
    auth: 'public',
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(languageSchema)),
    operation: CollectionMetadataLanguagesDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: [...required(collection).allowedMetadataLanguages] }),
  }),
  route({
    id: 'collections.metadataLanguages.set',
    method: 'PUT',
    path: '/api/collections/{id}/allowedMetadataLanguages/{lang}',
    summary: `Chooses the one language for the collection and below it; \`${NONE}\` takes that back.`,
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND', 'BAD_USER_INPUT'],
    answer: enveloped(listOf(languageSchema)),
    operation: CollectionMetadataLanguageSetDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.id), language: path.lang === NONE ? null : path.lang } }),
    reply: ({ setCollectionMetadataLanguage: { collection } }) => ({ data: [...collection.allowedMetadataLanguages] }),
  }),
];
