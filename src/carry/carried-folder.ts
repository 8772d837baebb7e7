/** The folder of an export: JSON Lines and the bytes of files. Source: exports.md 17.4. */
import { createReadStream } from 'node:fs';
import { open, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { linesOf } from '../lines.ts';
import { makeFolder } from '../make-folder.ts';
import {
  type CarriedCollection,
  type CarriedFileLine,
  collectionSchema,
  type DatasetLine,
  datasetLine,
  storageIdOf,
} from './carry-operations.ts';

const COLLECTIONS = 'collections.jsonl';
const DATASETS = 'datasets.jsonl';

/** What the folder says of itself. */
const facts = z.object({ format: z.literal('archivolt-collection'), version: z.literal(1), collection: z.string(), complete: z.boolean() });
export type FolderFacts = Omit<z.infer<typeof facts>, 'format' | 'version'>;

/** Where the bytes of a file lie. */
export function bytesPath(folder: string, datasetId: number, file: CarriedFileLine): string {
  return join(folder, 'files', String(datasetId), storageIdOf(file));
}

/** Writes a file whole or not at all. */
async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text, { flush: true });
  await rename(`${path}.part`, path);
}

export async function writeFacts(folder: string, known: FolderFacts): Promise<void> {
  await makeFolder(folder);
  await writeWhole(join(folder, 'export.json'), `${JSON.stringify({ format: 'archivolt-collection', version: 1, ...known })}\n`);
}

/** What a folder says of itself; undefined where nothing was exported to it. @throws StartupError when it is no export */
export async function readFacts(folder: string): Promise<FolderFacts | undefined> {
  const text = await readFile(join(folder, 'export.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return facts.parse(JSON.parse(text));
  } catch (error) {
    throw new StartupError(`${join(folder, 'export.json')} is not of an export that this release reads.`, { cause: error });
  }
}

export async function writeCollections(folder: string, collections: readonly CarriedCollection[]): Promise<void> {
  await writeWhole(join(folder, COLLECTIONS), collections.map((collection) => `${JSON.stringify(collection)}\n`).join(''));
}

export async function readCollections(folder: string): Promise<CarriedCollection[]> {
  const lines = (await readFile(join(folder, COLLECTIONS), 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => collectionSchema.parse(JSON.parse(line)));
}

/** The datasets that were exported, one after the other; a line that an interruption cut off is none. */
export async function* readDatasets(folder: string): AsyncGenerator<DatasetLine> {
  const path = join(folder, DATASETS);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  const whole = await endOfLines(path, size);
  if (whole === 0) return;
  for await (const line of linesOf(createReadStream(path, { end: whole - 1 }))) yield datasetLine.parse(JSON.parse(line));
}

/** Bytes up to the end of the last whole line. */
async function endOfLines(path: string, size: number): Promise<number> {
  if (size === 0) return 0;
  const file = await open(path, 'r');
  try {
    const piece = Buffer.alloc(64 * 1024);
    for (let end = size; end > 0; end -= piece.length) {
      const from = Math.max(0, end - piece.length);
      const { bytesRead } = await file.read(piece, 0, end - from, from);
      const at = piece.subarray(0, bytesRead).lastIndexOf(0x0a);
      if (at !== -1) return from + at + 1;
    }
    return 0;
  } finally {
    await file.close();
  }
}

/** Appends datasets. Opening cuts off what an interruption left of a line. */
export async function openDatasets(folder: string): Promise<{ add(line: DatasetLine): Promise<void>; close(): Promise<void> }> {
  const path = join(folder, DATASETS);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  const whole = await endOfLines(path, size);
  if (whole < size) await truncate(path, whole);
  const file = await open(path, 'a');
  return {
    add: async (line) => {
      await file.appendFile(`${JSON.stringify(line)}\n`);
      await file.datasync();
    },
    close: () => file.close(),
  };
}

/** Writes the rows of a report, whole. */
export async function writeReport(folder: string, name: string, rows: readonly unknown[]): Promise<void> {
  await writeWhole(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
