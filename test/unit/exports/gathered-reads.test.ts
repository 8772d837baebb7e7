import { describe, expect, it } from 'vitest';
import { GatheredReads } from '../../../src/domain/exports/gathered-reads.ts';

/** Reads that wait until they are let go. */
function gathered(most: number, atOnce: number) {
  const sent: (readonly number[])[] = [];
  const release: (() => void)[] = [];
  const reads = new GatheredReads(
    async (asked: readonly number[]) => {
      sent.push(asked);
      await new Promise<void>((resolve) => release.push(resolve));
      if (asked.includes(13)) throw new Error('not to be read');
      return asked.map((one) => one * 2);
    },
    { most, atOnce },
  );
  return { reads, sent, release };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('reads of requests at the same time', () => {
  it('go together, and each gets its answer', async () => {
    const { reads, sent, release } = gathered(10, 1);
    const answers = Promise.all([1, 2, 3].map((one) => reads.ask(one)));
    await turn();
    expect(sent).toEqual([[1, 2, 3]]);
    release[0]?.();
    expect(await answers).toEqual([2, 4, 6]);
  });

  it('wait for the next statement when they come after one was sent', async () => {
    const { reads, sent, release } = gathered(10, 1);
    const first = reads.ask(1);
    await turn();
    const later = Promise.all([reads.ask(2), reads.ask(3)]);
    await turn();
    expect(sent).toEqual([[1]]);
    release[0]?.();
    await first;
    await turn();
    expect(sent).toEqual([[1], [2, 3]]);
    release[1]?.();
    expect(await later).toEqual([4, 6]);
  });

  it('are no more in a statement than may be', async () => {
    const { reads, sent, release } = gathered(2, 2);
    const answers = Promise.all([1, 2, 3].map((one) => reads.ask(one)));
    await turn();
    expect(sent).toEqual([[1, 2], [3]]);
    for (const letGo of release) letGo();
    expect(await answers).toEqual([2, 4, 6]);
  });

  it('fail together, and those that come later are read', async () => {
    const { reads, release } = gathered(10, 1);
    const failing = Promise.allSettled([reads.ask(13), reads.ask(1)]);
    await turn();
    release[0]?.();
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const answer = reads.ask(4);
    await turn();
    release[1]?.();
    expect(await answer).toBe(8);
  });
});
