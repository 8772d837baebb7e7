/** One use of a dataset, ready to be counted. A double click that the process has seen itself is one event with two times. */
export interface UsageEvent {
  /** Keyed hash of the caller and the hour, in hexadecimal digits. */
  readonly session: string;
  readonly datasetId: number;
  /** `v` and the id of a version, or `f` and the id of a file. */
  readonly resource: string;
  /** When it was used, and when last in the chain of double clicks; milliseconds since 1970. */
  readonly at: number;
  readonly lastAt: number;
  readonly country: string;
  readonly machine: boolean;
}

/** Whether the event is a download: a request in the words of COUNTER. */
export function isDownload({ resource }: Pick<UsageEvent, 'resource'>): boolean {
  return resource.startsWith('f');
}

/** Two uses of the same thing in one session that are not further apart are one. Source: COUNTER Code of Practice for Research Data, 10.2. */
export const DOUBLE_CLICK_MS = 30_000;
