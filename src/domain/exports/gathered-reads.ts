import { setImmediate } from 'node:timers/promises';

/** What may be asked at once, and in how many statements. */
export interface GatheringLimits {
  /** Questions of one statement. */
  readonly most: number;
  /** Statements at the same time. */
  readonly atOnce: number;
}

interface Waiting<Asked, Found> {
  readonly asked: Asked;
  readonly found: (answer: Found) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Reads that requests ask for at the same time, in one statement: what arrives while as many statements run as may goes with the next one.
 * A question is never answered by a statement that was sent before it was asked. For what does not depend on who asks.
 */
export class GatheredReads<Asked, Found> {
  readonly #read: (asked: readonly Asked[]) => Promise<readonly Found[]>;
  readonly #limits: GatheringLimits;
  readonly #waiting: Waiting<Asked, Found>[] = [];
  #running = 0;

  constructor(read: (asked: readonly Asked[]) => Promise<readonly Found[]>, limits: GatheringLimits) {
    this.#read = read;
    this.#limits = limits;
  }

  /** The answer to one question. @throws whatever the statement throws */
  ask(asked: Asked): Promise<Found> {
    return new Promise((found, failed) => {
      this.#waiting.push({ asked, found, failed });
      if (this.#running >= this.#limits.atOnce) return;
      this.#running += 1;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    // Requests that have arrived with this one come along.
    await setImmediate();
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, this.#limits.most);
      try {
        const answers = await this.#read(some.map(({ asked }) => asked));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there is an answer for each question
        for (const [index, { found }] of some.entries()) found(answers[index] as Found);
      } catch (error) {
        for (const { failed } of some) failed(error);
      }
    }
    this.#running -= 1;
  }
}
