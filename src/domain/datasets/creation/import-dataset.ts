/** Taking over datasets that were published elsewhere, with their identifiers and files. Source: datasets.md 4.2 to 4.4. */
import { z } from 'zod';
import type { CollectionKey, CollectionWithGrants } from '../../../db/queries/collections/collections.ts';
import { insertDatasetUnlessTaken, type StoredDataset } from '../../../db/queries/datasets/dataset-creation.ts';
import { listTypeLicenseIds } from '../../../db/queries/installation/dataset-types.ts';
import { publishFiles } from '../../../db/queries/files/file-versions.ts';
import { markPublished } from '../../../db/queries/gate/nodes.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { addSubjectsAbove } from '../../collections/add-subjects.ts';
import { holdCollection, loadCollection } from '../../subjects/collection-subject.ts';
import { type CommandContext, command, query, type Scope } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { requireValidatedImport } from '../publication/require-validated-dataset.ts';
import { withValidation } from '../../external-validation/with-validation.ts';
import { driverForCollection } from '../../files/file-place.ts';
import { uploadRules } from '../../files/upload-rules.ts';
import { refuseOverQuota } from '../../files/quotas/storage-quota.ts';
import { catalogForWriting } from '../../metadata/catalog-for-writing.ts';
import { withFiller } from '../../metadata/filler.ts';
import { titleOf } from '../../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { claimIdentifier } from '../../identifiers/mint-identifier.ts';
import { type PersistentIdParts, persistentIdText } from '../../../model/persistent-id.ts';
import { longText } from '../../../model/text-limits.ts';
import { metadataScopeOf, readVersionMetadata, requireValidMetadata } from '../../versions/version-metadata-input.ts';
import { readTerms, requireTermsOfUse } from '../../versions/version-terms.ts';
import { metadataLanguageIn, requireDatasetType, termsAmong } from '../../versions/dataset-choices.ts';
import { examineFiles, type PackageFile } from './import-files.ts';
import { examinePid, type ImportedPid, requireFree, type WhoManages } from './import-pid.ts';
import { storePackageFile } from './store-package-file.ts';

const PARSE_PREFIX = 'Error parsing Json:';

/** A dataset to import. */
export interface DatasetImport {
  readonly collection: CollectionKey;
  /** Native JSON. */
  readonly datasetVersion: unknown;
  readonly persistentId?: string | null | undefined;
  /** Whether it becomes version 1.0 at once in place of a draft. */
  readonly release?: boolean | null | undefined;
  readonly datasetType?: string | null | undefined;
  readonly metadataLanguage?: string | null | undefined;
  readonly datasetFileCountLimit?: number | null | undefined;
  /** Whether a missing subject becomes `N/A`. */
  readonly fillsSubject?: boolean;
}

/** Further handling of the imported identifier. */
interface PidRule {
  readonly manages: WhoManages;
  /** Mint an identifier where none is given, and treat the dataset as a new one. */
  readonly mayMint: boolean;
}

/** What was found out before anything is written. */
interface Examined {
  /** Null when an identifier is to be minted. */
  readonly pid: ImportedPid | null;
  readonly files: readonly PackageFile[];
  /** The store in which the files were looked for. */
  readonly driver: string;
}

/** Looks at identifier and files of a dataset to be imported: may ask a service and read bytes, so it holds no transaction open. */
export const examineImport = query({
  name: 'examineImport',
  subject: (scope, input: DatasetImport & PidRule) => loadCollection(scope, input.collection),
  requires: 'Superuser',
  run: async ({ db, services }, { collection }, input): Promise<Examined> => {
    const { body } = readVersionMetadata(input.datasetVersion, await services.blocks.refresh(), PARSE_PREFIX);
    const isNamed = (input.persistentId ?? '').trim() !== '';
    const driver = await driverForCollection(db, services, collection.id);
    if (!isNamed && input.mayMint) return { pid: null, files: [], driver };
    const pid = await examinePid({ db, services }, input.persistentId, input.manages);
    const { checksumAlgorithm: algorithm } = uploadRules(services);
    return { pid, files: await examineFiles({ db, storage: services.storage, driver, algorithm }, body, pid.pid), driver };
  },
});

function requireReleasable(collection: CollectionWithGrants, terms: Parameters<typeof requireTermsOfUse>[0]): void {
  if (collection.publishedAt === null) {
    throw new DomainError(
      'COLLECTION_NOT_PUBLISHED',
      `The dataset can only be released once its collection ${collection.alias} is published; nothing was imported.`,
    );
  }
  requireTermsOfUse(terms);
}

async function release(scope: Scope, dataset: StoredDataset, metadata: VersionMetadata, releasedAt: Date): Promise<void> {
  const { tx, emit } = scope;
  const { id: datasetId } = dataset;
  const publishedAt = await markPublished(tx, datasetId);
  await publishFiles(tx, datasetId, 1, releasedAt);
  await addSubjectsAbove(scope, dataset, metadata);
  const payload = { versionNumber: 1, versionMinorNumber: 0, firstPublishedAt: publishedAt.toISOString() };
  emit({ kind: 'DatasetPublished', subjectId: datasetId, payload });
}

/** Stores the dataset with the identifier that it brings, or a minted one. */
async function claimPid(
  scope: Scope,
  pid: ImportedPid | null,
  store: (pid: PersistentIdParts, registered: boolean) => Promise<StoredDataset | undefined>,
): Promise<StoredDataset> {
  if (pid !== null) {
    await requireFree(scope.tx, pid.pid);
    const stored = await store(pid.pid, pid.registered);
    if (stored !== undefined) return stored;
    // Another import of the same identifier was committed a moment ago.
    throw new DomainError(
      'PERSISTENT_ID_TAKEN',
      `A dataset with the persistent identifier ${persistentIdText(pid.pid)} already exists here.`,
    );
  }
  const { registersAtOnce } = scope.services.pids.current();
  return claimIdentifier(scope, (minted) => store(minted, registersAtOnce));
}

function textAt(body: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = body[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Stores what was examined: everything or nothing; the id of the dataset. */
export const storeImport = command({
  name: 'importDataset',
  input: z.object({
    import: z.custom<DatasetImport>(),
    examined: z.custom<Examined>(),
    limit: z.int32().nullable(),
    notes: z.object({ versionNote: longText, deaccessionNote: longText, deaccessionLink: longText }).partial(),
  }),
  subject: (scope, input) => holdCollection(scope, input.import.collection),
  requires: 'Superuser',
  run: async (scope, { collection }, { import: sent, examined, limit }): Promise<number> => {
    const { tx, actor, services } = scope;
    const catalog = await catalogForWriting(scope);
    const version = readVersionMetadata(sent.datasetVersion, catalog, PARSE_PREFIX);
    const { body } = version;
    const metadata = sent.fillsSubject === true ? withFiller(version.metadata, catalog, 'subject') : version.metadata;
    const datasetType = await requireDatasetType(tx, sent.datasetType);
    const metadataLanguage = await metadataLanguageIn(tx, services, { collectionId: collection.id, language: sent.metadataLanguage });
    const isNew = examined.pid === null;
    const sentTerms = await readTerms(tx, services, body, isNew || body['fileAccessRequest'] === true);
    const terms = termsAmong(sentTerms, await listTypeLicenseIds(tx, datasetType));
    const released = sent.release === true;
    if (released) requireReleasable(collection, terms);
    requireValidMetadata(metadata, catalog, { ...(await metadataScopeOf(tx, catalog, collection.id)), sent: version.sent });
    await refuseOverQuota(
      scope,
      collection,
      examined.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );

    const now = new Date();
    const { defaultContributorRoleId: roleId } = collection;
    const dataset = await claimPid(scope, examined.pid, (pid, registered) =>
      insertDatasetUnlessTaken(tx, {
        owner: collection,
        creatorId: actor.account?.id ?? null,
        firstRole: !isNew || roleId === null || actor.account === null ? null : { assignee: actor.identifier, roleId },
        dataset: {
          ...pid,
          registrationState: registered ? 'REGISTERED' : 'RESERVED',
          registeredAt: registered ? now : null,
          storageDriver: examined.driver,
          datasetType,
          metadataLanguage,
          datasetFileCountLimit: limit,
          fileAccessRequest: terms.fileAccessRequest,
        },
        version: {
          title: titleOf(metadata),
          metadata,
          ...terms,
          versionNote: textAt(body, 'versionNote'),
          deaccessionNote: textAt(body, 'deaccessionNote'),
          deaccessionLink: textAt(body, 'deaccessionLink'),
          releasedAt: released ? now : null,
        },
      }),
    );
    for (const file of examined.files) await storePackageFile(scope, dataset, examined.driver, file);
    if (released) {
      await requireValidatedImport(scope, dataset.id, { metadata, terms, files: examined.files, pid: examined.pid?.pid });
      await release(scope, dataset, metadata, now);
    }
    // Only what was minted here is news to its provider.
    if (isNew && !services.pids.current().registersAtOnce) scope.emit({ kind: 'PidRecordChanged', subjectId: dataset.id, payload: {} });
    scope.emit({ kind: 'DatasetCreated', subjectId: dataset.id, payload: { creatorId: actor.account?.id ?? null, imported: true } });
    scope.note({ dataset: dataset.id, persistentId: persistentIdText(dataset), released, files: examined.files.length });
    return dataset.id;
  },
});

/** What came of an import. */
export interface ImportOutcome {
  readonly datasetId: number;
  readonly released: boolean;
  /** Labels of files whose bytes have still to be brought. */
  readonly filesWithoutBytes: readonly string[];
}

/**
 * Takes over a dataset with its identifier and the files that lie in its folder. Nothing is told to the provider of the identifier.
 * @throws DomainError BAD_USER_INPUT | PERSISTENT_ID_TAKEN | COLLECTION_NOT_PUBLISHED | DATASET_TERMS_INVALID |
 * DATASET_METADATA_INVALID | SERVICE_UNAVAILABLE when the provider cannot be asked. Source: datasets.md 4.2.
 */
export const importDataset = composed({
  name: 'importDatasetWithFiles',
  of: [examineImport, storeImport],
  run: async (
    context: CommandContext,
    dataset: DatasetImport,
    rule: PidRule = { manages: 'here', mayMint: false },
  ): Promise<ImportOutcome> => {
    const examined = await examineImport(context, { ...dataset, ...rule });
    const { datasetVersion: version, datasetFileCountLimit: limit = null } = dataset;
    const body: Readonly<Record<string, unknown>> = typeof version === 'object' && version !== null ? { ...version } : {};
    const notes = Object.fromEntries(
      ['versionNote', 'deaccessionNote', 'deaccessionLink'].flatMap((key) => (typeof body[key] === 'string' ? [[key, body[key]]] : [])),
    );
    const stored = { import: dataset, examined, limit: limit === null || limit < 0 ? null : limit, notes };
    const datasetId = await withValidation(context, {
      occasion: 'publishDataset',
      run: (validated) => storeImport(validated, stored),
    });
    const filesWithoutBytes = examined.files.flatMap(({ isThere, facts }) => (isThere ? [] : [facts.label]));
    return { datasetId, released: dataset.release === true, filesWithoutBytes };
  },
});
