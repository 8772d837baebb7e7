import { createDataset } from '../../domain/datasets/creation/create-dataset.ts';
import { listDatasetLocks } from '../../domain/datasets/list-dataset-locks.ts';
import { deleteDataset } from '../../domain/datasets/delete-dataset.ts';
import { deleteDraft } from '../../domain/datasets/delete-draft.ts';
import { publishVerifiedDataset } from '../../domain/datasets/publication/publish-dataset.ts';
import { updateDraft } from '../../domain/versions/update-draft.ts';
import { findAnyDataset, viewDataset, viewDatasetWithLatest } from '../../domain/datasets/view-dataset.ts';
import {
  countVisibleVersions,
  listFirstVisibleVersions,
  listVisibleVersions,
  showLatestVersion,
  viewVersion,
} from '../../domain/versions/view-version.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { requireCollection } from '../collections/collections.ts';
import { globalId } from '../global-id.ts';
import { DatasetModel, datasetModel, DatasetVersionModel, versionModel } from '../models.ts';
import { connectionOf, numberPlace } from '../connection.ts';
import { connectionFields, LONG_PAGE, MAXIMUM_PAGE, sliceOf } from '../pages.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';
import { asksBriefly } from '../brief-fields.ts';
import { asksOnlyOwnGates } from '../own-gates.ts';
import { firstPageAsked } from '../first-page-asked.ts';
import { isSelected, lookAhead } from '../selection.ts';
import { sentVersion } from './sent-version.ts';
import { asksForMetadata, asksForMetadataOfLatest, asksForMetadataOfPage } from '../versions/version-metadata.ts';
import type { DatasetRow, DatasetWithGrants, FileRow, FirstFiles, ShownVersion } from '../../domain/rows.ts';

/** A dataset by its id for use inside an answer. */
export async function requireDataset(context: RequestContext, id: number): Promise<DatasetModel> {
  return datasetModel(await loadDataset(id, context), context.services);
}

/** The whole row; lists read summaries only. */
export async function wholeDataset({ row, whole }: DatasetModel, context: RequestContext): Promise<DatasetRow> {
  return whole ?? loadDataset(row.id, context);
}

/** The whole row with what the viewer holds on it; where a dataset is open to all, that was not read with it. */
export async function heldDataset({ row, whole, granted }: DatasetModel, context: RequestContext): Promise<DatasetWithGrants> {
  return whole === undefined || granted === undefined ? loadDataset(row.id, context) : { ...whole, granted };
}

async function loadDataset(id: number, context: RequestContext): Promise<DatasetWithGrants> {
  const row = await context.loaders.dataset.load(id);
  if (row === undefined) throw new DomainError('DATASET_NOT_FOUND', `There is no dataset ${id}.`);
  return row;
}

/** A dataset with its whole row: as it was shown, or, where it was only named, as any caller finds it whose further questions are gated. */
export async function openDataset(model: DatasetModel, context: RequestContext): Promise<DatasetModel> {
  return model.isNamed ? datasetModel(await findAnyDataset(context, model.key), context.services) : model;
}

/** Lists of the schema are read-only, those of the domain's inputs are not. */
export function copyOf(list: readonly string[] | null | undefined): string[] | null {
  return list ? [...list] : null;
}

function readFiles(files: readonly FileRow[] | null, limit: number | null): FirstFiles | null {
  return files === null || limit === null ? null : { limit, files };
}

/** Fields of a dataset that depend on what the viewer holds there, or are asked of the dataset by itself. */
const HELD = [
  'viewerPermissions',
  'viewerCan',
  'versions',
  'versionsSlice',
  'version',
  'locks',
  'fileCategories',
  'downloadCount',
  'timestamps',
  'storageSizeBytes',
] as const;

const asksWhatIsHeld = lookAhead((info) => HELD.some((name) => isSelected(info, name)));

export const datasetResolvers: Resolvers = {
  Query: {
    dataset: async (_root, { reference }, context, info) => {
      const key = datasetKeyOf(reference);
      if (asksOnlyOwnGates(info, 'Dataset')) return new DatasetModel({ key }, context.services);
      if (!isSelected(info, 'latestVersion')) return datasetModel(await viewDataset(context, key), context.services);
      const asked = {
        files: isSelected(info, 'latestVersion', 'firstFiles')
          ? LONG_PAGE + 1
          : firstPageAsked(info, ['Dataset', 'latestVersion'], ['DatasetVersion', 'files']),
        metadata: asksForMetadataOfLatest(info),
        granted: asksWhatIsHeld(info),
        brief: asksBriefly(info, 'Dataset'),
      };
      const { dataset, latest, files } = await viewDatasetWithLatest(context, { dataset: key, asked });
      return new DatasetModel(
        dataset,
        context.services,
        latest === null ? null : { version: latest, files: readFiles(files, asked.files) },
      );
    },
  },
  Mutation: {
    createDataset: async (_root, { input: { templateDatabaseId, version, ...input } }, context) => ({
      dataset: datasetModel(
        await createDataset(context, {
          ...input,
          ...sentVersion(version),
          collection: collectionKey(input.collection),
          templateId: templateDatabaseId,
        }),
        context.services,
      ),
    }),
    updateDatasetDraft: async (_root, { input: { version, ...input } }, context) => {
      const row = await updateDraft(context, {
        ...input,
        ...sentVersion(version),
        ifMatch: copyOf(input.ifMatch),
        dataset: datasetKeyOf(input.dataset),
      });
      return { datasetVersion: versionModel(await requireDataset(context, row.datasetId), row) };
    },
    publishDataset: async (_root, { input }, context) => {
      const { datasetId, outcome } = await publishVerifiedDataset(context, { dataset: datasetKeyOf(input.dataset), type: input.type });
      return { dataset: await requireDataset(context, datasetId), outcome };
    },
    deleteDatasetDraft: async (_root, { input }, context) => {
      const { datasetId, datasetDeleted } = await deleteDraft(context, { dataset: datasetKeyOf(input.dataset) });
      return { deletedDatasetId: datasetDeleted ? globalId('Dataset', datasetId) : null, datasetDatabaseId: datasetId };
    },
    deleteDataset: async (_root, { input }, context) => {
      const { datasetId, datasetDeleted } = await deleteDataset(context, { dataset: datasetKeyOf(input.dataset) });
      return { deletedDatasetId: datasetDeleted ? globalId('Dataset', datasetId) : null, datasetDatabaseId: datasetId };
    },
  },
  Dataset: {
    id: ({ row }) => globalId('Dataset', row.id),
    createdAt: async (model, _args, context) => (await wholeDataset(model, context)).createdAt,
    datasetFileUploadsAvailable: ({ row, effectiveDatasetFileCountLimit: limit }, _args, context) =>
      limit === null ? null : context.loaders.dataFileCount.load(row.id).then((count) => Math.max(0, limit - count)),
    owner: ({ row }, _args, context) => requireCollection(context, row.ownerId),
    ancestors: ({ row }, _args, context) =>
      Promise.all(
        row.path
          .slice(0, -1)
          .reverse()
          .map((id) => requireCollection(context, id)),
      ),
    registration: async (model, _args, context) => {
      const dataset = await wholeDataset(model, context);
      return {
        state: dataset.registrationState,
        attempts: dataset.registrationAttempts,
        lastError: dataset.registrationError,
        registeredAt: dataset.registeredAt,
      };
    },
    latestVersion: (model, _args, context, info) => {
      if (model.latest !== undefined) {
        return model.latest === null ? null : new DatasetVersionModel(model, model.latest.version, model.latest.files);
      }
      return showLatestVersion(context, model.row, { withMetadata: asksForMetadata(info) }).then((row) =>
        row === undefined ? null : versionModel(model, row),
      );
    },
    version: async (named, { reference, includeDeaccessioned }, context) => {
      const model = await openDataset(named, context);
      const dataset = await heldDataset(model, context);
      return versionModel(model, await viewVersion(context, { dataset, reference, includeDeaccessioned: includeDeaccessioned ?? false }));
    },
    versions: async (model, args, context, info) => {
      const dataset = await heldDataset(model, context);
      return connectionOf<ShownVersion, DatasetVersionModel, readonly [number]>(context, args, {
        name: 'versions',
        places: numberPlace,
        placeOf: ({ ordinal }) => [ordinal],
        read: async ({ after, before, ...window }) => {
          const { limit } = window;
          const isFirst = after === null && before === null && !window.fromEnd && limit !== null;
          const rows = await (isFirst
            ? listFirstVisibleVersions(context, dataset, { limit, withMetadata: asksForMetadataOfPage(info) })
            : listVisibleVersions(context, dataset, { ...window, after: after?.[0] ?? null, before: before?.[0] ?? null }));
          // Most datasets have few versions: a page that is not full has all of them.
          const isWhole = isFirst && rows.length < limit;
          return { rows, count: async () => (isWhole ? rows.length : countVisibleVersions(context, dataset)) };
        },
        item: (row) => versionModel(model, row),
      });
    },
    versionsSlice: async (named, { offset, limit }, context) => {
      const model = await openDataset(named, context);
      const rows = await listVisibleVersions(context, await heldDataset(model, context), sliceOf({ offset, limit }, MAXIMUM_PAGE));
      return rows.map((row) => versionModel(model, row));
    },
    locks: ({ key }, { type }, context) => listDatasetLocks(context, { dataset: key, type: type ?? null }),
  },
  DatasetVersionConnection: connectionFields,
};
