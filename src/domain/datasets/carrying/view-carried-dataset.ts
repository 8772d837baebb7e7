/** A dataset with everything that another installation needs to have it as well. Source: exports.md 17. */
import { type FileWithRecords, listAllVersions, listFilesWithRecords } from '../../../db/queries/datasets/carried-datasets.ts';
import { listEditsIds } from '../../../db/queries/datasets/carried-tables.ts';
import type { DatasetKey, DatasetRow } from '../../../db/queries/datasets/datasets.ts';
import { findChosenThumbnail } from '../../../db/queries/files/pictures.ts';
import { type DataTableRow, listDataTablesOf } from '../../../db/queries/ingest/data-tables.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import type { CarriedDataset, CarriedFile } from '../../../formats/native-json/carried-dataset.ts';
import { writeDataset } from '../../../formats/native-json/native-dataset.ts';
import { writeFile } from '../../../formats/native-json/native-file.ts';
import { writeVersion } from '../../../formats/native-json/native-version.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import { isTabular } from '../../../model/ingested-type.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { thumbnailRecord } from './carried-thumbnail.ts';
import { datasetFacts, fileFacts, versionFacts } from '../native/native-facts.ts';

/** A dataset as it is written for another installation, without its files. */
export interface CarriedView {
  readonly dataset: DatasetRow;
  readonly record: CarriedDataset;
}

type Services = CommandContext['services'];

/** A version with all that is stored of it: what the installation withholds from readers has to arrive all the same. */
function versionRecord(services: Services, dataset: DatasetRow, version: VersionRow): CarriedDataset['versions'][number] {
  const catalog = services.blocks.current();
  const blocks = Object.entries(version.metadata.value).map(([name, fields]) => ({
    name,
    displayName: catalog.findBlock(name)?.displayName ?? name,
    nativeFields: fields,
  }));
  const facts = versionFacts(datasetFacts(services, dataset, 0), dataset, version, blocks);
  return { ordinal: version.ordinal, ...writeVersion(facts) };
}

/** The record of a dataset with all its versions. Source: exports.md 17.1. */
export const viewCarriedDataset = query({
  name: 'viewCarriedDataset',
  subject: (scope, input: { readonly dataset: DatasetKey }) => loadDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async ({ db, services }, { dataset }): Promise<CarriedView> => {
    await services.blocks.refresh();
    const versions = await listAllVersions(db, dataset.id);
    const thumbnail = thumbnailRecord(await findChosenThumbnail(db, dataset.id));
    return {
      dataset,
      record: {
        ...writeDataset(datasetFacts(services, dataset, 0)),
        fileAccessRequest: dataset.fileAccessRequest,
        createdAt: dataset.createdAt.toISOString(),
        publishedAt: dataset.publishedAt?.toISOString(),
        citationDateField: dataset.citationDateField ?? undefined,
        embargoCitationDate: dataset.embargoCitationDate ?? undefined,
        alternativePersistentIds: dataset.alternativePersistentIds ?? undefined,
        thumbnail,
        versions: versions.map((version) => versionRecord(services, dataset, version)),
      },
    };
  },
});

/** What is known of a table, beside its variables. */
function tableRecord(table: DataTableRow | undefined): CarriedFile['table'] {
  if (table === undefined) return undefined;
  const { caseQuantity, variableQuantity, textHasHeader, downloadSizeBytes, downloadSha256 } = table;
  return {
    caseQuantity,
    variableQuantity,
    textHasHeader,
    downloadSizeBytes: downloadSizeBytes ?? undefined,
    downloadSha256: downloadSha256 ?? undefined,
  };
}

interface TableFacts {
  readonly table: DataTableRow | undefined;
  /** In the order in which records name them. */
  readonly editsIds: readonly number[];
}

function fileRecord(
  services: Services,
  dataset: DatasetRow,
  { dataFile, records, createdAt, publishedAt }: FileWithRecords,
  { table, editsIds }: TableFacts,
): CarriedFile {
  const written = records.map(({ validFrom, validTo, provFreeForm, variableEditsId, ...facts }) => {
    const native = writeFile(
      fileFacts(services, dataset, { id: 0, updatedAt: createdAt }, { ...facts, id: dataFile.id, variableEditsId, provFreeForm, dataFile }),
    );
    const { dataFile: _bytes, datasetVersionId: _version, ...record } = native;
    const variableEdits = variableEditsId === null ? undefined : editsIds.indexOf(variableEditsId) + 1;
    const range = { from: validFrom, until: validTo ?? undefined };
    return { native, record: { ...record, provFreeForm: provFreeForm ?? undefined, variableEdits, ...range } };
  });
  const [first] = written;
  if (first === undefined) throw new Error(`No version has the file ${dataFile.id}.`);
  // What the versions say of it stands in the records alone.
  const { filename: _1, description: _2, categories: _3, directoryLabel: _4, lastUpdateTime: _5, ...bytes } = first.native.dataFile;
  return {
    dataFile: {
      ...bytes,
      restricted: dataFile.restricted,
      createdAt: createdAt.toISOString(),
      publishedAt: publishedAt?.toISOString(),
    },
    table: tableRecord(table),
    records: written.map(({ record }) => record),
  };
}

/** A page of the files of a dataset, by id, and where the next page begins. Source: exports.md 17.2. */
export const listCarriedFiles = detail({
  name: 'listCarriedFiles',
  run: async (
    { db, services }: CommandContext,
    { dataset }: CarriedView,
    page: { readonly after: number; readonly limit: number },
  ): Promise<{ readonly records: readonly CarriedFile[]; readonly next: number | null }> => {
    const files = await listFilesWithRecords(db, dataset.id, page);
    const last = files.at(-1);
    const tables = files.map((file) => file.dataFile).filter(isTabular);
    const ids = tables.map(({ id }) => id);
    const facts = new Map((ids.length === 0 ? [] : await listDataTablesOf(db, ids)).map((table) => [table.dataFileId, table]));
    const edits = ids.length === 0 ? new Map<number, number[]>() : await listEditsIds(db, ids);
    const tableOf = (id: number): TableFacts => ({ table: facts.get(id), editsIds: edits.get(id) ?? [] });
    return {
      records: files.map((file) => fileRecord(services, dataset, file, tableOf(file.dataFile.id))),
      next: last === undefined || files.length < page.limit ? null : last.dataFile.id,
    };
  },
});
