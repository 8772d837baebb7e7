/** What is waited at most, whatever a server says. */
const LONGEST_PAUSE_S = 30;

/** Seconds until a server may be asked again: what it says, else longer each time. @param attempt From 0 */
export function pauseSeconds(response: Pick<Response, 'headers'> | undefined, attempt: number): number {
  const told = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Math.min(LONGEST_PAUSE_S, Number.isFinite(told) && told > 0 ? told : 2 ** attempt * 0.25);
}

/** Waits. @throws the reason of `signal` when it is aborted */
export async function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', end, { once: true });
  });
}
