/** The datasets that the seeded ones are copies of: made through the API, so that their rows are what the server writes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { callApi } from './api-client.ts';

const created = z.object({ id: z.number() });

const FILES = [
  { name: 'codebook.xml', contentType: 'text/xml', description: 'What the columns mean', category: 'Documentation' },
  { name: 'readings.txt', contentType: 'text/plain', description: 'The readings as they came', category: 'Data' },
  { name: 'readme.md', contentType: 'text/markdown', description: 'Where to begin', category: 'Documentation' },
] as const;

/** Files of every dataset. */
export const FILES_PER_DATASET = FILES.length;

/** Creates and publishes a collection below the root; its id. */
export async function createCollection(serverUrl: string, alias: string): Promise<number> {
  const body = { name: `Benchmark ${alias}`, alias, collectionContacts: [{ contactEmail: 'bench@example.org' }] };
  const { id } = created.parse(await callApi(`${serverUrl}/api/collections/root`, 'POST', JSON.stringify(body)));
  await callApi(`${serverUrl}/api/collections/${alias}/actions/:publish`, 'POST');
  return id;
}

async function createTemplate(serverUrl: string, collection: string, json: string): Promise<number> {
  const { id } = created.parse(await callApi(`${serverUrl}/api/collections/${collection}/datasets`, 'POST', json));
  for (const { name, contentType, description, category } of FILES) {
    const form = new FormData();
    form.set('jsonData', JSON.stringify({ description, categories: [category], directoryLabel: 'data' }));
    form.set('file', new Blob([`${name} of dataset ${id}\n`.repeat(20)], { type: contentType }), name);
    await callApi(`${serverUrl}/api/datasets/${id}/add`, 'POST', form);
  }
  await callApi(`${serverUrl}/api/datasets/${id}/actions/:publish?type=major`, 'POST');
  return id;
}

/** Publishes one dataset for each example of `data/examples`, with files; their ids. */
export async function createTemplates(serverUrl: string, collection: string): Promise<number[]> {
  const folder = join(import.meta.dirname, '..', 'data', 'examples');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const ids: number[] = [];
  for (const name of names) ids.push(await createTemplate(serverUrl, collection, await readFile(join(folder, name), 'utf8')));
  return ids;
}
