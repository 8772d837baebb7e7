import { copyFile, stat, truncate } from 'node:fs/promises';

const MAX_LOG_BYTES = 8 * 1024 * 1024;
const CHECK_INTERVAL_MS = 10 * 60 * 1000;

/**
 * Keeps a log that another process appends to below about 8 MiB: beyond that it moves to `<path>.1` and starts anew.
 * Copied and cut rather than renamed, because the writer keeps its open descriptor (in append mode).
 */
export async function boundServerLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size <= MAX_LOG_BYTES) return;
  await copyFile(path, `${path}.1`);
  await truncate(path, 0);
}

/** Bounds the log now and then while the process lives; the timer does not hold the process. */
export function watchServerLog(path: string, log: (line: string) => void): { stop(): void } {
  const timer = setInterval(() => {
    boundServerLog(path).catch((error: unknown) => log(`Cannot limit the size of ${path}: ${String(error)}`));
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
