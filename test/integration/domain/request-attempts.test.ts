import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteKey, findKey, insertKey, takeOverKey } from '../../../src/db/queries/gate/idempotency.ts';
import { type DomainWorld, startDomainWorld } from './domain-world.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

test('an attempt that is forgotten late does not take the key from the request that was sent again', async () => {
  const { db, superuser } = world;
  const request = { accountId: superuser.account?.id ?? 0, key: 'sent-again' };
  const begin = async (): Promise<number> => (await insertKey(db, { ...request, fingerprint: 'f', lifetimeSeconds: 60 })) ?? -1;
  const first = await begin();
  // Its end was written down, and the answer of the database lost: it is written down once more, later.
  await deleteKey(db, { ...request, attempt: first });
  const second = await begin();
  await deleteKey(db, { ...request, attempt: first });
  expect((await findKey(db, request))?.attempt).toBe(second);
  expect(await begin()).toBe(-1);
  expect(await takeOverKey(db, request)).toBe(second + 1);
});
