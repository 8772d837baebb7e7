import autocannon from 'autocannon';
import { SUPERUSER_TOKEN } from './api-client.ts';
import { processorMilliseconds } from './child-server.ts';

/** Connections that are kept busy all the time. */
export const CONNECTIONS = 32;
/** A row begins with unoptimised code: beside the load and the database, on two cores, the compiler is done after about ten seconds. */
const WARM_UP_SECONDS = 12;
/** What the other side's round has pushed out of the caches comes back. */
const TURN_SECONDS = 1;
/** Requests prepared for each connection and repeated in turn: drawing them while measuring would cost the client time. */
const REQUESTS_PER_CONNECTION = 250;

/** One request as both sides are sent it. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Sent with the superuser's token. */
  readonly asSuperuser?: true;
}

/** The headers of a request. */
export function headersOf({ body, asSuperuser }: LoadRequest): Record<string, string> {
  return {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(asSuperuser && { 'x-service-key': SUPERUSER_TOKEN }),
  };
}

/** What one measurement gave. */
export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  /** Processor time of the measured process for one request. */
  readonly processorMicroseconds: number;
}

/** A server under load: where it is, which process it is, and what to ask it. */
export interface Target {
  readonly url: string;
  readonly pid: number;
  readonly draw: () => LoadRequest;
  /** Connections that are kept busy; 32 when absent. */
  readonly connections?: number | undefined;
}

async function fire(target: Target, seconds: number): Promise<autocannon.Result> {
  return autocannon({
    url: target.url,
    connections: target.connections ?? CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(
        Array.from({ length: REQUESTS_PER_CONNECTION }, () => {
          const request = target.draw();
          const { method, path, body } = request;
          return { method, path, headers: headersOf(request), ...(body !== undefined && { body }) };
        }),
      );
    },
  });
}

/** Lets a server reach the speed that it keeps, before the rounds of a row. */
export async function warmUp(target: Target): Promise<void> {
  await fire(target, WARM_UP_SECONDS);
}

/** Measures a server that was warmed up. @throws Error when an answer is not 200 or is missing. */
export async function measure(target: Target, seconds: number): Promise<Measurement> {
  await fire(target, TURN_SECONDS);
  const usedBefore = await processorMilliseconds(target.pid);
  const result = await fire(target, seconds);
  const used = (await processorMilliseconds(target.pid)) - usedBefore;
  const failures = result.non2xx + result.errors;
  if (failures > 0) throw new Error(`${failures} requests to ${target.url} failed: ${JSON.stringify(result.statusCodeStats)}`);
  const answered = result['2xx'];
  return {
    requestsPerSecond: answered / result.duration,
    p50Milliseconds: result.latency.p50,
    p99Milliseconds: result.latency.p99,
    processorMicroseconds: (used * 1000) / answered,
  };
}
