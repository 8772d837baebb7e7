/** Gives what is there until the clock reaches `endsAt`, and the first in any case: a run that sends nothing has found out nothing. */
export function* inTime<T>(list: readonly T[], endsAt: number, now: () => number = () => performance.now()): Generator<T> {
  for (const [index, entry] of list.entries()) {
    if (index > 0 && now() >= endsAt) return;
    yield entry;
  }
}
