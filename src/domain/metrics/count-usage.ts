import { DOUBLE_CLICK_MS, isDownload, type UsageEvent } from '../../kernel/usage-event.ts';

/** What a session has used before. */
export interface UsageTrace {
  readonly session: string;
  readonly datasetId: number;
  readonly resource: string;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
}

/** What is added to the counts of a dataset for a month, a country and a kind of access. */
export interface UsageIncrement {
  readonly datasetId: number;
  /** `yyyy-mm`, in UTC. */
  readonly month: string;
  readonly country: string;
  readonly machine: boolean;
  viewsTotal: number;
  viewsUnique: number;
  downloadsTotal: number;
  downloadsUnique: number;
}

/** A session that downloaded a file for the first time. */
export interface FirstDownload {
  readonly fileId: number;
  /** `yyyy-mm-dd`, in UTC. */
  readonly day: string;
}

/**
 * Counts events after what is known of their sessions. A download is a view as well; double clicks count once; a session counts
 * once for a dataset among the unique ones. Pure. Source: COUNTER Code of Practice for Research Data, 4.4, 10.2, 10.3.
 */
export function countUsage(
  events: readonly UsageEvent[],
  known: readonly UsageTrace[],
): {
  readonly increments: readonly UsageIncrement[];
  readonly traces: readonly UsageTrace[];
  readonly firstDownloads: readonly FirstDownload[];
} {
  const traces = new Map(known.map((trace) => [keyOf(trace), trace]));
  const visits = Map.groupBy(known, visitOf);
  const used = new Map([...visits].map(([visit, list]) => [visit, { downloaded: list.some(isDownload) }]));
  const touched = new Map<string, UsageTrace>();
  const increments = new Map<string, UsageIncrement>();
  const firstDownloads: FirstDownload[] = [];

  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    const { session, datasetId, resource, at, lastAt, country, machine } = event;
    const key = keyOf(event);
    const before = traces.get(key);
    const trace = { session, datasetId, resource, lastAt: Math.max(lastAt, before?.lastAt ?? 0) };
    traces.set(key, trace);
    touched.set(key, trace);
    if (before === undefined && isDownload(event)) {
      firstDownloads.push({ fileId: Number(resource.slice(1)), day: new Date(at).toISOString().slice(0, 10) });
    }
    // Processes hand in what they saw in any order, so the one before may be the later one.
    if (before !== undefined && Math.abs(at - before.lastAt) <= DOUBLE_CLICK_MS) continue;

    const month = new Date(at).toISOString().slice(0, 7);
    const place = `${datasetId} ${month} ${country} ${machine}`;
    let counts = increments.get(place);
    if (counts === undefined) {
      counts = { datasetId, month, country, machine, viewsTotal: 0, viewsUnique: 0, downloadsTotal: 0, downloadsUnique: 0 };
      increments.set(place, counts);
    }
    const visit = used.get(visitOf(event));
    counts.viewsTotal += 1;
    if (visit === undefined) counts.viewsUnique += 1;
    if (isDownload(event)) {
      counts.downloadsTotal += 1;
      if (visit?.downloaded !== true) counts.downloadsUnique += 1;
    }
    used.set(visitOf(event), { downloaded: isDownload(event) || visit?.downloaded === true });
  }
  return { increments: [...increments.values()], traces: [...touched.values()], firstDownloads };
}

function visitOf({ session, datasetId }: Pick<UsageTrace, 'session' | 'datasetId'>): string {
  return `${session} ${datasetId}`;
}

function keyOf({ session, datasetId, resource }: Omit<UsageTrace, 'lastAt'>): string {
  return `${session} ${datasetId} ${resource}`;
}
