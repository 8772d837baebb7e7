/** The folder of backups: `snapshots/<moment>/` with the tables of one moment, and `files/`, which all of them share. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { linesOf } from '../lines.ts';
import type { FileLocation } from '../storage/file-location.ts';

const tableShape = z.object({
  /** `public.dataset`, in double quotes where needed: as SQL names it. */
  name: z.string(),
  columns: z.array(z.string()),
  /** Below `tables/`. */
  file: z.string(),
  rows: z.number(),
  sha256: z.string(),
});
export type TableEntry = z.infer<typeof tableShape>;

const manifestShape = z.object({
  format: z.literal('archivolt-backup'),
  version: z.literal(1),
  software: z.string(),
  createdAt: z.string(),
  /** Hashes of the migrations that had run, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(tableShape),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  files: z.object({ count: z.number(), bytes: z.number(), sha256: z.string() }),
});
/** What a snapshot says of itself; it is written last. */
export type Manifest = z.infer<typeof manifestShape>;

const storedShape = z.object({
  driver: z.string(),
  authority: z.string(),
  identifier: z.string(),
  storageId: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
});
/** Bytes that a snapshot holds. */
export type StoredEntry = z.infer<typeof storedShape>;

/** Where the bytes of a location lie in a folder of backups. Names of locations are safe as names of files. */
export function storedPath(folder: string, { driver, authority, identifier, storageId }: FileLocation): string {
  return join(folder, 'files', driver, authority, ...identifier.split('/'), storageId);
}

export function snapshotPath(folder: string, name: string): string {
  return join(folder, 'snapshots', name);
}

/** Writes a file durably, whole or not at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, text, { flush: true, mode: 0o600 });
  await rename(`${path}.part`, path);
  const parent = await open(dirname(path), 'r');
  try {
    await parent.sync();
  } finally {
    await parent.close();
  }
}

/** Names of the snapshots that are whole, the oldest first. */
export async function listSnapshots(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'snapshots')).catch(() => []);
  const whole: string[] = [];
  for (const name of names) {
    const manifest = await stat(join(snapshotPath(folder, name), 'manifest.json')).catch(() => undefined);
    // One that is being made, or was given up, has a dot in front.
    if (manifest !== undefined && !name.startsWith('.')) whole.push(name);
  }
  return whole.sort((one, other) => (one < other ? -1 : 1));
}

/** @throws StartupError where it is no snapshot of this release's format */
export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const path = join(snapshotPath(folder, name), 'manifest.json');
  try {
    return manifestShape.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new StartupError(`${path} is of no backup that this release reads.`, { cause: error });
  }
}

/** The bytes of a snapshot, one after another: there may be millions. */
export async function* readStored(folder: string, name: string): AsyncGenerator<StoredEntry> {
  for await (const line of linesOf(createReadStream(join(snapshotPath(folder, name), 'files.jsonl')))) {
    yield storedShape.parse(JSON.parse(line));
  }
}
