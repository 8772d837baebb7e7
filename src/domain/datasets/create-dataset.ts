import { z } from 'zod';
import type { CollectionKey } from '../../db/queries/collections.ts';
import { insertDatasetUnlessTaken } from '../../db/queries/datasets.ts';
import { insertNode } from '../../db/queries/nodes.ts';
import { insertAssignment } from '../../db/queries/roles.ts';
import { insertVersion } from '../../db/queries/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { holdCollection } from '../collections/collection-subject.ts';
import { command } from '../command.ts';
import { driverForCollection } from '../files/file-place.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { titleOf } from '../metadata/metadata-values.ts';
import { claimIdentifier } from '../pid/mint-identifier.ts';
import { persistentIdText } from '../pid/persistent-id.ts';
import { metadataScopeOf, requireValidMetadata } from '../versions/version-metadata-input.ts';
import { readTerms } from '../versions/version-terms.ts';
import { announceCreation } from './announce-creation.ts';
import { requireDatasetType, requireMetadataLanguage, termsForType } from './dataset-choices.ts';
import { readNewVersion } from './read-new-version.ts';

/** Package files come with import only; a plain create has none to point to. Source: datasets.md 4.1. */
function refuseFiles(body: Readonly<Record<string, unknown>>): void {
  for (const key of ['files', 'fileMetadatas']) {
    const files = body[key];
    if (!Array.isArray(files) || files.length === 0) continue;
    throw new DomainError('BAD_USER_INPUT', 'Files cannot be given when a dataset is created; add them afterwards.', {
      problems: [{ pointer: `/${key}`, message: 'must be absent or empty' }],
    });
  }
}

function textAt(body: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = body[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Creates a dataset with its draft, and mints its persistent identifier; the id of the dataset. */
export const createDataset = command({
  name: 'createDataset',
  input: z.object({
    collection: z.custom<CollectionKey>(),
    datasetVersion: z.unknown().optional(),
    jsonLd: z.unknown().optional(),
    datasetType: z.string().nullish(),
    metadataLanguage: z.string().nullish(),
    datasetFileCountLimit: z.int32().nullish(),
  }),
  subject: (scope, input) => holdCollection(scope, input.collection),
  requires: 'AddDataset',
  run: async (scope, { collection }, input): Promise<number> => {
    const { tx, actor, services } = scope;
    const catalog = await catalogForWriting(scope);
    const { body, metadata, sent } = await readNewVersion(input, catalog, services.installation.siteUrl);
    refuseFiles(body);
    const datasetType = await requireDatasetType(tx, input.datasetType);
    const metadataLanguage = requireMetadataLanguage(services, input.metadataLanguage);
    const [terms, rules] = await Promise.all([
      termsForType(tx, readTerms(tx, services, body, true), datasetType),
      metadataScopeOf(tx, catalog, collection.id),
    ]);
    requireValidMetadata(metadata, catalog, { ...rules, ...(sent && { sent }) });

    const { registersAtOnce } = services.pids.current();
    const place = await insertNode(tx, { kind: 'DATASET', owner: collection, creatorId: actor.account?.id ?? null, permissionRoot: false });
    const limit = input.datasetFileCountLimit ?? -1;
    const storageDriver = await driverForCollection(tx, services, collection.id);
    const identifier = await claimIdentifier(scope, (pid) =>
      insertDatasetUnlessTaken(tx, {
        id: place.id,
        ...pid,
        registrationState: registersAtOnce ? 'REGISTERED' : 'RESERVED',
        registeredAt: registersAtOnce ? new Date() : null,
        storageDriver,
        datasetType,
        metadataLanguage,
        datasetFileCountLimit: limit < 0 ? null : limit,
      }),
    );
    if (!registersAtOnce) scope.emit({ kind: 'PidRecordChanged', subjectId: place.id, payload: {} });
    const { defaultContributorRoleId: roleId } = collection;
    const { identifier: creator } = actor;
    // Sent at once: neither needs the other.
    await Promise.all([
      insertVersion(tx, {
        datasetId: place.id,
        ordinal: 1,
        state: 'DRAFT',
        title: titleOf(metadata),
        metadata,
        ...terms,
        versionNote: textAt(body, 'versionNote'),
      }),
      roleId !== null &&
        actor.account !== null &&
        insertAssignment(tx, { assignee: creator, roleId, definitionPointId: place.id, assignedBy: creator }),
    ]);
    await announceCreation(scope, place.id, null);
    scope.note({ dataset: place.id, persistentId: persistentIdText(identifier) });
    return place.id;
  },
});
