import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { repositoryPath } from '../repository-path.ts';
import { DEMO_ALIAS, type DemoCollection, demoCollections, type DemoDataset, demoDatasets, type DemoFile } from './demo-content.ts';
import type { RestClient } from './rest-client.ts';

const metadataBlocks = z.object({
  citation: z.object({ fields: z.array(z.object({ typeName: z.string(), value: z.unknown() })) }),
});
const example = z.object({ datasetVersion: z.looseObject({ metadataBlocks }) });
const contents = z.array(z.object({ type: z.string(), id: z.number() }));
const created = z.object({ id: z.number(), persistentId: z.string() });
const present = z.object({
  id: z.number(),
  latestVersion: z.object({
    datasetPersistentId: z.string(),
    versionState: z.string(),
    versionNumber: z.number().optional(),
    metadataBlocks,
  }),
});

const locks = z.array(z.object({ lockType: z.string() }));

/** Between two looks at a lock. */
const POLL_MS = 100;
/** Its tables are small, but those of others may be read before them. */
const INGEST_LIMIT_MS = 10 * 60_000;

type PresentDataset = z.infer<typeof present>;

/** Takes a line for the operator. */
export type Print = (line: string) => void;

function titleOf(blocks: z.infer<typeof metadataBlocks>): string {
  return String(blocks.citation.fields.find(({ typeName }) => typeName === 'title')?.value);
}

/** @returns whether it had to be made. */
async function ensureCollection(client: RestClient, { alias, parent, name, ...rest }: DemoCollection): Promise<boolean> {
  const found = z
    .object({ isReleased: z.boolean() })
    .optional()
    .parse(await client.get(`/api/collections/${alias}`));
  if (found?.isReleased === true) return false;
  if (found === undefined) {
    await client.send('POST', `/api/collections/${parent}`, {
      alias,
      name,
      description: rest.description,
      collectionContacts: [{ contactEmail: 'demo@example.org' }],
      ...(rest.metadataBlockNames === undefined ? {} : { metadataBlocks: { metadataBlockNames: rest.metadataBlockNames } }),
    });
  }
  await client.send('POST', `/api/collections/${alias}/actions/:publish`);
  return true;
}

async function findDataset(client: RestClient, collection: string, title: string): Promise<PresentDataset | undefined> {
  for (const { type, id } of contents.parse(await client.get(`/api/collections/${collection}/contents`))) {
    if (type !== 'dataset') continue;
    const dataset = present.parse(await client.get(`/api/datasets/${id}`));
    if (titleOf(dataset.latestVersion.metadataBlocks) === title) return dataset;
  }
  return undefined;
}

/** A dataset cannot be published while its tables are read. @throws StartupError when that takes too long */
async function untilIngested(client: RestClient, datasetId: number): Promise<void> {
  const deadline = Date.now() + INGEST_LIMIT_MS;
  while (locks.parse(await client.get(`/api/datasets/${datasetId}/locks?type=Ingest`)).length > 0) {
    if (Date.now() > deadline) throw new StartupError('The tables of the demo still wait to be ingested; run the demo again later.');
    await sleep(POLL_MS);
  }
}

async function publishFiles(client: RestClient, datasetId: number, files: readonly DemoFile[]): Promise<void> {
  for (const { name, contentType, content, description, directoryLabel } of files) {
    const form = new FormData();
    form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type: contentType }));
    form.set('jsonData', JSON.stringify({ description, directoryLabel }));
    await client.send('POST', `/api/datasets/${datasetId}/add`, form);
  }
  await untilIngested(client, datasetId);
  await client.send('POST', `/api/datasets/${datasetId}/actions/:publish?type=major`);
}

/** Goes on where an earlier run broke off, without its half-made draft. @returns what was loaded; undefined when nothing was missing. */
async function ensureDataset(
  client: RestClient,
  { example: file, collection, files, laterFiles }: DemoDataset,
): Promise<string | undefined> {
  const native: unknown = JSON.parse(await readFile(repositoryPath('data', 'examples', file), 'utf8'));
  const title = titleOf(example.parse(native).datasetVersion.metadataBlocks);
  const found = await findDataset(client, collection, title);
  const versions = laterFiles === undefined ? 1 : 2;
  let { versionNumber } = found?.latestVersion ?? {};
  if (versionNumber === versions) return undefined;

  let dataset = found && { id: found.id, persistentId: found.latestVersion.datasetPersistentId };
  if (found?.latestVersion.versionState === 'DRAFT') {
    await client.send('DELETE', `/api/datasets/${found.id}/versions/:draft`);
    // Without a published version the dataset went with its draft.
    const rest = present.optional().parse(await client.get(`/api/datasets/${found.id}`));
    ({ versionNumber } = rest?.latestVersion ?? {});
    if (rest === undefined) dataset = undefined;
  }
  if (dataset === undefined) {
    dataset = created.parse(await client.send('POST', `/api/collections/${collection}/datasets`, native));
    await publishFiles(client, dataset.id, files);
    versionNumber = 1;
  }
  if (laterFiles !== undefined && versionNumber === 1) await publishFiles(client, dataset.id, laterFiles);
  return `${dataset.persistentId}  ${title} (${versions}.0)`;
}

/**
 * Loads the example datasets with their files into published collections and publishes them. What is there stays as it is.
 * @returns whether anything was missing.
 * @throws StartupError when the server refuses a step.
 */
export async function loadDemo(client: RestClient, print: Print): Promise<boolean> {
  let changed = false;
  for (const collection of demoCollections) {
    if (!(await ensureCollection(client, collection))) continue;
    changed = true;
    print(`  collection ${collection.alias}`);
  }
  for (const dataset of demoDatasets) {
    const loaded = await ensureDataset(client, dataset);
    if (loaded === undefined) continue;
    changed = true;
    print(`  dataset    ${loaded}`);
  }
  return changed;
}

/** Where to look at the demo on a server, in lines. */
export function demoAddresses(url: string): string[] {
  return [
    `  REST        ${url}/api/collections/${DEMO_ALIAS}/contents`,
    `  GraphQL     ${url}/graphql  { collection(reference: {alias: "${DEMO_ALIAS}"}) { contents { totalCount } } }`,
  ];
}
