/** Dry runs: what creating or changing a dataset would refuse of a version, by the rules that do refuse it. */
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { hasRestrictedFiles } from '../../../db/queries/files/file-versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { loadCollection } from '../../subjects/collection-subject.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { datasetSchema } from '../../metadata/dataset-schema.ts';
import { RequiredFields } from '../../metadata/required-fields.ts';
import { requireNewestVersion, requireWorkingVersion } from '../../versions/ensure-draft.ts';
import { metadataScopeOf, readVersionMetadata, requireValidMetadata } from '../../versions/version-metadata-input.ts';
import { mentionsTerms, readTerms, requireAccessTerms, requireTermsOfUse } from '../../versions/version-terms.ts';

type Rule = () => unknown;

/** The refusals of all rules; one that cannot be asked without an earlier one belongs into the same rule. */
async function refusalsOf(rules: readonly Rule[]): Promise<DomainError[]> {
  const refusals: DomainError[] = [];
  for (const rule of rules) {
    try {
      await rule();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.push(error);
    }
  }
  return refusals;
}

function metadataRule(context: CommandContext, version: unknown, prefix: string, collectionId: number): Rule {
  return async () => {
    const catalog = await context.services.blocks.refresh();
    const { metadata, sent } = readVersionMetadata(version, catalog, prefix);
    requireValidMetadata(metadata, catalog, { ...(await metadataScopeOf(context.db, catalog, collectionId)), sent });
  };
}

function termsOf(context: CommandContext, version: unknown, fileAccessRequest: boolean) {
  // What is no object was refused by the rule before.
  const body: Readonly<Record<string, unknown>> = typeof version === 'object' && version !== null ? { ...version } : {};
  return mentionsTerms(body) ? readTerms(context.db, context.services, body, fileAccessRequest) : undefined;
}

/** What creating a dataset from this version would refuse; empty when nothing. Source: datasets.md 4.1, 14.1. */
export const validateNewDataset = query({
  name: 'validateNewDataset',
  subject: ({ tx, context }, input: { readonly collection: CollectionKey; readonly datasetVersion: unknown }) =>
    loadCollection({ tx, context }, input.collection),
  requires: 'AddDataset',
  run: (context, { collection }, { datasetVersion }): Promise<DomainError[]> =>
    refusalsOf([metadataRule(context, datasetVersion, 'Error parsing Json:', collection.id), () => termsOf(context, datasetVersion, true)]),
});

/** JSON Schema of what datasets of a collection are made from. Source: datasets.md 14.1. */
export const showDatasetSchema = query({
  name: 'showDatasetSchema',
  subject: ({ tx, context }, input: { readonly collection: CollectionKey }) => loadCollection({ tx, context }, input.collection),
  requires: 'AddDataset',
  run: async ({ db, services }, { collection }): Promise<Readonly<Record<string, unknown>>> => {
    const catalog = await services.blocks.refresh();
    const { blocks, inputLevels } = await metadataScopeOf(db, catalog, collection.id);
    return datasetSchema(
      catalog.blocks.filter(({ name }) => blocks.includes(name)),
      new RequiredFields(inputLevels),
    );
  },
});

/** What storing this version as the draft of a dataset would refuse; empty when nothing. Source: datasets.md 6.1. */
export const validateDraft = query({
  name: 'validateDraft',
  subject: ({ tx, context }, input: { readonly dataset: DatasetKey; readonly datasetVersion: unknown }) =>
    loadDataset({ tx, context }, input.dataset),
  requires: 'EditDataset',
  run: async (context, { dataset }, { datasetVersion }): Promise<DomainError[]> => {
    const working = await requireWorkingVersion({ tx: context.db }, dataset.id);
    return refusalsOf([
      metadataRule(context, datasetVersion, 'Error parsing dataset version:', dataset.ownerId),
      async () => {
        const restricted = await hasRestrictedFiles(context.db, dataset.id, working.ordinal);
        requireAccessTerms((await termsOf(context, datasetVersion, false)) ?? working, restricted);
      },
    ]);
  },
});

/** What the rules of today have against the newest version as it is stored; empty when nothing. */
export const validateStoredVersion = query({
  name: 'validateStoredVersion',
  subject: ({ tx, context }, input: { readonly dataset: DatasetKey }) => loadDataset({ tx, context }, input.dataset),
  requires: 'ViewUnpublishedDataset',
  run: async (context, { dataset }): Promise<DomainError[]> => {
    const { db, services } = context;
    const newest = await requireNewestVersion({ tx: db }, dataset.id);
    const catalog = await services.blocks.refresh();
    const scope = await metadataScopeOf(db, catalog, dataset.ownerId);
    return refusalsOf([
      () => requireValidMetadata(newest.metadata.value, catalog, scope),
      async () => requireAccessTerms(newest, await hasRestrictedFiles(db, dataset.id, newest.ordinal)),
      () => requireTermsOfUse(newest),
    ]);
  },
});
