/** A query over a whole connection, as a job of the server. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Client, unreachable } from '../client.ts';
import { CliFailure, EXIT } from '../failure.ts';

const POLL_MS = 1000;
const BEGIN = 'mutation ($input: BulkQueryInput!) { bulkQuery(input: $input) { bulkJob { databaseId } } }';
const SHOW = 'query ($id: Int!) { bulkJob(databaseId: $id) { state errorCode errorMessage resultUrl } }';

const begun = z.object({ bulkQuery: z.object({ bulkJob: z.object({ databaseId: z.number() }) }) });
const shown = z.object({
  bulkJob: z.object({
    state: z.string(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    resultUrl: z.string().nullable(),
  }),
});

type Job = z.infer<typeof shown>['bulkJob'];

async function endOf(client: Client, id: number): Promise<Job> {
  for (;;) {
    const { bulkJob } = await client.ask(shown, SHOW, { id });
    if (bulkJob.state !== 'WAITING' && bulkJob.state !== 'RUNNING') return bulkJob;
    await sleep(POLL_MS);
  }
}

/** Runs the query, waits for its end, and writes its lines to standard output. @throws CliFailure with what there was of them written */
export async function bulkQuery(client: Client, query: string, variables: Readonly<Record<string, unknown>>): Promise<void> {
  const { databaseId } = (await client.ask(begun, BEGIN, { input: { query, variables } })).bulkQuery.bulkJob;
  const { state, errorCode, errorMessage, resultUrl } = await endOf(client, databaseId);
  if (resultUrl !== null) {
    // By the address that this command knows the server by: the server may know itself by another one.
    const { pathname, search } = new URL(resultUrl);
    const response = await fetch(`${client.server}${pathname}${search}`).catch((error: unknown) => {
      throw unreachable(client.server, error);
    });
    if (!response.ok || response.body === null) {
      throw new CliFailure(EXIT.failed, 'BULK_RESULT_GONE', `The result of job ${databaseId} cannot be read.`);
    }
    for await (const chunk of response.body) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
  if (state !== 'SUCCEEDED') {
    throw new CliFailure(EXIT.partly, errorCode ?? 'BULK_JOB_CANCELED', errorMessage ?? `The job ${databaseId} was canceled.`);
  }
}
