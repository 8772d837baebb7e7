import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import type { ImportArguments } from './carry-arguments.ts';
import { type CarryClient, CarryRefusal } from './carry-client.ts';
import { type DatasetLine, storageIdOf } from './carry-operations.ts';
import type { CarryReport } from './carry-report.ts';
import { bytesPath, readCollections, readDatasets, readFacts, writeReport } from './carried-folder.ts';
import { compareTableParts, readTableParts, tablePartLines, tablePaths } from './carried-tables.ts';
import { compareCarried, type Difference } from './compare-carried.ts';
import { compareCollections, importCollections } from './import-collections.ts';
import { placeBytes } from './place-bytes.ts';
import { readDataset } from './read-tree.ts';

const CARRY = `mutation ($input: CarryDatasetInput!) {
  carryDataset(input: $input) { dataset { databaseId } filesWithoutBytes }
}`;
const carried = z.object({ carryDataset: z.object({ filesWithoutBytes: z.array(z.string()) }) });
const DRIVER = `query ($reference: CollectionReference!) { collection(reference: $reference) { storageDriver(effective: true) { name } } }`;
const driverAnswer = z.object({ collection: z.object({ storageDriver: z.object({ name: z.string() }).nullable() }) });

type Dataset = Omit<DatasetLine, 'collection'>;

function persistentIdOf({ dataset: { protocol, authority, separator, identifier } }: Dataset): string {
  return `${protocol}:${authority}${separator}${identifier}`;
}

async function findDataset(client: CarryClient, persistentId: string): Promise<Dataset | undefined> {
  try {
    return await readDataset(client, { persistentId });
  } catch (error) {
    if (error instanceof CarryRefusal && error.code === 'DATASET_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Ids there and here: datasets by their identifiers, files by the names of their bytes. */
function mappedIds(there: Dataset, here: Dataset) {
  const files = new Map(here.files.map((file) => [storageIdOf(file), file.dataFile.id]));
  return [
    { kind: 'DATASET', from: there.dataset.id, to: here.dataset.id },
    ...there.files.map((file) => ({ kind: 'FILE', from: file.dataFile.id, to: files.get(storageIdOf(file)) })),
  ];
}

/** What came of one dataset. */
interface Outcome {
  readonly isNew: boolean;
  readonly filesWithoutBytes: readonly string[];
  readonly ids: ReturnType<typeof mappedIds>;
  readonly differences: readonly Difference[];
}

/** A dataset as the server takes it, line by line. Source: exports.md 17.3. */
async function linesOfDocument(folder: string, { dataset: { versions, ...dataset }, files }: Dataset): Promise<string[]> {
  const lines = [{ dataset }, ...versions.map((version) => ({ version }))].map((part) => JSON.stringify(part));
  for (const file of files) {
    lines.push(JSON.stringify({ file }));
    if (file.table === undefined) continue;
    for await (const part of tablePartLines(tablePaths(bytesPath(folder, dataset.id, file)).parts)) lines.push(part);
  }
  return lines.map((line) => `${line}\n`);
}

/** Where the variables of tables differ. */
async function compareTables(client: CarryClient, folder: string, there: Dataset, here: Dataset): Promise<Difference[]> {
  const ids = new Map(here.files.map((file) => [storageIdOf(file), file]));
  const differences: Difference[] = [];
  for (const file of there.files) {
    const name = storageIdOf(file);
    const found = ids.get(name);
    // That one of them is no table is told of the files.
    if (file.table === undefined || found?.table === undefined) continue;
    const { parts } = tablePaths(bytesPath(folder, there.dataset.id, file));
    const others = readTableParts(client, here.dataset.id, found.dataFile.id);
    differences.push(...(await compareTableParts(parts, others, `/files/${name}/parts`)));
  }
  return differences;
}

async function importDataset(
  client: CarryClient,
  folder: string,
  line: DatasetLine,
  place: { readonly storage: FileStorage; readonly driver: string; readonly collection: string },
): Promise<Outcome> {
  const persistentId = persistentIdOf(line);
  const before = await findDataset(client, persistentId);
  let filesWithoutBytes: readonly string[] = [];
  if (before === undefined) {
    await placeBytes(folder, line, place);
    const text = await linesOfDocument(folder, line);
    const input = { collection: { alias: place.collection }, dataset: null };
    ({ filesWithoutBytes } = (await client.send(carried, CARRY, { input }, { path: 'variables.input.dataset', text })).carryDataset);
  }
  const here = before ?? (await readDataset(client, { persistentId }));
  const differences = [...compareCarried(line, here), ...(await compareTables(client, folder, line, here))];
  return { isNew: before === undefined, filesWithoutBytes, ids: mappedIds(line, here), differences };
}

/** The store that bytes of a collection go to, asked once for each. */
function driversOf(client: CarryClient, storage: FileStorage): (alias: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (alias) => {
    const driver = known.get(alias) ?? (await client.ask(driverAnswer, DRIVER, { reference: { alias } })).collection.storageDriver?.name;
    known.set(alias, driver ?? storage.driver);
    return driver ?? storage.driver;
  };
}

/**
 * Reads an export into the installation below a collection, and compares each dataset with what was written. What is here already is
 * left as it is, so that a run that was interrupted is continued by the next one.
 * @returns whether everything is here, and equal
 */
export async function importCollection(
  client: CarryClient,
  storage: FileStorage,
  { folder, into }: ImportArguments,
  report: CarryReport,
): Promise<boolean> {
  const facts = await readFacts(folder);
  if (facts === undefined) throw new StartupError(`${folder} holds no export.`);
  if (!facts.complete) report.line(`The export in ${folder} was interrupted: what it has is read.`);
  const collections = await readCollections(folder);
  const aliases = await importCollections(client, collections, into);
  const driverOf = driversOf(client, storage);
  const ids: unknown[] = [];
  const differences: unknown[] = [];
  let [taken, present, refused] = [0, 0, 0];
  for await (const line of readDatasets(folder)) {
    const persistentId = persistentIdOf(line);
    const collection = aliases.get(line.collection) ?? into;
    try {
      const place = { storage, driver: await driverOf(collection), collection };
      const outcome = await importDataset(client, folder, line, place);
      ids.push(...outcome.ids);
      differences.push(...outcome.differences.map((difference) => ({ persistentId, ...difference })));
      for (const label of outcome.filesWithoutBytes) report.line(`${persistentId}: the bytes of ${label} are missing.`);
      if (outcome.isNew) taken += 1;
      else present += 1;
    } catch (error) {
      if (error instanceof StartupError || !(error instanceof Error)) throw error;
      refused += 1;
      differences.push({ persistentId, pointer: '', refused: error.message });
      report.line(`${persistentId}: ${error.message}`);
    }
    report.progress(`${taken} datasets taken over, ${present} here before, ${refused} refused`);
  }
  const compared = await compareCollections(client, collections, aliases);
  ids.push(...compared.mapped.map((pair) => ({ kind: 'COLLECTION', ...pair })));
  for (const [alias, found] of compared.differences) differences.push(...found.map((difference) => ({ collection: alias, ...difference })));
  await writeReport(folder, 'ids.jsonl', ids);
  await writeReport(folder, 'differences.jsonl', differences);
  report.line(`${taken} datasets taken over, ${present} here before, ${refused} refused; ${differences.length} differences.`);
  return differences.length === 0;
}
