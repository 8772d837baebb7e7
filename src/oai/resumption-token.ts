import { z } from 'zod';
import type { OaiArguments } from './oai-request.ts';
import { valueFaults } from './oai-request.ts';
import { OaiRefusal } from './oai-fault.ts';

/** A list that goes on: what was asked for, and how far it came. The server keeps nothing of it. */
export interface ListPlace {
  readonly args: OaiArguments;
  /** After which record; absent at the beginning. */
  readonly after: string | undefined;
  /** Records that were sent. */
  readonly sent: number;
}

const content = z.tuple([
  z.literal(1),
  z.strictObject({
    metadataPrefix: z.string(),
    set: z.string().exactOptional(),
    from: z.string().exactOptional(),
    until: z.string().exactOptional(),
  }),
  z.string(),
  z.int().min(1),
]);

/** Writes where a list goes on. It holds nothing that could not be asked for, so it is not signed. */
export function writeToken({ metadataPrefix, set, from, until }: OaiArguments, after: string, sent: number): string {
  return Buffer.from(JSON.stringify([1, { metadataPrefix, set, from, until }, after, sent])).toString('base64url');
}

/** @throws OaiRefusal badResumptionToken */
export function readToken(token: string): ListPlace {
  try {
    const [, args, after, sent] = content.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
    if (valueFaults(args).length === 0) return { args, after, sent };
  } catch {
    // Not JSON, or not ours.
  }
  throw badToken();
}

/** The refusal of a token that was never given. */
export function badToken(): OaiRefusal {
  return new OaiRefusal({ code: 'badResumptionToken', message: 'This list never gave such a resumption token.' });
}
