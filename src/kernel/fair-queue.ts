/** Most that waits in all, and of one caller. */
export interface QueueBounds {
  readonly most: number;
  readonly mostOfOne: number;
}

/** Work that is done one after the other, the callers taking turns. */
export interface FairQueue {
  /** Does the work when the caller's turn has come; `undefined` at once when too much waits already. */
  enter<Result>(caller: string, work: () => Promise<Result>): Promise<Result> | undefined;
}

/** Round robin over callers: a caller with much work waits for the others, and they for at most one piece of that work. */
export function createFairQueue({ most, mostOfOne }: QueueBounds): FairQueue {
  /** Queued work by caller, in the order of their turns; only callers with work. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let count = 0;
  let isBusy = false;

  function takeNext(): (() => Promise<void>) | undefined {
    const [turn] = waiting;
    if (turn === undefined) return undefined;
    const [caller, [next, ...rest]] = turn;
    waiting.delete(caller);
    // To the end of the row.
    if (rest.length > 0) waiting.set(caller, rest);
    count -= 1;
    return next;
  }

  async function workOff(): Promise<void> {
    isBusy = true;
    for (let next = takeNext(); next !== undefined; next = takeNext()) await next();
    isBusy = false;
  }

  return {
    enter<Result>(caller: string, work: () => Promise<Result>) {
      const own = waiting.get(caller) ?? [];
      if (count >= most || own.length >= mostOfOne) return undefined;
      const outcome = Promise.withResolvers<Result>();
      waiting.set(caller, [...own, () => work().then(outcome.resolve, outcome.reject)]);
      count += 1;
      if (!isBusy) void workOff();
      return outcome.promise;
    },
  };
}
