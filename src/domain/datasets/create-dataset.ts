import { z } from 'zod';
import type { CollectionKey } from '../../db/queries/collections.ts';
import { insertDataset, isPersistentIdTaken } from '../../db/queries/datasets.ts';
import { insertNode } from '../../db/queries/nodes.ts';
import { insertAssignment } from '../../db/queries/roles.ts';
import { insertVersion } from '../../db/queries/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { holdCollection } from '../collections/collection-subject.ts';
import { command, type Scope } from '../command.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { titleOf } from '../metadata/metadata-values.ts';
import { type PersistentIdParts, persistentIdText } from '../pid/persistent-id.ts';
import { mintIdentifier } from '../pid/pid-provider.ts';
import { metadataScopeOf, readVersionMetadata, requireValidMetadata } from '../versions/version-metadata-input.ts';
import { readTerms } from '../versions/version-terms.ts';

/** Tries to find a free identifier: with six random characters the second try is already rare. */
const MINT_ATTEMPTS = 20;

async function mintFreeIdentifier(scope: Scope): Promise<PersistentIdParts> {
  const provider = scope.services.pids.current();
  for (let attempt = 0; attempt < MINT_ATTEMPTS; attempt += 1) {
    const parts = mintIdentifier(provider);
    if (!(await isPersistentIdTaken(scope.tx, persistentIdText(parts)))) return parts;
  }
  throw new Error(`No free identifier under ${provider.authority}${provider.separator}${provider.shoulder} in ${MINT_ATTEMPTS} tries.`);
}

function requireDatasetType(type: string | null | undefined): string {
  if (type === null || type === undefined || type === 'dataset') return 'dataset';
  throw new DomainError('BAD_USER_INPUT', `Error parsing Json: Invalid dataset type: ${type}.`, {
    problems: [{ pointer: '/datasetType', message: 'is not a dataset type of this installation' }],
  });
}

function requireMetadataLanguage(scope: Scope, language: string | null | undefined): string | null {
  if (language === null || language === undefined || language === '') return null;
  const known = scope.services.settings.get(':MetadataLanguages') ?? [];
  if (known.some(({ locale }) => locale === language)) return language;
  throw new DomainError('BAD_USER_INPUT', `The metadata language ${language} is not one of this installation.`, {
    problems: [{ pointer: '/metadataLanguage', message: 'is not a configured language' }],
  });
}

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
    datasetVersion: z.unknown(),
    datasetType: z.string().nullish(),
    metadataLanguage: z.string().nullish(),
    datasetFileCountLimit: z.int32().nullish(),
  }),
  subject: (scope, input) => holdCollection(scope, input.collection),
  requires: 'AddDataset',
  run: async (scope, { collection }, input): Promise<number> => {
    const { tx, actor, services } = scope;
    const catalog = await catalogForWriting(scope);
    const { body, metadata, sent } = readVersionMetadata(input.datasetVersion, catalog, 'Error parsing Json:');
    refuseFiles(body);
    const datasetType = requireDatasetType(input.datasetType);
    const metadataLanguage = requireMetadataLanguage(scope, input.metadataLanguage);
    const terms = await readTerms(tx, services, body, true);
    requireValidMetadata(metadata, catalog, { ...(await metadataScopeOf(tx, catalog, collection.id)), sent });

    const identifier = await mintFreeIdentifier(scope);
    const provider = services.pids.current();
    const place = await insertNode(tx, { kind: 'DATASET', owner: collection, creatorId: actor.account?.id ?? null, permissionRoot: false });
    const limit = input.datasetFileCountLimit ?? -1;
    await insertDataset(tx, {
      id: place.id,
      ...identifier,
      registrationState: provider.registersAtOnce ? 'REGISTERED' : 'RESERVED',
      registeredAt: provider.registersAtOnce ? new Date() : null,
      storageDriver: services.storage.driver,
      datasetType,
      metadataLanguage,
      datasetFileCountLimit: limit < 0 ? null : limit,
    });
    await insertVersion(tx, {
      datasetId: place.id,
      ordinal: 1,
      state: 'DRAFT',
      title: titleOf(metadata),
      metadata,
      ...terms,
      versionNote: textAt(body, 'versionNote'),
    });
    if (collection.defaultContributorRoleId !== null && actor.account !== null) {
      await insertAssignment(tx, {
        assignee: actor.identifier,
        roleId: collection.defaultContributorRoleId,
        definitionPointId: place.id,
      });
    }
    scope.note({ dataset: place.id, persistentId: persistentIdText(identifier) });
    return place.id;
  },
});
