/** Datasets that come from another installation with all their versions. Source: exports.md 17.3. */
import { z } from 'zod';
import { type CarriedVersionValues, storeHistory } from '../../../db/queries/datasets/carried-datasets.ts';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { insertDatasetUnlessTaken, type StoredDataset } from '../../../db/queries/datasets/dataset-creation.ts';
import { insertAlternatives, listTakenByDatasets } from '../../../db/queries/identifiers/alternatives.ts';
import { nameFolder } from '../../../db/queries/identifiers/exchange.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type CommandContext, command, query, type Scope } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { persistentIdText } from '../../../model/persistent-id.ts';
import { addSubjectsAbove } from '../../collections/add-subjects.ts';
import { driverForCollection } from '../../files/file-place.ts';
import { refuseOverQuota } from '../../files/quotas/storage-quota.ts';
import { uploadRules } from '../../files/upload-rules.ts';
import { catalogForWriting } from '../../metadata/catalog-for-writing.ts';
import { holdCollection, loadCollection } from '../../subjects/collection-subject.ts';
import { requireDatasetType, requireMetadataLanguage } from '../../versions/dataset-choices.ts';
import { examineFiles, type PackageFile } from '../creation/import-files.ts';
import { examinePid, type ImportedPid, requireFree } from '../creation/import-pid.ts';
import type { CarriedDocument } from './carried-document.ts';
import { carriedFiles } from './carried-files.ts';
import { missingTexts } from './carried-tables.ts';
import { carriedThumbnail } from './carried-thumbnail.ts';
import { carriedVersions } from './carried-versions.ts';
import { receiveCarried } from './receive-carried.ts';

/** A dataset to take over. */
interface CarriedInput {
  readonly collection: CollectionKey;
  /** The upload of its description. */
  readonly upload: unknown;
}

interface ExaminedCarried {
  readonly document: CarriedDocument;
  readonly pid: ImportedPid;
  /** In the order of the document. */
  readonly bytes: readonly PackageFile[];
  readonly driver: string;
  /** Names of tables whose texts are not in the folder yet. */
  readonly missingTexts: readonly string[];
}

/** Receives the description of a dataset and looks for its bytes: may ask a service, so it holds no transaction open. */
export const examineCarriedDataset = query({
  name: 'examineCarriedDataset',
  subject: (scope, input: CarriedInput) => loadCollection(scope, input.collection),
  requires: 'Superuser',
  run: async ({ db, services }, { collection }, { upload }): Promise<ExaminedCarried> => {
    const document = await receiveCarried(upload);
    const driver = await driverForCollection(db, services, collection.id);
    const pid = await examinePid({ db, services }, persistentIdText(document.dataset), 'any party');
    const { checksumAlgorithm: algorithm } = uploadRules(services);
    const files = document.files.map(({ dataFile, records }) => ({ ...records.at(-1), dataFile: asUploaded(withKnownChecksum(dataFile)) }));
    const examination = { db, storage: services.storage, driver, algorithm };
    const bytes = await examineFiles(examination, { files }, pid.pid, { pathsOnce: false });
    const texts = await missingTexts({ storage: services.storage, driver, pid: pid.pid }, document.files, bytes);
    return { document, pid, driver, bytes, missingTexts: texts };
  },
});

/** Of a table what was uploaded: it lies under the name of the file. */
function asUploaded({ tabularData, originalFileFormat, originalFileSize, ...dataFile }: Record<string, unknown>): Record<string, unknown> {
  return tabularData === true ? { ...dataFile, contentType: originalFileFormat, filesize: originalFileSize } : dataFile;
}

/** Without a checksum that was never known: it is computed where the bytes are. */
function withKnownChecksum({ checksum, md5, ...dataFile }: CarriedDocument['files'][number]['dataFile']): Record<string, unknown> {
  const isKnown = typeof checksum === 'object' && checksum !== null && 'value' in checksum && checksum.value !== 'unknown';
  return isKnown ? { ...dataFile, checksum, md5 } : dataFile;
}

async function storeCarried(
  scope: Scope,
  { document: { dataset }, pid: { pid, registered }, driver }: ExaminedCarried,
  owner: Parameters<typeof insertDatasetUnlessTaken>[1]['owner'],
  first: CarriedVersionValues,
): Promise<StoredDataset> {
  const { tx, actor, services } = scope;
  await requireFree(tx, pid);
  const stored = await insertDatasetUnlessTaken(tx, {
    owner,
    creatorId: actor.account?.id ?? null,
    firstRole: null,
    dataset: {
      ...pid,
      registrationState: registered ? 'REGISTERED' : 'RESERVED',
      registeredAt: registered ? (dataset.publishedAt ?? dataset.createdAt) : null,
      storageDriver: driver,
      datasetType: await requireDatasetType(tx, dataset.datasetType),
      metadataLanguage: requireMetadataLanguage(services, dataset.metadataLanguage),
      datasetFileCountLimit: dataset.datasetFileCountLimit ?? null,
      fileAccessRequest: dataset.fileAccessRequest,
    },
    version: {
      title: first.title,
      metadata: first.metadata,
      fileAccessRequest: first.fileAccessRequest,
      licenseId: first.licenseId ?? null,
      terms: first.terms ?? {},
      versionNote: null,
      releasedAt: null,
    },
  });
  if (stored !== undefined) return stored;
  throw new DomainError('PERSISTENT_ID_TAKEN', `A dataset with the persistent identifier ${persistentIdText(pid)} already exists here.`);
}

/** Keeps what the dataset was found by before; the folder bears its present identifier. @throws DomainError PERSISTENT_ID_TAKEN */
async function keepAlternatives({ tx }: Scope, stored: StoredDataset, persistentIds: readonly string[]): Promise<void> {
  if (persistentIds.length === 0) return;
  const [taken] = await listTakenByDatasets(
    tx,
    persistentIds.map((persistentId) => persistentId.toLowerCase()),
  );
  if (taken !== undefined || new Set(persistentIds.map((persistentId) => persistentId.toLowerCase())).size < persistentIds.length) {
    const message = `A dataset here has, or had before, the persistent identifier ${taken ?? 'that is named twice'}.`;
    throw new DomainError('PERSISTENT_ID_TAKEN', message, {
      problems: [{ pointer: '/dataset/alternativePersistentIds', message: 'must hold identifiers of no other dataset, each once' }],
    });
  }
  await insertAlternatives(tx, stored.id, persistentIds.toReversed());
  await nameFolder(tx, stored.id);
}

/** Stores what was examined: everything or nothing; the id of the dataset. */
export const storeCarriedDataset = command({
  name: 'carryDataset',
  input: z.object({ collection: z.custom<CollectionKey>(), examined: z.custom<ExaminedCarried>() }),
  subject: (scope, input) => holdCollection(scope, input.collection),
  requires: 'Superuser',
  run: async (scope, { collection }, { examined }): Promise<number> => {
    const { tx, actor } = scope;
    const { document, bytes, driver } = examined;
    const { dataset, files } = document;
    const versions = await carriedVersions(scope, await catalogForWriting(scope), collection.id, dataset);
    const [first] = versions;
    if (first === undefined) throw new Error('There is no version.');
    const sizeBytes = bytes.reduce((sum, file) => sum + file.sizeBytes, 0);
    await refuseOverQuota(scope, collection, sizeBytes);
    const stored = await storeCarried(scope, examined, collection, first.values);
    const { createdAt, publishedAt = null, citationDateField = null, embargoCitationDate = null } = dataset;
    const facts = { createdAt, publishedAt, citationDateField, embargoCitationDate };
    await storeHistory(
      tx,
      stored.id,
      facts,
      versions.map(({ values }) => values),
    );
    await keepAlternatives(scope, stored, dataset.alternativePersistentIds ?? []);
    const storedFiles = await carriedFiles(scope, { stored, driver, creatorId: actor.account?.id ?? null }, files, bytes);
    if (dataset.thumbnail !== undefined) await carriedThumbnail(tx, stored.id, dataset.thumbnail, storedFiles);
    scope.emit({ kind: 'DatasetCreated', subjectId: stored.id, payload: { creatorId: actor.account?.id ?? null, imported: true } });
    const released = versions.findLast(({ values }) => values.state === 'RELEASED');
    if (released !== undefined && publishedAt !== null) {
      await addSubjectsAbove(scope, stored, released.metadata);
      const { versionNumber, versionMinorNumber } = released.values;
      scope.emit({
        kind: 'DatasetPublished',
        subjectId: stored.id,
        payload: {
          versionNumber: versionNumber ?? 1,
          versionMinorNumber: versionMinorNumber ?? 0,
          firstPublishedAt: publishedAt.toISOString(),
        },
      });
    }
    scope.note({ dataset: stored.id, persistentId: persistentIdText(stored), versions: versions.length, files: files.length });
    return stored.id;
  },
});

/**
 * Takes over a dataset from another installation: its identifier, its versions with their numbers and dates, its files. No provider is
 * told, and no program judges it: it was published elsewhere.
 * @throws DomainError BAD_USER_INPUT | MALFORMED_JSON | FILE_TOO_LARGE | PERSISTENT_ID_TAKEN | DATASET_METADATA_INVALID |
 * SERVICE_UNAVAILABLE when the provider cannot be asked. Source: exports.md 17.3.
 */
export const carryDataset = composed({
  name: 'carryDatasetWithFiles',
  of: [examineCarriedDataset, storeCarriedDataset],
  run: async (context: CommandContext, sent: CarriedInput) => {
    const examined = await examineCarriedDataset(context, sent);
    const datasetId = await storeCarriedDataset(context, { collection: sent.collection, examined });
    const absent = examined.bytes.flatMap(({ isThere, facts }) => (isThere ? [] : [facts.label]));
    return { datasetId, filesWithoutBytes: [...new Set([...absent, ...examined.missingTexts])] };
  },
});
