import {
  CitationMetadataDocument,
  type CitationMetadataQuery,
  CreateDatasetDocument,
  type CreateDatasetInput,
  type DatasetDiffQuery,
  DatasetDiffDocument,
  DatasetDocument,
  type DatasetKeysFragment,
  DatasetLocksDocument,
  type DatasetLocksQuery,
  type DatasetQuery,
  DatasetVersionsDocument,
  DeleteDatasetDraftDocument,
  DeleteDatasetMetadataDocument,
  type DeleteDatasetMetadataInput,
  EditDatasetMetadataDocument,
  type EditDatasetMetadataInput,
  PublishDatasetDocument,
  type PublishDatasetInput,
  type PublishDatasetMutation,
  SubmitDatasetForReviewDocument,
  UpdateDatasetDraftDocument,
  type UpdateDatasetDraftInput,
  type VersionDetailsFragment,
  type VersionSummaryFragment,
} from '../generated/operations.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import { everyNode } from '../pages.ts';
import { datasetReference, type NamedDataset } from '../references.ts';
import { refusalOf } from '../refusal.ts';
import type { RequestOptions, Transport } from '../transport.ts';
import { PAGE_SIZE, type PageOptions } from './page-size.ts';

type Found<Query extends { readonly dataset: unknown }> = NonNullable<Query['dataset']>;

/** A dataset with one of its versions: what it says of itself, its metadata in native JSON, licence and terms. */
export type DatasetWithVersion = Found<DatasetQuery>;
/** What has changed between two versions: metadata, files, terms. */
export type DatasetDiff = Found<DatasetDiffQuery>['diff'];
/** Metadata of the block `citation` by type. */
export type CitationMetadata = NonNullable<NonNullable<NonNullable<Found<CitationMetadataQuery>['version']>['metadata']>['citation']>;
export type DatasetLock = Found<DatasetLocksQuery>['locks'][number];
/** `PUBLISHED`, or a workflow that goes before. */
export type Publication = Omit<PublishDatasetMutation['publishDataset'], 'userErrors'>;

export interface VersionOptions extends RequestOptions {
  /** `:draft`, `:latest` (the default), `:latest-published`, or a number such as `1.0`. */
  readonly version?: string;
}

function found<Value>(value: Value | null | undefined, what: 'DATASET' | 'DATASET_VERSION'): Value {
  if (value !== null && value !== undefined) return value;
  throw refusalOf(`${what}_NOT_FOUND`, `There is no such ${what === 'DATASET' ? 'dataset' : 'version'}, or you may not see it.`, 404);
}

export interface Datasets {
  /** A dataset with a version. @throws Refusal */
  dataset(named: NamedDataset, options?: VersionOptions): Promise<DatasetWithVersion>;
  /** The versions that the caller may see, newest first. */
  versions(named: NamedDataset, options?: RequestOptions & PageOptions): AsyncGenerator<VersionSummaryFragment, void, undefined>;
  /** Typed metadata of the block `citation`. For other blocks: documents of one's own. @throws Refusal */
  citationMetadata(named: NamedDataset, options?: VersionOptions): Promise<CitationMetadata>;
  /** What locks the dataset, oldest first. @throws Refusal */
  locks(named: NamedDataset, options?: RequestOptions): Promise<readonly DatasetLock[]>;
  /** What has changed from one version to another. @throws Refusal */
  differences(named: NamedDataset, from: string, to?: string, options?: RequestOptions): Promise<DatasetDiff>;
  /** Makes a dataset, of typed metadata (`version: { typed: { metadata } }`), native JSON (`native`) or JSON-LD (`jsonLd`). */
  createDataset(input: CreateDatasetInput, options?: RequestOptions): Promise<Outcome<DatasetKeysFragment>>;
  /** Replaces the metadata of the draft, which is made if there is none. */
  updateDraft(input: UpdateDatasetDraftInput, options?: RequestOptions): Promise<Outcome<VersionDetailsFragment>>;
  /** Adds or replaces single fields of the draft. */
  editMetadata(input: EditDatasetMetadataInput, options?: RequestOptions): Promise<Outcome<VersionDetailsFragment>>;
  /** Takes values out of the draft. */
  deleteMetadata(input: DeleteDatasetMetadataInput, options?: RequestOptions): Promise<Outcome<VersionDetailsFragment>>;
  /** Publishes the draft. @param type Which number it gets */
  publish(named: NamedDataset, type: PublishDatasetInput['type'], options?: RequestOptions): Promise<Outcome<Publication>>;
  submitForReview(named: NamedDataset, options?: RequestOptions): Promise<Outcome<DatasetKeysFragment>>;
  /** Gives the draft up; `true` where the dataset has gone with it, as it had no other version. */
  deleteDraft(named: NamedDataset, options?: RequestOptions): Promise<Outcome<boolean>>;
}

export function datasets(transport: Transport): Datasets {
  return {
    dataset: async (named, { version = ':latest', ...options } = {}) => {
      const { dataset } = await transport.request(DatasetDocument, { reference: datasetReference(named), version }, options);
      return found(dataset, 'DATASET');
    },
    versions: (named, { pageSize = PAGE_SIZE, ...options } = {}) =>
      everyNode(async (after) => {
        const variables = { reference: datasetReference(named), first: pageSize, after };
        return found((await transport.request(DatasetVersionsDocument, variables, options)).dataset, 'DATASET').versions;
      }),
    citationMetadata: async (named, { version = ':latest', ...options } = {}) => {
      const { dataset } = await transport.request(CitationMetadataDocument, { reference: datasetReference(named), version }, options);
      return found(found(dataset, 'DATASET').version?.metadata?.citation, 'DATASET_VERSION');
    },
    locks: async (named, options) => {
      const { dataset } = await transport.request(DatasetLocksDocument, { reference: datasetReference(named) }, options);
      return found(dataset, 'DATASET').locks;
    },
    differences: async (named, from, to = ':latest', options = {}) => {
      const { dataset } = await transport.request(DatasetDiffDocument, { reference: datasetReference(named), from, to }, options);
      return found(dataset, 'DATASET').diff;
    },
    createDataset: async (input, options) => {
      const { userErrors, dataset } = (await transport.request(CreateDatasetDocument, { input }, options)).createDataset;
      return outcomeOf(userErrors, dataset);
    },
    updateDraft: async (input, options) => {
      const { userErrors, datasetVersion } = (await transport.request(UpdateDatasetDraftDocument, { input }, options)).updateDatasetDraft;
      return outcomeOf(userErrors, datasetVersion);
    },
    editMetadata: async (input, options) => {
      const { userErrors, datasetVersion } = (await transport.request(EditDatasetMetadataDocument, { input }, options)).editDatasetMetadata;
      return outcomeOf(userErrors, datasetVersion);
    },
    deleteMetadata: async (input, options) => {
      const { deleteDatasetMetadata: told } = await transport.request(DeleteDatasetMetadataDocument, { input }, options);
      return outcomeOf(told.userErrors, told.datasetVersion);
    },
    publish: async (named, type, options) => {
      const input = { dataset: datasetReference(named), type };
      const { userErrors, ...publication } = (await transport.request(PublishDatasetDocument, { input }, options)).publishDataset;
      return outcomeOf(userErrors, publication);
    },
    submitForReview: async (named, options) => {
      const input = { dataset: datasetReference(named) };
      const { userErrors, dataset } = (await transport.request(SubmitDatasetForReviewDocument, { input }, options)).submitDatasetForReview;
      return outcomeOf(userErrors, dataset);
    },
    deleteDraft: async (named, options) => {
      const input = { dataset: datasetReference(named) };
      const { userErrors, deletedDatasetId } = (await transport.request(DeleteDatasetDraftDocument, { input }, options)).deleteDatasetDraft;
      return outcomeOf(userErrors, deletedDatasetId !== null);
    },
  };
}
