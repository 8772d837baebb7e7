/** What differs between two installations in a dataset that was carried from one to the other. Source: exports.md 17.5. */
import { type CarriedFileLine, type DatasetLine, storageIdOf } from './carry-operations.ts';

/** One place where they differ; what is undefined is absent. */
export interface Difference {
  /** JSON pointer. */
  readonly pointer: string;
  readonly there: unknown;
  readonly here: unknown;
}

/** What belongs to an installation, and what follows from the collections above. */
const OWN = new Set([
  'id',
  'datasetId',
  'publisher',
  'persistentUrl',
  'pidURL',
  'storageIdentifier',
  'effectiveDatasetFileCountLimit',
  'datasetFileUploadsAvailable',
]);

type Json = Readonly<Record<string, unknown>>;

function withoutOwn(record: Json): Json {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !OWN.has(key)));
}

/** A file without ids: those of other files become the names of their bytes. */
function comparableFile(file: CarriedFileLine, names: ReadonlyMap<number, string>): Json {
  const { rootDataFileId, previousDataFileId, ...dataFile } = file.dataFile;
  return {
    dataFile: {
      ...withoutOwn(dataFile),
      root: names.get(rootDataFileId),
      previous: previousDataFileId === undefined ? undefined : names.get(previousDataFileId),
    },
    table: file.table,
    records: file.records,
  };
}

function comparable({ dataset, files }: Omit<DatasetLine, 'collection'>): Json {
  const names = new Map(files.map((file) => [file.dataFile.id, storageIdOf(file)]));
  return {
    dataset: { ...withoutOwn(dataset), versions: dataset.versions.map(withoutOwn) },
    files: Object.fromEntries(files.map((file) => [storageIdOf(file), comparableFile(file, names)])),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** Every place where two JSON values differ. */
export function differencesOf(there: unknown, here: unknown, pointer = ''): Difference[] {
  if (Object.is(there, here)) return [];
  if (!isObject(there) || !isObject(here) || Array.isArray(there) !== Array.isArray(here)) return [{ pointer, there, here }];
  const keys = new Set([...Object.keys(there), ...Object.keys(here)]);
  return [...keys].flatMap((key) => differencesOf(there[key], here[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`));
}

/** Where a dataset differs, ids and addresses of the two installations aside. */
export function compareCarried(there: Omit<DatasetLine, 'collection'>, here: Omit<DatasetLine, 'collection'>): Difference[] {
  return differencesOf(comparable(there), comparable(here));
}
