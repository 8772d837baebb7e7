/** `search`. */
import type { Command } from 'commander';
import { z } from 'zod';
import type { Client } from '../client.ts';
import { usageFailure } from '../failure.ts';
import { collectionReference } from '../references.ts';
import { type CommonOptions, createSession } from '../session.ts';
import { wholeNumber } from '../whole-number.ts';

const KINDS: Readonly<Record<string, string>> = { collection: 'COLLECTION', dataset: 'DATASET', file: 'DATAFILE' };
const PAGE = 50;

const SEARCH = `query ($query: String!, $filters: [String!], $kinds: [SearchKind!], $within: [CollectionReference!], $orderBy: SearchOrder, $first: Int, $after: String) {
  search(query: $query, filters: $filters, kinds: $kinds, within: $within, orderBy: $orderBy, first: $first, after: $after) {
    totalCount
    cutShort
    spellingAlternatives { word alternatives }
    pageInfo { hasNextPage endCursor }
    nodes {
      kind: __typename
      ... on CollectionHit { url collection { alias name } }
      ... on DatasetHit { url datasetVersion { title state versionNumber versionMinorNumber dataset { persistentId } } }
      ... on FileHit { url fileMetadata { label directoryLabel dataFile { databaseId contentType sizeBytes } } datasetVersion { dataset { persistentId } } }
    }
  }
}`;

const datasetShape = z.object({ persistentId: z.string() });
const hitShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('CollectionHit'), url: z.string(), collection: z.object({ alias: z.string(), name: z.string() }) }),
  z.object({
    kind: z.literal('DatasetHit'),
    url: z.string(),
    datasetVersion: z.object({
      title: z.string(),
      state: z.string(),
      versionNumber: z.number().nullable(),
      versionMinorNumber: z.number().nullable(),
      dataset: datasetShape,
    }),
  }),
  z.object({
    kind: z.literal('FileHit'),
    url: z.string(),
    fileMetadata: z.object({
      label: z.string(),
      directoryLabel: z.string().nullable(),
      dataFile: z.object({ databaseId: z.number(), contentType: z.string(), sizeBytes: z.number() }),
    }),
    datasetVersion: z.object({ dataset: datasetShape }),
  }),
]);
type Hit = z.infer<typeof hitShape>;
const pageShape = z.object({
  search: z.object({
    totalCount: z.number(),
    cutShort: z.boolean(),
    spellingAlternatives: z.array(z.object({ word: z.string(), alternatives: z.array(z.string()) })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(hitShape),
  }),
});

interface SearchOptions extends CommonOptions {
  readonly type?: readonly string[];
  readonly in?: readonly string[];
  readonly filter?: readonly string[];
  readonly sort?: string;
  readonly descending?: boolean;
  readonly limit: number;
}

/** What a program reads of a hit. */
function factsOf(hit: Hit) {
  if (hit.kind === 'CollectionHit') return { type: 'collection', ...hit.collection, url: hit.url };
  if (hit.kind === 'DatasetHit') {
    const { dataset, ...version } = hit.datasetVersion;
    return { type: 'dataset', persistentId: dataset.persistentId, ...version, url: hit.url };
  }
  const { dataFile, ...metadata } = hit.fileMetadata;
  return { type: 'file', ...metadata, ...dataFile, dataset: hit.datasetVersion.dataset.persistentId, url: hit.url };
}

function lineOf(hit: Hit): string {
  if (hit.kind === 'CollectionHit') return `collection  ${hit.collection.alias}  ${hit.collection.name}`;
  if (hit.kind === 'DatasetHit') {
    const { title, state, versionNumber, versionMinorNumber, dataset } = hit.datasetVersion;
    const version = versionNumber === null ? state.toLowerCase() : `${versionNumber}.${versionMinorNumber ?? 0}`;
    return `dataset     ${dataset.persistentId}  ${title} (${version})`;
  }
  const { label, directoryLabel, dataFile } = hit.fileMetadata;
  return `file        ${dataFile.databaseId}  ${directoryLabel === null ? '' : `${directoryLabel}/`}${label}, in ${hit.datasetVersion.dataset.persistentId}`;
}

function orderOf({ sort, descending }: SearchOptions) {
  return {
    ...(sort === undefined ? {} : { field: sort }),
    ...(descending === undefined ? {} : { direction: descending ? 'DESC' : 'ASC' }),
  };
}

function variablesOf(query: string, options: SearchOptions) {
  const kinds = options.type?.map((word) => {
    const kind = KINDS[word];
    if (kind === undefined) throw usageFailure(`There is no type "${word}": they are ${Object.keys(KINDS).join(', ')}.`);
    return kind;
  });
  return {
    query,
    ...(kinds === undefined ? {} : { kinds }),
    ...(options.in === undefined ? {} : { within: options.in.map(collectionReference) }),
    ...(options.filter === undefined ? {} : { filters: options.filter }),
    ...(options.sort === undefined && options.descending === undefined ? {} : { orderBy: orderOf(options) }),
  };
}

/** The first hits, and what is known of all. @throws CliFailure */
async function find(client: Client, variables: Readonly<Record<string, unknown>>, limit: number) {
  const hits: Hit[] = [];
  let after: string | null = null;
  for (;;) {
    const first = Math.min(PAGE, limit - hits.length);
    const { search: page }: z.infer<typeof pageShape> = await client.ask(pageShape, SEARCH, { ...variables, first, after });
    hits.push(...page.nodes);
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage || after === null || hits.length >= limit) return { hits, ...page };
  }
}

async function search(query: string, options: SearchOptions): Promise<void> {
  const { output, client } = createSession(options);
  const { hits, totalCount, cutShort, spellingAlternatives } = await find(await client(), variablesOf(query, options), options.limit);
  for (const hit of hits) output.line(lineOf(hit));
  output.line(`${hits.length} of ${totalCount}${cutShort ? ' or more: the search reached its time limit' : ''}`);
  for (const { word, alternatives } of spellingAlternatives) output.line(`Nothing has "${word}". Meant: ${alternatives.join(', ')}?`);
  output.result({ totalCount, cutShort, spellingAlternatives, hits: hits.map(factsOf) });
}

const gather = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value];

export function addSearchCommand(program: Command): void {
  program
    .command('search')
    .summary('find collections, datasets and files')
    .argument('[query]', 'words, "phrases", field:value, AND, OR, NOT; everything without it', '*')
    .option('-t, --type <type>', 'collection, dataset or file; may be repeated', gather)
    .option('-i, --in <collection>', 'only below this collection, by alias; may be repeated', gather)
    .option('--filter <query>', 'a further query that hits have to fit; may be repeated', gather)
    .option('--sort <field>', '"name", "date" or a field with exact values; relevance without it')
    .option('--descending', 'the largest first')
    .option('-n, --limit <number>', 'at most so many hits', wholeNumber(1, 10_000), 20)
    .addHelpText(
      'after',
      '\nExamples:\n  archivolt search "sea ice" --type dataset\n  archivolt search --in physics --sort date --descending --json\n  archivolt search \'authorName:Curie AND NOT radium\'',
    )
    .action((query: string, _options: unknown, command: Command) => search(query, command.optsWithGlobals()));
}
