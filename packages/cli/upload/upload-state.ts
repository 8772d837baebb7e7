/** Uploads that were begun, kept so that a later run goes on where one broke off. One line each; what is done is taken out at the next start. */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Environment, stateFolder } from '../config-folder.ts';
import type { LocalFile } from './local-files.ts';

const begunShape = z.object({
  path: z.string(),
  place: z.string(),
  sizeBytes: z.number(),
  changedMs: z.number(),
  storageIdentifier: z.string(),
});
export type BegunUpload = z.infer<typeof begunShape>;

export interface UploadState {
  /** The upload that was begun of these very bytes. */
  find(file: LocalFile, place: string): BegunUpload | undefined;
  add(upload: BegunUpload): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
}

function read(line: string): BegunUpload[] {
  try {
    return [begunShape.parse(JSON.parse(line))];
  } catch {
    // An interruption has cut it off.
    return [];
  }
}

/** Opens what is known of uploads to a dataset of a server. */
export async function openUploadState(env: Environment, server: string, dataset: number): Promise<UploadState> {
  const name = createHash('sha256').update(`${server}\n${dataset}`).digest('hex').slice(0, 32);
  const path = join(stateFolder(env), 'uploads', `${name}.jsonl`);
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').flatMap(read);
  const known = new Map(lines.map((upload) => [upload.place, upload]));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return {
    find: (file, place) => {
      const found = known.get(place);
      return found !== undefined && found.sizeBytes === file.sizeBytes && found.changedMs === file.changedMs ? found : undefined;
    },
    add: (upload) => appendFile(path, `${JSON.stringify(upload)}\n`, { mode: 0o600 }),
    clear: () => rm(path, { force: true }),
  };
}
