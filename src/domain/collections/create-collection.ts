import { z } from 'zod';
import { insertCollectionBlocks, insertCollectionFacets, insertInputLevels } from '../../db/queries/collection-blocks.ts';
import { type CollectionKey, insertCollection, isAliasTaken } from '../../db/queries/collections.ts';
import { insertNode } from '../../db/queries/nodes.ts';
import { findRoleByAlias, insertAssignment, listAssignmentsOn, listRolesByIds } from '../../db/queries/roles.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { COLLECTION_TYPES } from '../../vocabulary.ts';
import { command, type Scope } from '../command.ts';
import { line, longText } from '../text-limits.ts';
import { isEmailAddress } from '../metadata/email-format.ts';
import { holdCollection } from './collection-subject.ts';

const themeText = line.nullish();
const oneOf = (words: readonly string[]) =>
  themeText.refine((text) => text === null || text === undefined || words.includes(text), `must be one of ${words.join(', ')}`);

/** Rules of collections.md 5.1; bad input is 400 with every problem (decisions.md 4). */
export const createCollectionInput = z.object({
  owner: z.custom<CollectionKey>().optional(),
  alias: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be 1 to 60 letters, digits, underscores or hyphens')
    .refine((alias) => !/^\d+$/.test(alias), 'must not consist of digits only'),
  name: line.refine((name) => name.trim() !== '', 'must not be blank'),
  contacts: z
    .array(z.object({ contactEmail: z.string().trim().refine(isEmailAddress, 'must be an e-mail address') }))
    .min(1, 'must name at least one contact'),
  affiliation: line.nullish(),
  description: longText.nullish(),
  collectionType: z.enum(COLLECTION_TYPES).nullish(),
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
  filePidsEnabled: z.boolean().nullish(),
  requireFilesToPublishDataset: z.boolean().nullish(),
  datasetFileCountLimit: z.int32().nullish(),
  metadataBlockNames: z.array(z.string()).nullish(),
  facetFieldNames: z.array(z.string()).nullish(),
  inputLevels: z
    .array(
      z
        .object({ fieldName: z.string(), required: z.boolean(), include: z.boolean(), displayOnCreate: z.boolean().nullish() })
        .refine((level) => !level.required || level.include, 'cannot be required and not included'),
    )
    .nullish(),
});
export type CreateCollectionInput = z.infer<typeof createCollectionInput>;

interface BlockChoices {
  readonly blockIds: readonly number[];
  readonly facetFieldIds: readonly number[];
  readonly inputLevels: readonly { metadataFieldId: number; required: boolean; include: boolean; displayOnCreate: boolean | null }[];
}

/** Finds the blocks and fields that are named. @throws DomainError BAD_USER_INPUT naming every unknown or unfit one. */
function resolveBlockChoices(scope: Scope, input: CreateCollectionInput): BlockChoices {
  const catalog = scope.services.blocks.current();
  const problems: Problem[] = [];
  const blockIds = new Set<number>();
  for (const [position, name] of (input.metadataBlockNames ?? []).entries()) {
    const block = catalog.findBlock(name);
    if (block === undefined) problems.push({ pointer: `/metadataBlockNames/${position}`, message: `${name} is no metadata block` });
    else blockIds.add(block.id);
  }
  const facetFieldIds = new Set<number>();
  for (const [position, name] of (input.facetFieldNames ?? []).entries()) {
    const field = /^\d+$/.test(name) ? catalog.findFieldById(Number(name)) : catalog.findField(name);
    const pointer = `/facetFieldNames/${position}`;
    if (field === undefined) problems.push({ pointer, message: `${name} is no metadata field` });
    else if (!field.facetable) problems.push({ pointer, message: `${name} cannot be a facet` });
    else facetFieldIds.add(field.id);
  }
  const inputLevels = (input.inputLevels ?? []).flatMap((level, position) => {
    const field = catalog.findField(level.fieldName);
    if (field === undefined) {
      problems.push({ pointer: `/inputLevels/${position}/fieldName`, message: `${level.fieldName} is no metadata field` });
      return [];
    }
    const block = catalog.findBlock(field.block);
    if (block !== undefined) blockIds.add(block.id);
    return [
      { metadataFieldId: field.id, required: level.required, include: level.include, displayOnCreate: level.displayOnCreate ?? null },
    ];
  });
  if (problems.length > 0) {
    throw new DomainError('BAD_USER_INPUT', problems.map((problem) => problem.message).join('; '), { problems });
  }
  // Later levels of the same field win, as a merge by field has it.
  const levels = [...new Map(inputLevels.map((level) => [level.metadataFieldId, level])).values()];
  return { blockIds: [...blockIds], facetFieldIds: [...facetFieldIds], inputLevels: levels };
}

function checkBusinessRules(scope: Scope, input: CreateCollectionInput): void {
  if ((input.datasetFileCountLimit ?? -1) >= 0 && !scope.actor.superuser) {
    throw new DomainError('FILE_LIMIT_FORBIDDEN', 'Only a superuser may limit the number of files of a dataset.');
  }
  const configurable = scope.services.settings.get(':AllowEnablingFilePIDsPerCollection') ?? false;
  if (input.filePidsEnabled !== null && input.filePidsEnabled !== undefined && !configurable) {
    throw new DomainError(
      'FILE_PIDS_NOT_CONFIGURABLE',
      'This installation does not let collections choose whether files get persistent identifiers.',
    );
  }
}

/** Copies the owner's assignments of global roles that `:InheritParentRoleAssignments` lists. Source: collections.md 5.1. */
async function inheritAssignments(scope: Scope, ownerId: number, collectionId: number): Promise<void> {
  const aliases = scope.services.settings.get(':InheritParentRoleAssignments') ?? [];
  if (aliases.length === 0) return;
  const assignments = (await listAssignmentsOn(scope.tx, [ownerId])).filter(({ assignee }) => /^[@&]/.test(assignee));
  const roles = new Map(
    (
      await listRolesByIds(
        scope.tx,
        assignments.map(({ roleId }) => roleId),
      )
    ).map((role) => [role.id, role]),
  );
  for (const { assignee, roleId } of assignments) {
    const role = roles.get(roleId);
    if (role === undefined || role.ownerId !== null) continue;
    if (!aliases.includes('*') && !aliases.includes(role.alias)) continue;
    await insertAssignment(scope.tx, { assignee, roleId, definitionPointId: collectionId });
  }
}

/** Creates a collection, unpublished; its creator becomes its admin. The id of the collection. */
export const createCollection = command({
  name: 'createCollection',
  input: createCollectionInput,
  subject: (scope, input) => holdCollection(scope, input.owner ?? { root: true }),
  requires: (_subject, input) => (input.owner === undefined ? 'LoggedIn' : 'AddCollection'),
  run: async (scope, { collection: owner }, input): Promise<number> => {
    const { tx, actor } = scope;
    if (actor.account === null) {
      throw new DomainError('AUTHENTICATION_REQUIRED', 'Only authenticated users can perform the requested operation.');
    }
    const choices = resolveBlockChoices(scope, input);
    if (input.owner === undefined) throw new DomainError('ROOT_COLLECTION_EXISTS', 'There is a root collection already.');
    checkBusinessRules(scope, input);
    if (await isAliasTaken(tx, input.alias)) throw aliasTaken(input.alias);
    const contributor = await findRoleByAlias(tx, 'contributor', []);
    const place = await insertNode(tx, { kind: 'COLLECTION', owner, creatorId: actor.account.id, permissionRoot: true });
    const limit = input.datasetFileCountLimit ?? -1;
    const stored = await insertCollection(tx, {
      id: place.id,
      alias: input.alias,
      name: input.name,
      affiliation: input.affiliation ?? null,
      description: input.description ?? null,
      collectionType: input.collectionType ?? 'UNCATEGORIZED',
      contactEmails: input.contacts.map(({ contactEmail }) => contactEmail),
      metadataBlockRoot: (input.metadataBlockNames ?? []).length > 0,
      facetRoot: (input.facetFieldNames ?? []).length > 0 || (input.facetRoot ?? false),
      theme: input.theme ? Object.fromEntries(Object.entries(input.theme).filter(([, value]) => typeof value === 'string')) : null,
      filePidsEnabled: input.filePidsEnabled ?? null,
      requireFilesToPublishDataset: input.requireFilesToPublishDataset ?? null,
      datasetFileCountLimit: limit < 0 ? null : limit,
      defaultContributorRoleId: contributor?.id ?? null,
    });
    if (!stored) throw aliasTaken(input.alias);
    await insertCollectionBlocks(tx, place.id, choices.blockIds);
    await insertCollectionFacets(tx, place.id, choices.facetFieldIds);
    await insertInputLevels(tx, place.id, choices.inputLevels);
    const admin = await findRoleByAlias(tx, 'admin', []);
    if (admin !== undefined) {
      await insertAssignment(tx, { assignee: actor.identifier, roleId: admin.id, definitionPointId: place.id });
    }
    await inheritAssignments(scope, owner.id, place.id);
    scope.note({ collection: place.id, alias: input.alias });
    return place.id;
  },
});

function aliasTaken(alias: string): DomainError {
  return new DomainError('COLLECTION_ALIAS_TAKEN', `Another collection has the alias ${alias}.`, {
    problems: [{ pointer: '/alias', message: 'is taken' }],
  });
}
