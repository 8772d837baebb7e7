/** The REST API of a Dataverse, as its guide describes it. */
import type { z } from 'zod';
import { unreachable } from '../client.ts';
import { CliFailure, EXIT } from '../failure.ts';

const ANSWER_LIMIT_MS = 300_000;

export interface DataverseApi {
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** @throws CliFailure */
  ask<Data>(shape: z.ZodType<Data>, path: string): Promise<Data>;
}

/** @param token Of this very server, or undefined for a guest @param subject What is asked for, as people are told */
export function dataverseApi(server: string, token: string | undefined, subject: string): DataverseApi {
  const headers: Record<string, string> = token === undefined ? {} : { 'X-Dataverse-key': token };
  return {
    headers,
    ask: async (shape, path) => {
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const response = await fetch(`${server}${path}`, { headers, redirect: 'error', signal }).catch((error: unknown) => {
        throw unreachable(server, error);
      });
      if (response.status === 404) {
        throw new CliFailure(EXIT.notFound, 'NOT_FOUND', `${server} has no ${subject} that you may see.`);
      }
      if (response.status === 401 || response.status === 403) {
        throw new CliFailure(EXIT.forbidden, 'PERMISSION_DENIED', `${server} does not show ${subject} without a token that may see it.`);
      }
      const read = shape.safeParse(await response.json().catch(() => undefined));
      if (read.success) return read.data;
      throw new CliFailure(
        EXIT.unreachable,
        'NOT_A_REPOSITORY',
        `${server} answers neither as an Archivolt nor as a Dataverse (${response.status}).`,
      );
    },
  };
}
