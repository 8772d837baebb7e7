import { z } from 'zod';
import { insertCollectionBlocks, insertCollectionFacets, insertInputLevels } from '../../db/queries/collections/collection-blocks.ts';
import { type CollectionKey, insertCollection, isAliasTaken } from '../../db/queries/collections/collections.ts';
import { insertNode } from '../../db/queries/gate/nodes.ts';
import { findRoleByAlias, insertAssignment } from '../../db/queries/access/roles.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../../kernel/command.ts';
import { withFreshCatalog } from '../metadata/with-fresh-catalog.ts';
import { inheritAssignments, prepareInheritance } from '../access/roles/inherit-assignments.ts';
import { line } from '../../model/text-limits.ts';
import { type BlockChoices, resolveBlockChoices } from './block-choices.ts';
import { blockChoiceFields, collectionFields, textOrNone } from './collection-fields.ts';
import { aliasTaken, fileCountLimit, requireConfigurableFilePids } from './collection-rules.ts';
import { type CollectionSubject, holdCollection } from '../subjects/collection-subject.ts';

const themeText = line.nullish();
const oneOf = (words: readonly string[]) =>
  themeText.refine((text) => text === null || text === undefined || words.includes(text), `must be one of ${words.join(', ')}`);

/** Rules of collections.md 5.1; bad input is 400 with every problem (decisions.md 4). */
const createCollectionInput = z.object({
  ...collectionFields,
  ...blockChoiceFields,
  owner: z.custom<CollectionKey>().optional(),
  facetRoot: z.boolean().nullish(),
  theme: z
    .object({
      backgroundColor: themeText,
      linkColor: themeText,
      linkUrl: themeText,
      logo: themeText,
      logoAlignment: oneOf(['left', 'center', 'right']),
      logoBackgroundColor: themeText,
      logoFormat: oneOf(['square', 'rectangle']),
      tagline: themeText,
      textColor: themeText,
    })
    .nullish(),
});
export type CreateCollectionInput = z.infer<typeof createCollectionInput>;

/** Creates a collection, unpublished; its creator becomes its admin. The id of the collection. */
export const createCollection = command({
  name: 'createCollection',
  tokenScope: 'CURATE',
  input: createCollectionInput,
  subject: async (scope, input): Promise<CollectionSubject & { choices: BlockChoices }> => {
    // What the body names is looked at before the owner is. Source: collections.md 5.1, order of checks.
    const choices = await withFreshCatalog(scope.context.services.blocks, scope.tx, (catalog) => resolveBlockChoices(catalog, input));
    await prepareInheritance(scope.tx, scope.context.services);
    return { ...(await holdCollection(scope, input.owner ?? { root: true })), choices };
  },
  requires: (_subject, input) => (input.owner === undefined ? 'LoggedIn' : 'AddCollection'),
  run: async (scope, { collection: owner, choices }, input): Promise<number> => {
    const { tx, actor } = scope;
    if (actor.account === null) {
      throw new DomainError('AUTHENTICATION_REQUIRED', 'Only authenticated users can perform the requested operation.');
    }
    if (input.owner === undefined) throw new DomainError('ROOT_COLLECTION_EXISTS', 'There is already a root collection.');
    const limit = fileCountLimit(scope.context, input.datasetFileCountLimit, null);
    if (typeof input.filePidsEnabled === 'boolean') requireConfigurableFilePids(scope.context);
    if (await isAliasTaken(tx, input.alias)) throw aliasTaken(input.alias);
    const contributor = await findRoleByAlias(tx, 'contributor', []);
    const place = await insertNode(tx, { kind: 'COLLECTION', owner, creatorId: actor.account.id, permissionRoot: true });
    const stored = await insertCollection(tx, {
      id: place.id,
      alias: input.alias,
      name: input.name,
      affiliation: textOrNone(input.affiliation),
      description: textOrNone(input.description),
      collectionType: input.collectionType ?? 'UNCATEGORIZED',
      contactEmails: input.contacts.map(({ contactEmail }) => contactEmail),
      metadataBlockRoot: (choices.blockIds ?? []).length > 0,
      facetRoot: (choices.facetFieldIds ?? []).length > 0 || (input.facetRoot ?? false),
      theme: input.theme ? Object.fromEntries(Object.entries(input.theme).filter(([, value]) => typeof value === 'string')) : null,
      filePidsEnabled: input.filePidsEnabled ?? null,
      requireFilesToPublishDataset: input.requireFilesToPublishDataset ?? null,
      datasetFileCountLimit: limit,
      defaultContributorRoleId: contributor?.id ?? null,
    });
    if (!stored) throw aliasTaken(input.alias);
    await insertCollectionBlocks(tx, place.id, [...(choices.blockIds ?? []), ...choices.inputLevelBlockIds]);
    await insertCollectionFacets(tx, place.id, choices.facetFieldIds ?? []);
    await insertInputLevels(tx, place.id, choices.inputLevels ?? []);
    const admin = await findRoleByAlias(tx, 'admin', []);
    if (admin !== undefined) {
      await insertAssignment(tx, {
        assignee: actor.identifier,
        roleId: admin.id,
        definitionPointId: place.id,
        assignedBy: actor.identifier,
      });
    }
    await inheritAssignments(scope, owner.id, place.id);
    scope.emit({ kind: 'CollectionCreated', subjectId: place.id, payload: { creatorId: actor.account.id } });
    scope.note({ collection: place.id, alias: input.alias });
    return place.id;
  },
});
