import { type Caller, type SeededCollection, succeeded } from '../../support/seed.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';

/** A collection of the owner with a group `ccs`. */
export async function withGroup(world: ContractWorld, more: Readonly<Record<string, unknown>> = {}): Promise<SeededCollection> {
  const collection = await world.fresh.collection();
  await createGroup(world.callers.owner, collection, 'ccs', more);
  return collection;
}

/** Creates a group; its identifier. */
export async function createGroup(
  caller: Caller,
  collection: SeededCollection,
  aliasInOwner: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const body = { aliasInOwner, displayName: 'Close Collaborators', description: 'Describe the group', ...more };
  return succeeded(await caller.rest.post(`/api/collections/${collection.alias}/groups`, body)).text('data.identifier');
}

/** Who may not manage groups of a collection of the owner. */
export const refusedCallers: readonly ActorName[] = ['guest', 'stranger', 'curator'];
