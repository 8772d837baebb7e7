/** Doing something again and again while the connection is away. */
import { Canceled, isPassing } from './refusals.ts';

const LONGEST_WAIT_S = 30;

/** What can be ended while it waits. */
export interface Endable {
  canceled: boolean;
  /** Ends what it is doing. */
  abort: (() => void) | undefined;
}

/** Seconds before the next try, after so many in vain. */
export function waitSeconds(tries: number): number {
  return Math.min(LONGEST_WAIT_S, 2 ** tries);
}

/** Waits for a while; `ends` is given what ends the wait before. */
export type Pause = (seconds: number, ends: (finish: () => void) => void) => Promise<void>;

/** @throws Canceled, or what does not pass by itself */
export async function persistently<Done>(
  endable: Endable,
  { pause, tell }: { readonly pause: Pause; readonly tell: (seconds: number) => void },
  act: () => Promise<Done>,
): Promise<Done> {
  for (let tries = 0; ; tries += 1) {
    if (endable.canceled) throw new Canceled();
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const seconds = waitSeconds(tries);
      tell(seconds);
      await pause(seconds, (finish) => (endable.abort = finish));
    }
  }
}
