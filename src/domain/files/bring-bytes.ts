import type { CommandContext } from '../../kernel/command.ts';
import { newFilePlace } from './file-place.ts';
import type { NewBytes } from './new-bytes.ts';

/** Files of one upload that travel at once. */
const AT_ONCE = 4;

/**
 * Brings staged bytes to the store of the dataset where that takes a network: before the transaction, which holds the dataset and a
 * connection. The code that staged the bytes discards them if they are not kept, including the copy in the store.
 * @throws DomainError STORAGE_UNAVAILABLE | STORAGE_NOT_CONFIGURED | INSUFFICIENT_STORAGE
 */
export async function bringBytes(
  { db, services }: Pick<CommandContext, 'db' | 'services'>,
  target: { dataset(): Promise<Parameters<typeof newFilePlace>[2]> },
  files: readonly NewBytes[],
): Promise<void> {
  const { storage } = services;
  if (storage.stores.every(({ type }) => type === 'file')) return;
  const dataset = await target.dataset();
  const waiting = files.filter((file) => 'handle' in file).values();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      if (failed) return;
      try {
        await storage.bring(file, await newFilePlace(db, services, dataset));
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  // All have to end before anything is discarded: what arrived after that would stay.
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
}
