/** Tables of an export: what is known of their variables, and their texts. Source: exports.md 17.4. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../errors/startup-error.ts';
import { linesOf } from '../lines.ts';
import { carriedTextTag } from '../storage/carried-text.ts';
import type { FileLocation } from '../storage/file-location.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import type { CarryClient } from './carry-client.ts';
import { type CarriedFileLine, PARTS, partsAnswer } from './carry-operations.ts';
import { type Difference, differencesOf } from './compare-carried.ts';
import { fetchTo } from './fetch-to.ts';

/** Where the text of a table lies in the folder of an export, and what is known of its variables. */
export function tablePaths(bytes: string): { readonly text: string; readonly parts: string } {
  return { text: `${bytes}.tab`, parts: `${bytes}.variables.jsonl` };
}

/** What is known of the variables of a table, a page at a time. @throws CarryRefusal */
export async function* readTableParts(client: CarryClient, datasetId: number, fileId: number): AsyncGenerator {
  for (let after: string | null | undefined; after !== null;) {
    const { carriedDataset } = await client.ask(partsAnswer, PARTS, { reference: { databaseId: datasetId }, file: fileId, after });
    yield* carriedDataset.tableParts.parts;
    after = carriedDataset.tableParts.endCursor;
  }
}

/** Writes what is known of the variables of a table, whole or not at all. @throws CarryRefusal */
export async function writeTableParts(client: CarryClient, datasetId: number, fileId: number, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(`${path}.part`, 'w');
  try {
    for await (const part of readTableParts(client, datasetId, fileId)) await file.appendFile(`${JSON.stringify(part)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** The lines that an export has of the variables of a table. */
export async function* tablePartLines(path: string): AsyncGenerator<string> {
  yield* linesOf(createReadStream(path));
}

/** Bytes of the text of a table as it is in the folder: below the names of its variables, where their size was recorded. */
function textSize({ dataFile: { filesize }, table }: CarriedFileLine): number {
  return table?.downloadSizeBytes ?? filesize;
}

/** Brings the text of a table to a path, unless it is there. @throws StartupError where it is not that of its checksum */
export async function fetchText(client: CarryClient, file: CarriedFileLine, path: string): Promise<void> {
  const { dataFile, table } = file;
  const size = textSize(file);
  if ((await stat(path).catch(() => undefined))?.size === size) return;
  const withNames = table?.downloadSizeBytes !== undefined || table?.textHasHeader === true;
  const form = withNames ? 'text' : 'text without names';
  const found = await fetchTo(
    path,
    await client.download(dataFile.id, form),
    { type: 'SHA-256', value: table?.downloadSha256 },
    dataFile.id,
  );
  if (found !== size) throw new StartupError(`The text of the table ${dataFile.id} has ${found} bytes, and not ${size} as recorded.`);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Brings the text of a table from the folder of the export beside what was uploaded, as far as it is not there. @throws Error where it is another one */
export async function placeText(
  path: string,
  file: CarriedFileLine,
  { storage, location }: { readonly storage: FileStorage; readonly location: FileLocation },
): Promise<void> {
  const { filesize } = file.dataFile;
  const place = { ...location, storageId: `${location.storageId}.${carriedTextTag(location)}` };
  if ((await storage.sizeOf(place)) === filesize) return;
  const size = (await stat(path).catch(() => undefined))?.size;
  // An export without files: the text comes by another way.
  if (size === undefined) return;
  if (size !== textSize(file)) throw new Error(`${path} has ${size} bytes, and not ${textSize(file)} as recorded.`);
  const expected = file.table?.downloadSha256;
  const found = expected === undefined ? undefined : await sha256Of(path);
  if (found !== expected) throw new Error(`${path} has the SHA-256 ${found}, and not ${expected} as recorded.`);
  // The names of the variables are not part of what is stored, unless the installation stored them.
  const text = createReadStream(path, { start: size - filesize });
  const staged = await storage.stage(text, {
    fileName: place.storageId,
    suppliedContentType: null,
    checksumAlgorithm: 'MD5',
    maximumBytes: null,
  });
  try {
    await storage.keep(staged, place);
  } finally {
    await storage.discard(staged);
  }
}

/** Where what is known of the variables of a table differs from the lines of an export. */
export async function compareTableParts(path: string, here: AsyncIterable<unknown>, pointer: string): Promise<Difference[]> {
  const differences: Difference[] = [];
  const others = here[Symbol.asyncIterator]();
  let index = 0;
  for await (const line of tablePartLines(path)) {
    const next = await others.next();
    differences.push(...differencesOf(JSON.parse(line), next.done === true ? undefined : next.value, `${pointer}/${index}`));
    index += 1;
  }
  for (let next = await others.next(); next.done !== true; next = await others.next()) {
    differences.push({ pointer: `${pointer}/${index}`, there: undefined, here: next.value });
    index += 1;
  }
  return differences;
}
