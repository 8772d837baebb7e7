import { stat } from 'node:fs/promises';
import { StartupError } from '../errors/startup-error.ts';
import type { ExportArguments } from './carry-arguments.ts';
import { type CarryClient, CarryRefusal } from './carry-client.ts';
import type { CarriedCollection, CarriedFileLine, DatasetLine } from './carry-operations.ts';
import { bytesPath, openDatasets, readDatasets, readFacts, writeCollections, writeFacts } from './carried-folder.ts';
import { fetchText, tablePaths, writeTableParts } from './carried-tables.ts';
import type { CarryReport } from './carry-report.ts';
import { fetchTo } from './fetch-to.ts';
import { listDatasets, readSettledDataset, readTree } from './read-tree.ts';

/**
 * Brings the bytes of a file to a path, unless they are there: whole, and as their record says.
 * @throws StartupError where they are not those of their checksum
 */
async function fetchBytes(client: CarryClient, { dataFile }: CarriedFileLine, path: string): Promise<void> {
  const size = (await stat(path).catch(() => undefined))?.size;
  // The size of a table that was ingested is that of its text, and not of what was uploaded.
  if (size === dataFile.filesize || (size !== undefined && dataFile.tabularData)) return;
  await fetchTo(path, await client.download(dataFile.id, 'original'), dataFile.checksum, dataFile.id);
}

/** The ids of the datasets that an earlier run has written. */
async function alreadyWritten(folder: string): Promise<Set<number>> {
  const ids = new Set<number>();
  for await (const { dataset } of readDatasets(folder)) ids.add(dataset.id);
  return ids;
}

/** The datasets of some collections. */
async function* datasetsOf(client: CarryClient, collections: readonly CarriedCollection[]) {
  for (const { alias } of collections) {
    for (const databaseId of await listDatasets(client, alias)) yield { databaseId, collection: alias };
  }
}

/** Brings to the folder what belongs to a file: of a table what is known of its variables, and the bytes where they are wanted. */
async function fetchFile(client: CarryClient, datasetId: number, file: CarriedFileLine, path: string, withFiles: boolean): Promise<void> {
  const isTable = file.table !== undefined;
  const { text, parts } = tablePaths(path);
  if (isTable) await writeTableParts(client, datasetId, file.dataFile.id, parts);
  if (!withFiles) return;
  await fetchBytes(client, file, path);
  if (isTable) await fetchText(client, file, text);
}

/** A dataset whose files have addresses, once everything that belongs to them is in the folder. @throws CarryRefusal */
async function readWhole(
  client: CarryClient,
  databaseId: number,
  { folder, withFiles }: Pick<ExportArguments, 'folder' | 'withFiles'>,
): Promise<Omit<DatasetLine, 'collection'>> {
  const { dataset, files } = await readSettledDataset(client, databaseId, async (read) => {
    for (const file of read.files) await fetchFile(client, databaseId, file, bytesPath(folder, databaseId, file), withFiles);
  });
  return { dataset, files: files.map((file) => ({ ...file, url: `${client.url}/api/access/datafile/${file.dataFile.id}` })) };
}

/** The refusal of one dataset, which others do not have to wait for. */
function refusalOf(error: unknown): CarryRefusal {
  if (error instanceof CarryRefusal) return error;
  throw error;
}

/**
 * Writes a collection with everything below it to a folder. An interrupted run is continued by the next one, which leaves what is there as
 * it is. @returns whether everything was written
 */
export async function exportCollection(
  client: CarryClient,
  { collection: alias, folder, withFiles }: ExportArguments,
  report: CarryReport,
): Promise<boolean> {
  const known = await readFacts(folder);
  if (known !== undefined && known.collection !== alias) {
    throw new StartupError(`${folder} holds an export of the collection ${known.collection}.`);
  }
  if (known?.complete === true) {
    report.line(`${folder} holds a complete export of ${alias}; choose another folder for a new one.`);
    return true;
  }
  await writeFacts(folder, { collection: alias, complete: false });
  const collections = await readTree(client, alias);
  await writeCollections(folder, collections);
  const written = await alreadyWritten(folder);
  const datasets = await openDatasets(folder);
  let [done, files, failed] = [written.size, 0, 0];
  try {
    for await (const { databaseId, collection } of datasetsOf(client, collections)) {
      if (written.has(databaseId)) continue;
      const read = await readWhole(client, databaseId, { folder, withFiles }).catch(refusalOf);
      if (read instanceof CarryRefusal) {
        failed += 1;
        report.line(`dataset ${databaseId}: ${read.message}`);
      } else {
        await datasets.add({ collection, ...read });
        files += read.files.length;
        done += 1;
      }
      report.progress(`${done} datasets, ${files} files, in ${collection}`);
    }
  } finally {
    await datasets.close();
  }
  if (failed === 0) await writeFacts(folder, { collection: alias, complete: true });
  report.line(
    `${collections.length} collections and ${done} datasets are in ${folder}${failed === 0 ? '' : `; ${failed} could not be read`}.`,
  );
  return failed === 0;
}
