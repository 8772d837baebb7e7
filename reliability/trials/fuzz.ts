/** Requests drawn by chance over REST and GraphQL: none is answered as a fault of the server, and its memory stays as it is. */
import { residentBytes } from '../../bench/child-server.ts';
import { readSchema } from '../../campaign/dimensions/graphql-random.ts';
import { restRows } from '../../campaign/dimensions/rest-table.ts';
import { startIssuer } from '../../campaign/issuer.ts';
import { randomFrom } from '../../campaign/random.ts';
import { type Answer, send } from '../../campaign/send.ts';
import { startServerUnderTest, type ServerUnderTest } from '../../campaign/server-under-test.ts';
import { renewWorld, seedWorld, type World } from '../../campaign/world.ts';
import { type Drawing, type DrawnRequest, drawRequest } from '../drawn-request.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';

const AT_ONCE = 6;
/** After so many requests they get another account and another draft: they may have removed theirs. */
const RENEWED_EVERY = 1_000;
const LIMIT_MS = 120_000;
/** Samples of memory, over the whole run. */
const SAMPLES = 40;
/** By how much the last quarter of the run may lie above the second one: caches fill, and the heap breathes. */
const GROWTH_MEGABYTES = 60;
const MEGABYTE = 1024 * 1024;

/** What a server says that has too much to do, or lacks a service that the trial does not have; each of these is documented. */
const EXPECTED =
  /"(?:errorCode|code)":"(?:SERVICE_BUSY|SEARCH_UNAVAILABLE|STATEMENT_TOO_SLOW|MAIL_NOT_CONFIGURED|[A-Z_]*NOT_CONFIGURED|[A-Z_]*UNAVAILABLE|NOT_IMPLEMENTED|[A-Z_]*NOT_SUPPORTED)"/;

/** Why an answer must not have been; undefined where it may. */
function faultOf({ about, method = 'GET', path, body }: DrawnRequest, { status, late, text }: Answer): string | undefined {
  const internal = text.includes('INTERNAL_SERVER_ERROR');
  if (!late && !internal && (status < 500 || EXPECTED.test(text))) return undefined;
  return `${about}: ${late ? 'no answer' : status} to ${method} ${path.slice(0, 300)} ${String(body ?? '').slice(0, 600)} -> ${text.slice(0, 300)}`;
}

interface Tally {
  sent: number;
  readonly statuses: Map<string, number>;
  readonly faults: Map<string, string>;
  readonly memory: number[];
}

async function sendOn(under: ServerUnderTest, drawing: Drawing, seeded: World, of: TrialRun, tally: Tally): Promise<void> {
  let world = seeded;
  let renewing: Promise<void> | undefined;
  const sampledEvery = Math.max(1, Math.floor(of.count / SAMPLES));
  const one = async (): Promise<void> => {
    while (tally.sent < of.count && performance.now() < of.endsAt && !under.current.hasEnded()) {
      tally.sent += 1;
      if (tally.sent % RENEWED_EVERY === 0) {
        renewing = renewWorld(() => under.current.url, seeded).then((renewed) => {
          world = renewed;
          of.print(`${tally.sent} requests, ${tally.faults.size} faults, ${Math.round((tally.memory.at(-1) ?? 0) / MEGABYTE)} MB`);
        });
      }
      await renewing;
      const request = drawRequest(drawing, world);
      const token = world.tokens[request.as];
      const headers = { ...(token === undefined ? {} : { 'x-service-key': token }), ...request.headers };
      const answer = await send(under.current.url, { ...request, headers }, LIMIT_MS);
      const kind = answer.status === 0 ? 'connection closed' : `${Math.floor(answer.status / 100)}xx`;
      tally.statuses.set(kind, (tally.statuses.get(kind) ?? 0) + 1);
      const fault = faultOf(request, answer);
      if (fault !== undefined && !tally.faults.has(request.about)) tally.faults.set(request.about, fault);
      if (tally.sent % sampledEvery === 0) tally.memory.push(await residentBytes(under.current.pid));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length) / MEGABYTE;

async function run(of: TrialRun): Promise<Outcome> {
  const issuer = await startIssuer();
  const under = await startServerUnderTest();
  try {
    const world = await seedWorld(() => under.current.url, issuer.url);
    const tally: Tally = { sent: 0, statuses: new Map(), faults: new Map(), memory: [] };
    const drawing = { schema: readSchema(), rows: restRows(), random: randomFrom(of.seed) };
    await sendOn(under, drawing, world, of, tally);
    const faults = [...tally.faults.values()];
    if (under.current.hasEnded()) faults.push(`the server has ended: ${under.current.printed()}`);
    const quarter = Math.floor(tally.memory.length / 4);
    const [early, late] = [mean(tally.memory.slice(quarter, 2 * quarter)), mean(tally.memory.slice(-quarter))];
    if (quarter > 1 && late > early + GROWTH_MEGABYTES) faults.push(`memory grew from ${Math.round(early)} to ${Math.round(late)} MB`);
    return {
      figures: {
        requests: tally.sent,
        'rows of the REST table': drawing.rows.length,
        ...Object.fromEntries(
          [...tally.statuses].toSorted(([one], [other]) => one.localeCompare(other)).map(([kind, count]) => [`answered ${kind}`, count]),
        ),
        'memory in the second quarter, MB': Math.round(early),
        'memory in the last quarter, MB': Math.round(late),
      },
      faults,
    };
  } finally {
    await under.remove();
    issuer.stop();
  }
}

export const fuzz: Trial = { name: 'fuzz', unit: 'requests', counts: [1_500, 100_000], run };
