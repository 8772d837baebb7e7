/** What a trial is: something that goes wrong in the life of an installation, made to go wrong again and again. */

/** What a trial found, and what it counted. */
export interface Outcome {
  /** What was done and measured, for the table in docs/reliability.md. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** What must not have happened, a sentence each; none when all is well. */
  readonly faults: readonly string[];
}

/** How much of it. */
export interface TrialRun {
  /** Kills, requests, rounds or minutes, as the trial counts. */
  readonly count: number;
  /** What is drawn by chance is drawn from this number. */
  readonly seed: number;
  /** Ends the trial early, with what it has until then. */
  readonly endsAt: number;
  readonly print: (line: string) => void;
}

export interface Trial {
  /** `--only` finds it by this. */
  readonly name: string;
  /** What is counted, in the plural. */
  readonly unit: string;
  /** How many in the short form, and in the long one. */
  readonly counts: readonly [short: number, long: number];
  /** Why it cannot be tried on this machine; undefined where it can. */
  readonly absence?: () => string | undefined;
  readonly run: (run: TrialRun) => Promise<Outcome>;
}
