import type { Logger } from 'pino';

/** What has to be undone when a later step of a start fails, and at the end. */
export interface UndoSteps {
  push(step: () => Promise<void>): void;
  /** Undoes all, the last one first; a step that fails is logged, and the others are done. Further calls find nothing left. */
  undo(): Promise<void>;
}

export function createUndoSteps(log: Logger): UndoSteps {
  const steps: (() => Promise<void>)[] = [];
  return {
    push: (step) => void steps.push(step),
    undo: async () => {
      for (const step of steps.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          log.error({ err: error }, 'A part did not stop cleanly.');
        }
      }
    },
  };
}
