/** What writers send again and again: datasets, files and forms. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { askRest } from '../door.ts';

const field = z.looseObject({ typeName: z.string(), value: z.unknown() });
const native = z.looseObject({
  datasetVersion: z.looseObject({ metadataBlocks: z.looseObject({ citation: z.looseObject({ fields: z.array(field) }) }) }),
});
const minimal = native.parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'data', 'examples', 'minimal.json'), 'utf8')));

/** Native JSON of a dataset with a title. */
export function datasetDocument(title: string): { readonly datasetVersion: Readonly<Record<string, unknown>> } {
  const { citation } = minimal.datasetVersion.metadataBlocks;
  const fields = citation.fields.map((one) => (one.typeName === 'title' ? { ...one, value: title } : one));
  return { datasetVersion: { ...minimal.datasetVersion, metadataBlocks: { citation: { ...citation, fields } } } };
}

const idOf = z.object({ id: z.number() });

/** Creates a dataset in a collection; its id. */
export async function createDataset(url: string, title: string, collection = 'root'): Promise<number> {
  return idOf.parse(await askRest(url, 'POST', `/collections/${collection}/datasets`, JSON.stringify(datasetDocument(title)))).id;
}

export interface SentFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly md5: string;
}

/** Random bytes, up to so many: no two files are alike. */
export function drawFile(mostBytes = 200_000): SentFile {
  const bytes = new Uint8Array(randomBytes(randomInt(1, mostBytes)));
  return { bytes, md5: createHash('md5').update(bytes).digest('hex') };
}

const added = z.object({ files: z.tuple([z.object({ dataFile: z.object({ id: z.number() }) })]) });

/** Adds a file over REST; its id. */
export async function addFile(url: string, dataset: number, name: string, { bytes }: SentFile): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'application/x-test' }), name);
  return added.parse(await askRest(url, 'POST', `/datasets/${dataset}/add`, form)).files[0].dataFile.id;
}
