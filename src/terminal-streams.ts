/** Pause between two lines of progress. */
const PROGRESS_EVERY_MS = 200;

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Lines for the output, and a line of progress that is written over, where a person looks. */
export function terminalStreams(
  output: Stream,
  progress: Stream,
): { readonly out: (line: string) => void; readonly transient: ((line: string) => void) | undefined } {
  if (progress.isTTY !== true) return { out: (line) => void output.write(`${line}\n`), transient: undefined };
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    out: (line) => {
      if (isShown) progress.write('\r\x1b[K');
      isShown = false;
      output.write(`${line}\n`);
    },
    transient: (line) => {
      if (performance.now() - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = performance.now();
      isShown = true;
      progress.write(`\r\x1b[K${line}`);
    },
  };
}
