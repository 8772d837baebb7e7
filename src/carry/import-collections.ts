import { z } from 'zod';
import { type CarryClient, CarryRefusal } from './carry-client.ts';
import { type CarriedCollection, collectionSchema } from './carry-operations.ts';
import { type Difference, differencesOf } from './compare-carried.ts';
import { readTree } from './read-tree.ts';

const CREATE = `mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { collection { databaseId } } }`;
const PUBLISH = `mutation ($input: PublishCollectionInput!) { publishCollection(input: $input) { collection { databaseId } } }`;
const BLOCK_FACETS = `mutation ($root: SetBlockFacetRootInput!, $input: SetBlockFacetsInput!) {
  setBlockFacetRoot(input: $root) { changed }
  setBlockFacets(input: $input) { collection { databaseId } }
}`;
const LOGO = `mutation ($input: CarryCollectionLogoInput!) { carryCollectionLogo(input: $input) { collection { databaseId } } }`;
const FIND = `query ($reference: CollectionReference!) { collection(reference: $reference) { alias } }`;

const foundAnswer = z.object({ collection: z.object({ alias: z.string() }).nullable() });

async function exists(client: CarryClient, alias: string): Promise<boolean> {
  try {
    return (await client.ask(foundAnswer, FIND, { reference: { alias } })).collection !== null;
  } catch (error) {
    if (error instanceof CarryRefusal && error.code === 'COLLECTION_NOT_FOUND') return false;
    throw error;
  }
}

function names(list: readonly { readonly name: string }[]): string[] {
  return list.map(({ name }) => name);
}

async function create(client: CarryClient, owner: string, collection: CarriedCollection): Promise<void> {
  const { alias, name, affiliation, description, collectionType, contacts, filePidsEnabled, datasetFileCountLimit, theme, inputLevels } =
    collection;
  const { card, logo } = collection;
  const input = {
    owner: { alias: owner },
    alias,
    name,
    affiliation,
    description,
    collectionType,
    contacts,
    filePidsEnabled,
    datasetFileCountLimit,
    theme,
    ...(collection.isMetadataBlockRoot ? { metadataBlockNames: names(collection.metadataBlocks) } : {}),
    ...(collection.isFacetRoot ? { facetRoot: true, facetFieldNames: names(collection.facets) } : {}),
    ...(inputLevels.length > 0 ? { inputLevels } : {}),
  };
  await client.ask(z.unknown(), CREATE, { input });
  if (collection.blockFacets?.isRoot === true) {
    const blocks = collection.blockFacets.blocks.map(({ name: block }) => ({ name: block }));
    const variables = { root: { collection: { alias }, isRoot: true }, input: { collection: { alias }, blocks } };
    await client.ask(z.unknown(), BLOCK_FACETS, variables);
  }
  if (card !== null && logo !== null) {
    await client.ask(z.unknown(), LOGO, { input: { collection: { alias }, card: card.base64, logo: logo.base64 } });
  }
  if (collection.isReleased) await client.ask(z.unknown(), PUBLISH, { input: { collection: { alias } } });
}

/** Collections of an export by the aliases that they have here. */
export type AliasMap = ReadonlyMap<string, string>;

/**
 * Creates the collections of an export that are not there, below one that is. The root of the other installation becomes that one itself.
 * @throws CarryRefusal
 */
export async function importCollections(client: CarryClient, collections: readonly CarriedCollection[], into: string): Promise<AliasMap> {
  const aliases = new Map<string, string>();
  const byId = new Map<number, string>();
  for (const collection of collections) {
    const { alias, databaseId, ownerDatabaseId } = collection;
    const here = ownerDatabaseId === null ? into : alias;
    if (ownerDatabaseId !== null && !(await exists(client, alias))) await create(client, byId.get(ownerDatabaseId) ?? into, collection);
    aliases.set(alias, here);
    byId.set(databaseId, here);
  }
  return aliases;
}

/** A collection without ids, and its owner by alias. */
function comparable(collection: CarriedCollection, owner: string | undefined) {
  const { databaseId: _id, ownerDatabaseId: _owner, isMetadataBlockRoot, isFacetRoot, metadataBlocks, facets, ...more } = collection;
  const { blockFacets, ...facts } = more;
  return {
    ...facts,
    owner,
    metadataBlocks: isMetadataBlockRoot ? names(metadataBlocks).toSorted() : undefined,
    facets: isFacetRoot ? names(facets) : undefined,
    blockFacets: blockFacets?.isRoot === true ? names(blockFacets.blocks).toSorted() : undefined,
  };
}

/** Where the collections of an export differ from those here, by alias. */
export async function compareCollections(
  client: CarryClient,
  collections: readonly CarriedCollection[],
  aliases: AliasMap,
): Promise<{ readonly mapped: { readonly from: number; readonly to: number }[]; readonly differences: Map<string, Difference[]> }> {
  const there = new Map(collections.map((collection) => [collection.databaseId, collection.alias]));
  const [top] = collections;
  const here = top === undefined ? [] : await readTree(client, aliases.get(top.alias) ?? top.alias);
  const hereById = new Map(here.map((collection) => [collection.databaseId, collection.alias]));
  const byAlias = new Map(here.map((collection) => [collection.alias, collection]));
  const differences = new Map<string, Difference[]>();
  const mapped: { from: number; to: number }[] = [];
  for (const collection of collections) {
    const found = byAlias.get(aliases.get(collection.alias) ?? '');
    if (found !== undefined) mapped.push({ from: collection.databaseId, to: found.databaseId });
    // The top of an export lies below what was chosen, and a root is the one that was here.
    if (collection.ownerDatabaseId === null) continue;
    const theirs = comparable(collectionSchema.parse(collection), there.get(collection.ownerDatabaseId));
    // An export that does not tell of block facets differs in none.
    const untold = collection.blockFacets === undefined ? { blockFacets: undefined } : {};
    const ours = found === undefined ? undefined : comparable({ ...found, ...untold }, hereById.get(found.ownerDatabaseId ?? 0));
    const differ = differencesOf(theirs, ours);
    if (differ.length > 0) differences.set(collection.alias, differ);
  }
  return { mapped, differences };
}
