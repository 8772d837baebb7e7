import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { usageFailure } from '../failure.ts';
import { collectionReference } from '../references.ts';
import { type CommonOptions, createSession } from '../session.ts';

const blockShape = z.object({ databaseId: z.number(), name: z.string(), displayName: z.string() });
const LIST = `query ($after: String) { metadataBlocks(first: 100, after: $after) {
  nodes { databaseId name displayName } pageInfo { hasNextPage endCursor } } }`;
const listShape = z.object({
  metadataBlocks: z.object({
    nodes: z.array(blockShape),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});
const LOAD = `mutation ($input: LoadMetadataBlocksInput!) { loadMetadataBlocks(input: $input) { loaded { name kind } blocks { databaseId name displayName } } }`;
const loadShape = z.object({
  loadMetadataBlocks: z.object({ loaded: z.array(z.object({ name: z.string(), kind: z.string() })), blocks: z.array(blockShape) }),
});
const USE = `mutation ($input: SetCollectionMetadataBlocksInput!) {
  setCollectionMetadataBlocks(input: $input) { collection { alias metadataBlocks { databaseId name displayName } } }
}`;
const useShape = z.object({
  setCollectionMetadataBlocks: z.object({ collection: z.object({ alias: z.string(), metadataBlocks: z.array(blockShape) }) }),
});

async function list(options: CommonOptions): Promise<void> {
  const { output, client } = createSession(options);
  const blocks: z.infer<typeof blockShape>[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo }: z.infer<typeof listShape>['metadataBlocks'] = (await (await client()).ask(listShape, LIST, { after }))
      .metadataBlocks;
    blocks.push(...nodes);
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  for (const { name, displayName } of blocks) output.line(`${name.padEnd(24)}${displayName}`);
  output.result(blocks);
}

async function inputOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw usageFailure(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  });
  if (!file.endsWith('.json')) return { table: text };
  try {
    const definitions: unknown = JSON.parse(text);
    return { definitions: Array.isArray(definitions) ? definitions : [definitions] };
  } catch (error) {
    throw usageFailure(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function load(file: string, options: CommonOptions): Promise<void> {
  const { output, client } = createSession(options);
  const { loaded, blocks } = (await (await client()).ask(loadShape, LOAD, { input: await inputOf(file) })).loadMetadataBlocks;
  output.line(`${loaded.length} definitions are loaded, of ${blocks.map(({ name }) => name).join(', ')}.`);
  output.result({ loaded, blocks });
}

async function use(collection: string, names: readonly string[], options: CommonOptions): Promise<void> {
  const { output, signedIn } = createSession(options);
  const input = { collection: collectionReference(collection), blocks: names.map((name) => ({ name })) };
  const { collection: changed } = (await (await signedIn()).ask(useShape, USE, { input })).setCollectionMetadataBlocks;
  output.line(`${changed.alias} has the blocks ${changed.metadataBlocks.map(({ name }) => name).join(', ')}.`);
  output.result(changed);
}

export function addBlockCommands(admin: Command): void {
  const blocks = admin.command('blocks').summary('metadata blocks');
  blocks
    .command('list')
    .summary('list the blocks')
    .action((_options: unknown, command: Command) => list(command.optsWithGlobals()));
  blocks
    .command('load')
    .summary('load blocks from a table or from definitions in JSON, all or nothing')
    .argument('<file>', 'tab-separated table, or .json')
    .action((file: string, _options: unknown, command: Command) => load(file, command.optsWithGlobals()));
  blocks
    .command('use')
    .summary('give a collection the blocks that its datasets have')
    .argument('<collection>', 'its alias')
    .argument('<block...>', 'all blocks that it is to have, by name')
    .action((collection: string, names: string[], _options: unknown, command: Command) =>
      use(collection, names, command.optsWithGlobals()),
    );
}
