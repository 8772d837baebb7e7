/** What a task tells the operator. */
export interface CarryReport {
  readonly line: (text: string) => void;
  /** Written over by the next one. */
  readonly progress: (text: string) => void;
}

/** One line of so many. */
const TOLD_EVERY = 100;

/** Progress where nothing can be written over, as in a log: now and then a line. */
export function sparseProgress(line: CarryReport['line']): CarryReport['progress'] {
  let calls = 0;
  return (text) => {
    calls += 1;
    if (calls % TOLD_EVERY === 0) line(text);
  };
}
