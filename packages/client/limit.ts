/** Runs at most `count` tasks at a time; others wait in the order in which they came. */
export function createLimit(count: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes to the next one, or is free again.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Does a task for each entry, at most `count` at a time. After the first one that throws, none is begun any more. */
export async function eachOf<Entry>(entries: Iterable<Entry>, count: number, task: (entry: Entry) => Promise<void>): Promise<void> {
  const rest = entries[Symbol.iterator]();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true && !hasFailed; next = rest.next()) {
      try {
        await task(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
}
