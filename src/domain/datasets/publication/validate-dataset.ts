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
import { isJsonObject } from '../../../model/metadata/field-reader.ts';
import { readSentVersion, type SentVersion } from '../../versions/read-sent-version.ts';
import { metadataScopeOf, requireValidMetadata } from '../../versions/version-metadata-input.ts';
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

/** The rules of a version that was sent, in the order in which they are asked. */
class SentVersionRules {
  readonly #context: CommandContext;
  readonly #version: SentVersion;
  readonly #messagePrefix: string;
  #body: Readonly<Record<string, unknown>> = {};

  constructor(context: CommandContext, version: SentVersion, messagePrefix: string) {
    this.#context = context;
    this.#version = version;
    this.#messagePrefix = messagePrefix;
    // Faults of native metadata are no reason not to ask for those of the terms beside them; JSON-LD has to be read first.
    if (isJsonObject(version.datasetVersion)) this.#body = version.datasetVersion;
  }

  async requireMetadata(collectionId: number): Promise<void> {
    const { db, services } = this.#context;
    const catalog = await services.blocks.refresh();
    const { siteUrl } = services.installation;
    const { body, metadata, sent } = await readSentVersion(this.#version, { catalog, siteUrl, messagePrefix: this.#messagePrefix });
    this.#body = body;
    requireValidMetadata(metadata, catalog, { ...(await metadataScopeOf(db, catalog, collectionId)), ...(sent && { sent }) });
  }

  /** The terms that it brings; undefined where it says nothing of them. */
  readTerms(fileAccessRequest: boolean) {
    const { db, services } = this.#context;
    return mentionsTerms(this.#body) ? readTerms(db, services, this.#body, fileAccessRequest) : undefined;
  }
}

/** What creating a dataset from this version would refuse; empty when nothing. Source: datasets.md 4.1, 14.1. */
export const validateNewDataset = query({
  name: 'validateNewDataset',
  subject: ({ tx, context }, input: SentVersion & { readonly collection: CollectionKey }) =>
    loadCollection({ tx, context }, input.collection),
  requires: 'AddDataset',
  run: (context, { collection }, version): Promise<DomainError[]> => {
    const rules = new SentVersionRules(context, version, 'Error parsing Json:');
    return refusalsOf([() => rules.requireMetadata(collection.id), () => rules.readTerms(true)]);
  },
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
  subject: ({ tx, context }, input: SentVersion & { readonly dataset: DatasetKey }) => loadDataset({ tx, context }, input.dataset),
  requires: 'EditDataset',
  run: async (context, { dataset }, version): Promise<DomainError[]> => {
    const rules = new SentVersionRules(context, version, 'Error parsing dataset version:');
    const working = await requireWorkingVersion({ tx: context.db }, dataset.id);
    return refusalsOf([
      () => rules.requireMetadata(dataset.ownerId),
      async () => {
        const restricted = await hasRestrictedFiles(context.db, dataset.id, working.ordinal);
        requireAccessTerms((await rules.readTerms(false)) ?? working, restricted);
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
