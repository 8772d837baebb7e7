import { Refused } from './refusals.ts';

/** What the server says of a refusal. */
export interface ToldRefusal {
  readonly code?: string;
  readonly message: string;
}

/** Asks the server, with a form where there are fields. @throws Refused | TypeError where there is no connection */
export async function ask<Told>(path: string, fields?: Readonly<Record<string, string>>): Promise<Told> {
  const answer = await fetch(path, fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) });
  const type = answer.headers.get('content-type') ?? '';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page, which answers as `upload-steps.ts` says
  const told = (type.startsWith('application/json') ? await answer.json() : { message: String(answer.status) }) as Told &
    Partial<ToldRefusal>;
  if (!answer.ok || told.code !== undefined) {
    throw new Refused({ code: told.code, message: told.message ?? String(answer.status) }, answer.status);
  }
  return told;
}
