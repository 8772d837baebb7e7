/**
 * What rows answer when they succeed, as data. OpenAPI tells it, and the contract tests hold every answer against it; while the server runs,
 * the types stand in for a check.
 */
import { z, type ZodType } from 'zod';

/** What an envelope can hold beside `data`. */
export const BESIDE_DATA = {
  totalCount: z.int().min(0).describe('Length of the whole list; `data` is a part of it.'),
  message: z.strictObject({ message: z.string() }).describe('A text about `data`, such as a warning.'),
  status_details: z.string().describe('What was done, if `status` does not say it.'),
} as const;

type BesideData = keyof typeof BESIDE_DATA;

/** JSON in the envelope. Source: users-admin.md 1.1. */
export interface EnvelopeAnswer<Data = unknown> {
  readonly kind: 'envelope';
  readonly status: 200 | 201 | 202;
  /** Value of `status` in the envelope. */
  readonly envelopeStatus: 'OK' | 'WORKFLOW_IN_PROGRESS';
  readonly data: ZodType<Data>;
  /** What may stand beside `data`. */
  readonly beside: readonly BesideData[];
}

/** A body without the envelope, in one of several media types; JSON has a schema. */
export interface BareAnswer {
  readonly kind: 'bare';
  /** 200 by default. */
  readonly status?: 202;
  readonly content: Readonly<Record<string, ZodType>>;
}

/** Bytes of a file or an archive, whole or in ranges. */
export interface BytesAnswer {
  readonly kind: 'bytes';
  /** Media types; any where each file has its own. */
  readonly mediaTypes: readonly string[];
}

/** 204. */
export interface EmptyAnswer {
  readonly kind: 'empty';
}

/** The address of a page: 303. */
export interface PageAnswer {
  readonly kind: 'page';
}

/** The client has the answer already: 304. */
export interface UnchangedAnswer {
  readonly kind: 'unchanged';
}

export type Answer<Data = unknown> = EnvelopeAnswer<Data> | BareAnswer | BytesAnswer | EmptyAnswer | PageAnswer | UnchangedAnswer;

/** What a row declares: one answer, or several that a client can tell apart by status or media type. */
export type Answers<Data = unknown> = Answer<Data> | readonly Answer<Data>[];

/** `data` in the envelope. */
export function enveloped<Data>(
  data: ZodType<Data>,
  { status = 200, envelopeStatus = 'OK', beside = [] }: Partial<Pick<EnvelopeAnswer, 'status' | 'envelopeStatus' | 'beside'>> = {},
): EnvelopeAnswer<Data> {
  return { kind: 'envelope', status, envelopeStatus, data, beside };
}

/** `data` of an envelope that has none. */
export const noData = z.never().optional();

/** A body of text without the envelope. */
export function bareText(...mediaTypes: readonly [string, ...string[]]): BareAnswer {
  return { kind: 'bare', content: Object.fromEntries(mediaTypes.map((type) => [type, z.string()])) };
}

/** A body of JSON without the envelope. */
export function bareJson(schema: ZodType): BareAnswer {
  return { kind: 'bare', content: { 'application/json': schema } };
}

/** Bytes. */
export function bytes(...mediaTypes: readonly string[]): BytesAnswer {
  return { kind: 'bytes', mediaTypes };
}

export const emptyAnswer: EmptyAnswer = { kind: 'empty' };
export const pageAnswer: PageAnswer = { kind: 'page' };
export const unchangedAnswer: UnchangedAnswer = { kind: 'unchanged' };

export const messageSchema = z
  .strictObject({ message: z.string().describe('A sentence for people; it may change.') })
  .meta({ id: 'Message', description: 'What was done, in words. Source: users-admin.md 1.1.' });

/** A text under `data.message`. */
export const messageAnswer = enveloped(messageSchema);

/** All answers that a row declares. */
export function answersOf(declared: Answers): readonly Answer[] {
  return 'kind' in declared ? [declared] : declared;
}
