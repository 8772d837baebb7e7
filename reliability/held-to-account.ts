/** What has to hold after a trial: everything that was acknowledged is there, whole, and has had its effects. */
import { compareBytes } from './bytes-of-rows.ts';
import type { Installation } from './installation.ts';
import { untilSettled } from './settled.ts';
import type { Outcome } from './trial.ts';
import type { Losses, Writer } from './writes/writer.ts';

/** How many writes were acknowledged so far. */
export const acknowledgedBy = (writers: readonly Writer[]): number => writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);

/** What of the acknowledged is not there. */
export function lostOf(installation: Installation, writers: readonly Writer[]): Promise<string[]> {
  return installation.look(async (sql) => {
    const lost: string[] = [];
    for (const writer of writers) lost.push(...(await writer.lost(sql)));
    return lost;
  });
}

export interface AccountOptions {
  /** Which refusals the trouble explains, by `status code`. */
  readonly mayRefuse?: RegExp;
  /** Whether the server itself ended meanwhile: one that lives answers each request. */
  readonly mayEnd?: boolean;
  /** Where bytes lie elsewhere, they are compared by the trial itself. */
  readonly compare?: typeof compareBytes;
}

/** Waits until all promises are kept, then compares. */
export async function holdToAccount(
  installation: Installation,
  writers: readonly Writer[],
  losses: Losses,
  { mayRefuse = /^$/, mayEnd = false, compare = compareBytes }: AccountOptions = {},
): Promise<Outcome> {
  const faults = [...(await untilSettled(installation)), ...(await lostOf(installation, writers))];
  const bytes = await compare(installation);
  faults.push(...bytes.faults);
  const refusals = [...losses.refused];
  const unexplained = refusals.filter(([what]) => !mayRefuse.test(what.slice(what.indexOf(': ') + 2)));
  faults.push(...unexplained.map(([what, times]) => `${what}, ${times} times`));
  if (!mayEnd) faults.push(...[...losses.reasons].map(([why, times]) => `no answer, ${times} times: ${why}`));
  return {
    figures: {
      'kinds of writes': writers.length,
      'writes acknowledged': acknowledgedBy(writers),
      'writes without an answer': losses.unanswered,
      'writes refused': refusals.reduce((sum, [, times]) => sum + times, 0),
      'files compared by checksum': bytes.files,
      'bytes compared': bytes.bytes,
    },
    faults: [...new Set(faults)],
  };
}
