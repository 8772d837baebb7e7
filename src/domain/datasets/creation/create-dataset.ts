import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { findCreationRules } from '../../../db/queries/collections/collection-blocks.ts';
import { insertDatasetUnlessTaken, type StoredDataset } from '../../../db/queries/datasets/dataset-creation.ts';
import type { DatasetSummary } from '../../../db/queries/datasets/datasets.ts';
import { countTemplateUse, listOfferedTemplates, type TemplateRow } from '../../../db/queries/templates/templates.ts';
import type { NodePlace } from '../../../db/queries/gate/nodes.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { DEFAULT_DATASET_TYPE } from '../../../vocabulary/datasets.ts';
import { holdCollection } from '../../subjects/collection-subject.ts';
import { command, type LockingScope, type Scope } from '../../../kernel/command.ts';
import { driverForCollection } from '../../files/file-place.ts';
import { refuseOverQuota } from '../../files/quotas/storage-quota.ts';
import { uploadRules } from '../../files/upload-rules.ts';
import { catalogForWriting } from '../../metadata/catalog-for-writing.ts';
import { isJsonObject } from '../../../model/metadata/field-reader.ts';
import { childText, compoundsOf, titleOf } from '../../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { claimIdentifier } from '../../identifiers/mint-identifier.ts';
import { persistentIdText } from '../../../model/persistent-id.ts';
import { readSentVersion } from '../../versions/read-sent-version.ts';
import { metadataScope, requireValidMetadata } from '../../versions/version-metadata-input.ts';
import { withTemplateFields } from '../../templates/template-fields.ts';
import { mentionsTerms, readTerms, type TermsOfVersion } from '../../versions/version-terms.ts';
import { outcomeOf } from '../../../kernel/outcome.ts';
import { metadataLanguageIn, requireDatasetType, termsAmong } from '../../versions/dataset-choices.ts';
import { examineFiles } from './import-files.ts';
import { storePackageFile } from './store-package-file.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** Files whose bytes come by another way are for superusers, as on import. Source: decisions.md 46. */
function refuseFiles({ actor }: Scope, body: Readonly<Record<string, unknown>>): void {
  if (actor.superuser) return;
  for (const key of ['files', 'fileMetadatas']) {
    const files = body[key];
    if (!Array.isArray(files) || files.length === 0) continue;
    throw new DomainError('BAD_USER_INPUT', 'Only superusers can give files when a dataset is created; add them afterwards.', {
      problems: [{ pointer: `/${key}`, message: 'must be absent or empty' }],
    });
  }
}

/** Takes over the files that are given with a new dataset. */
async function storeFiles(
  scope: Scope,
  collection: NodePlace,
  dataset: StoredDataset,
  body: Readonly<Record<string, unknown>>,
  driver: string,
): Promise<void> {
  if (!scope.actor.superuser) return;
  const { checksumAlgorithm: algorithm } = uploadRules(scope.services);
  const files = await examineFiles({ db: scope.tx, storage: scope.services.storage, driver, algorithm }, body, dataset);
  if (files.length === 0) return;
  await refuseOverQuota(
    scope,
    collection,
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  for (const file of files) await storePackageFile(scope, dataset, driver, file);
}

/** Required even for incomplete metadata: a citation needs an author. Source: datasets.md 4.1. */
function requireNamedAuthors(metadata: VersionMetadata): void {
  const authors = compoundsOf(metadata, 'author');
  const unnamed = authors.findIndex((author) => childText(author, 'authorName') === undefined);
  if (authors.length > 0 && unnamed === -1) return;
  throw new DomainError(
    'BAD_USER_INPUT',
    'A dataset needs an author, and every author a name, even when other fields are filled in later.',
    {
      problems: [
        {
          pointer: '/metadataBlocks/citation',
          ...broken('EVERY_AUTHOR'),
          formPlace: ['citation', 'author', Math.max(0, unnamed), 'authorName'],
        },
      ],
    },
  );
}

function textAt(body: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = body[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

interface CreationInput {
  readonly collection: CollectionKey;
  readonly datasetVersion?: unknown;
  readonly datasetType?: string | null | undefined;
}

/** Where a dataset is to be made, and what decides about it beside itself: sent together, since none of it needs another. */
async function loadPlace(scope: LockingScope, { collection: key, datasetVersion, datasetType }: CreationInput) {
  const { tx } = scope;
  const { services } = scope.context;
  const type = datasetType ?? DEFAULT_DATASET_TYPE;
  const [held, catalog, rules, sentTerms] = await Promise.all([
    holdCollection(scope, key),
    catalogForWriting({ tx, services }),
    findCreationRules(tx, key, type),
    // Faults of the metadata are reported before those of the terms.
    isJsonObject(datasetVersion) ? outcomeOf(readTerms(tx, services, datasetVersion, true)) : undefined,
  ]);
  const { id } = held.collection;
  // The collection may have got another name while this transaction waited for it.
  const own = rules?.collectionId === id ? rules : await findCreationRules(tx, { id }, type);
  return { ...held, catalog, validation: metadataScope(own, catalog), licenseIds: own?.licenseIds ?? [], sentTerms };
}

/** The template that a dataset is made with; undefined for none. @throws DomainError TEMPLATE_NOT_FOUND unless the collection offers it */
async function templateFor(tx: Scope['tx'], path: readonly number[], id: number | null | undefined): Promise<TemplateRow | undefined> {
  if (id === null || id === undefined) return undefined;
  const template = (await listOfferedTemplates(tx, path)).find((offered) => offered.id === id);
  if (template === undefined) throw new DomainError('TEMPLATE_NOT_FOUND', `The collection offers no template ${id}.`);
  return template;
}

function termsOf({ licenseId, terms, fileAccessRequest }: TemplateRow): TermsOfVersion {
  return { licenseId, terms, fileAccessRequest };
}

/** Creates a dataset with its draft, and mints its persistent identifier. */
export const createDataset = command({
  name: 'createDataset',
  input: z.object({
    collection: z.custom<CollectionKey>(),
    datasetVersion: z.unknown().optional(),
    jsonLd: z.unknown().optional(),
    datasetType: z.string().nullish(),
    metadataLanguage: z.string().nullish(),
    datasetFileCountLimit: z.int32().nullish(),
    doNotValidate: z.boolean().nullish(),
    templateId: z.int().nullish(),
  }),
  subject: loadPlace,
  requires: 'AddDataset',
  run: async (scope, { collection, catalog, validation, licenseIds, sentTerms }, input): Promise<DatasetSummary> => {
    const { tx, actor, services } = scope;
    const { siteUrl } = services.installation;
    const { body, metadata: own, sent } = await readSentVersion(input, { catalog, siteUrl, messagePrefix: 'Error parsing Json:' });
    refuseFiles(scope, body);
    const template = await templateFor(tx, collection.path, input.templateId);
    const metadata = template === undefined ? own : withTemplateFields(own, template.metadata.value, catalog);
    const datasetType = await requireDatasetType(tx, input.datasetType);
    const metadataLanguage = await metadataLanguageIn(tx, services, { collectionId: collection.id, language: input.metadataLanguage });
    const givenTerms = sentTerms === undefined ? await readTerms(tx, services, body, true) : sentTerms();
    const terms = termsAmong(template === undefined || mentionsTerms(body) ? givenTerms : termsOf(template), licenseIds);
    const laterIsFine = input.doNotValidate === true && services.allowsIncompleteMetadata;
    if (laterIsFine) requireNamedAuthors(metadata);
    requireValidMetadata(metadata, catalog, { ...validation, laterIsFine, ...(sent && { sent }) });

    const { registersAtOnce } = services.pids.current();
    const limit = input.datasetFileCountLimit ?? -1;
    const storageDriver = await driverForCollection(tx, services, collection.id);
    const { defaultContributorRoleId: roleId } = collection;
    const dataset = await claimIdentifier(scope, (pid) =>
      insertDatasetUnlessTaken(tx, {
        owner: collection,
        creatorId: actor.account?.id ?? null,
        firstRole: roleId === null || actor.account === null ? null : { assignee: actor.identifier, roleId },
        dataset: {
          ...pid,
          registrationState: registersAtOnce ? 'REGISTERED' : 'RESERVED',
          registeredAt: registersAtOnce ? new Date() : null,
          storageDriver,
          datasetType,
          metadataLanguage,
          datasetFileCountLimit: limit < 0 ? null : limit,
          fileAccessRequest: true,
        },
        version: { title: titleOf(metadata), metadata, ...terms, versionNote: textAt(body, 'versionNote'), releasedAt: null },
      }),
    );
    await storeFiles(scope, collection, dataset, body, storageDriver);
    if (template !== undefined) await countTemplateUse(tx, template.id);
    if (!registersAtOnce) scope.emit({ kind: 'PidRecordChanged', subjectId: dataset.id, payload: {} });
    scope.emit({ kind: 'DatasetCreated', subjectId: dataset.id, payload: { creatorId: actor.account?.id ?? null, imported: false } });
    scope.note({ dataset: dataset.id, persistentId: persistentIdText(dataset) });
    return dataset;
  },
});
