import { type SeededCollection, succeeded } from '../../support/seed.ts';
import type { ContractWorld } from './contract-world.ts';

/** Links the first collection into the second one. */
export async function linkCollections({ callers }: ContractWorld, linked: SeededCollection, linking: SeededCollection): Promise<void> {
  succeeded(await callers.superuser.rest.put(`/api/collections/${linked.alias}/link/${linking.alias}`));
}
