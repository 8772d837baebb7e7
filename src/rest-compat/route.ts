import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import type { ZodType } from 'zod';
import type { ErrorCode } from '../errors/catalog.ts';
import type { StagedFile } from '../storage/file-storage.ts';
import type { Answer, Answers, BareAnswer, BytesAnswer } from './answers.ts';
import type { BodyReader } from './body-reader.ts';
import type { DownloadPlan, StreamFormat, TextPiece } from './sent-content.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call, as the ledger says it; documentation only, the command behind the operation decides. */
export type RouteAuth = 'public' | 'token' | 'superuser' | 'admin' | 'key';

/** Names of the `{parameters}` of a path. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

/** What a route reads from the request, parsed. */
export interface RouteInput<Path extends string, Query, Body> {
  readonly path: Readonly<Record<PathParameters<Path>, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Entity tags of `If-Match`, without quotes; absent without the header, with `*`, and on rows that are not `conditional`. */
  readonly ifMatch?: readonly string[] | undefined;
  /** The token of `Authorization: Bearer`; absent without it, and on rows without `readsBearerToken`. */
  readonly bearerToken?: string | undefined;
  /** The other form of the answer that the client prefers, one of the row's `alternatives`; absent for the ordinary one. */
  readonly form?: string | undefined;
}

/** A JSON answer in the envelope. Source: users-admin.md 1.1. */
export interface EnvelopeReply<Answered = unknown> {
  readonly data?: Answered;
  /** Text beside `data`: written as an object under the key `message`; without `data` it is the data, `{"message": text}`. */
  readonly message?: string;
  readonly totalCount?: number;
  /** Default 200. */
  readonly status?: 200 | 201 | 202;
  /** Value of `status` in the envelope, `OK` by default. */
  readonly envelopeStatus?: 'OK' | 'WORKFLOW_IN_PROGRESS';
  readonly statusDetails?: string;
  /** Path of the created object, beginning with `/api/`. */
  readonly location?: string;
  /** Entity tag of what is answered, without quotes. */
  readonly etag?: string;
}

/** An answer without the envelope. */
export interface BareReply {
  readonly bare: string | Buffer;
  readonly contentType: string;
  /** Default 200. */
  readonly status?: 202;
  /** Name under which a browser saves the answer in place of showing it; plain ASCII. */
  readonly attachment?: string;
}

/** An answer without a body: 204. */
export interface EmptyReply {
  readonly empty: true;
}

/** An answer that is at another address, a page of this server: 303. */
export interface ElsewhereReply {
  /** The whole address. */
  readonly seeOther: string;
}

export type Reply<Answered = unknown> = EnvelopeReply<Answered> | BareReply | EmptyReply | ElsewhereReply;

interface RouteFacts<Path extends string> {
  /** Row of the ledger. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Verbatim from the contract. */
  readonly path: Path;
  readonly summary: string;
  readonly auth: RouteAuth;
  /** Any origin may read the answer from a browser. */
  readonly cors?: true;
  readonly deprecated?: true;
  /** The last parameter takes the rest of the path, slashes included. */
  readonly restOfPath?: true;
  /**
   * `ignored`: credentials are not evaluated, and a bad token is no error. `evaluated`: the operation asks who calls. By default
   * `evaluated`, but on rows with auth `admin`, where a token opens the gate and nothing else, so that a bad one is no error where
   * the gate opens without it. Source: users-admin.md 3.7.
   */
  readonly credentials?: 'ignored' | 'evaluated';
  /** Paths beside this one that are refused with a reason in place of 405. Source: decisions.md 24. */
  readonly refuses?: readonly { readonly path: string; readonly code: ErrorCode; readonly message: string }[];
  /** Codes of the refusals that are this row's own; what the layer itself refuses is known from the rest of the row. Documentation. */
  readonly refusals?: readonly ErrorCode[];
  /**
   * Names of the body by those of the operation's input, where they differ: refusals of an input name the former, and have them under
   * `fieldErrors`, too. Source: users-admin.md 1.3.
   */
  readonly inputNames?: Readonly<Record<string, string>>;
  /** Parameters of the query that may be repeated: the row's schema is given lists of their values. Of others, the first value counts. */
  readonly repeats?: readonly string[];
  /** Parameters of the query by the arguments of the operation, where they differ: refusals point to the former. Longer paths come first. */
  readonly queryNames?: Readonly<Record<string, string>>;
  /** Refusals have a further key `error` with one of these words, or `invalid_request`. Source: RFC 6749, 5.2; RFC 8628, 3.5. */
  readonly oauthErrors?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** Statuses that the contract row gives to a code in place of the catalogue's. */
  readonly statuses?: Partial<Record<ErrorCode, number>>;
}

/** A row that runs one GraphQL operation. `variables` and `reply` are pure. */
export interface OperationRoute<Path extends string, Query, Body, Data, Variables, Answered> extends RouteFacts<Path> {
  /** What it answers when it succeeds. */
  readonly answer: Answers<Answered>;
  readonly query?: ZodType<Query>;
  readonly body?: BodyReader<Body>;
  /** Reads `If-Match`: the operation is refused when what it changes is not in that state. */
  readonly conditional?: true;
  /** Reads the bearer token of the request as an input of the operation. */
  readonly readsBearerToken?: true;
  /** Media types under which a client can ask for another form of the answer, by the header `Accept`. */
  readonly alternatives?: readonly string[];
  /** The form without such a wish; JSON by default. */
  readonly ordinaryForm?: string;
  /** A client that accepts none of the forms is refused. */
  readonly onlyForms?: true;
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (input: RouteInput<Path, Query, Body>) => Variables;
  readonly reply: (data: Data, input: RouteInput<Path, Query, Body>) => Reply<NoInfer<Answered>>;
  /**
   * For a long response that is the same for all callers and rarely changes: its body is kept in memory while this operation, a cheap one,
   * gives the same data. `unless` names the requests whose answers hang on more than that.
   */
  readonly kept?: {
    readonly while: DocumentNode;
    readonly unless?: (input: RouteInput<Path, Query, Body>) => boolean;
  };
}

/**
 * A row that takes a file: `admit` runs before the body is read, so that unauthorised callers cannot fill the disk, and says what the
 * upload has to keep to.
 */
export interface UploadRoute<Path extends string, Query, Data, Variables, AdmitData, AdmitVariables, Answered> extends RouteFacts<Path> {
  /** What it answers when it succeeds. */
  readonly answer: Answers<Answered>;
  readonly query?: ZodType<Query>;
  readonly admit: {
    readonly operation: TypedDocumentNode<AdmitData, AdmitVariables>;
    readonly variables: (input: RouteInput<Path, Query, undefined>) => AdmitVariables;
    readonly limits: (data: AdmitData) => UploadLimits;
  };
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (input: RouteInput<Path, Query, UploadBody>) => Variables;
  readonly reply: (data: Data, input: RouteInput<Path, Query, UploadBody>) => Reply<NoInfer<Answered>>;
  /** Texts of the form in place of `jsonData`, by the names of their parts; documentation only. */
  readonly formTexts?: Readonly<Record<string, string>>;
  /** What is done in place of the operation with a form that has no part `file`. */
  readonly withoutFile?: FilelessForm<NoInfer<Answered>>;
}

/** The operation of a form without a file, with its types forgotten; made by `filelessForm`. */
export interface FilelessForm<Answered = unknown> {
  readonly operation: TypedDocumentNode<unknown, Record<string, unknown>>;
  readonly variables: (input: FormInput) => Record<string, unknown>;
  readonly reply: (data: unknown, input: FormInput) => Reply<Answered>;
}

type FormInput = RouteInput<string, unknown, UploadBody>;

/** Declares what is done with a form that has no part `file`. */
export function filelessForm<Path extends string, Query, Data, Variables, Answered>(definition: {
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (input: RouteInput<Path, Query, UploadBody>) => Variables;
  readonly reply: (data: Data, input: RouteInput<Path, Query, UploadBody>) => Reply<Answered>;
}): FilelessForm<Answered> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table forgets the types that the descriptor was checked with
  return definition as unknown as FilelessForm<Answered>;
}

export interface UploadLimits {
  readonly maximumBytes: number | null;
  /** Longest text beside the file, in bytes; 1 MB by default. */
  readonly maximumTextBytes?: number;
  readonly checksumAlgorithm: 'MD5' | 'SHA-1' | 'SHA-256' | 'SHA-512';
}

/** The parts of an upload; `jsonData` is parsed already. */
export interface UploadBody {
  readonly file: StagedFile | null;
  readonly jsonData: unknown;
  /** The texts of all parts but `file`, by their names. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A row that sends bytes: the operation authorises and says where they are, then the router streams them. */
export interface DownloadRoute<Path extends string, Query, Body, Data, Variables, Answered> extends RouteFacts<Path> {
  /** Bytes; beside them what it answers to those who ask for no bytes, such as an address. */
  readonly answer: BytesAnswer | readonly [BytesAnswer, Answer<Answered>];
  readonly query?: ZodType<Query>;
  readonly body?: BodyReader<Body>;
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (input: RouteInput<Path, Query, Body>) => Variables;
  readonly download: (data: Data, input: RouteInput<Path, Query, Body>) => DownloadPlan | EnvelopeReply<NoInfer<Answered>>;
  /** What is done in place of the operation with some requests. */
  readonly otherwise?: OtherDownload;
}

/** Another operation of a row that sends bytes, with its types forgotten; made by `otherDownload`. */
export interface OtherDownload {
  readonly when: (input: RouteInput<string, unknown, unknown>) => boolean;
  readonly operation: TypedDocumentNode<unknown, Record<string, unknown>>;
  readonly variables: (input: RouteInput<string, unknown, unknown>) => Record<string, unknown>;
  readonly download: (data: unknown) => DownloadPlan;
}

/** Declares another operation of a row that sends bytes, and the requests that it is for. */
export function otherDownload<Path extends string, Query, Body, Data, Variables>(definition: {
  readonly when: (input: RouteInput<Path, Query, Body>) => boolean;
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (input: RouteInput<Path, Query, Body>) => Variables;
  readonly download: (data: Data) => DownloadPlan;
}): OtherDownload {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table forgets the types that the descriptor was checked with
  return definition as unknown as OtherDownload;
}

/** A row that streams a list of any length: the operation makes one page after another, and each is sent as it is made. */
export interface StreamRoute<Path extends string, Query, Data, Variables> extends RouteFacts<Path> {
  /** What the whole of it is. */
  readonly answer: BareAnswer;
  readonly query?: ZodType<Query>;
  readonly operation: TypedDocumentNode<Data, Variables>;
  /** `after` is the cursor of the page before, null for the first. */
  readonly variables: (input: RouteInput<Path, Query, undefined>, after: string | null) => Variables;
  readonly stream: StreamFormat<Data, Query>;
}

/** A row that sends a long text without the envelope: the operation gives one piece after another. */
export interface TextRoute<Path extends string, Query, Data, Variables> extends RouteFacts<Path> {
  readonly answer: Answers;
  readonly query?: ZodType<Query>;
  readonly operation: TypedDocumentNode<Data, Variables>;
  /** `position` of the piece, from 0. */
  readonly variables: (input: RouteInput<Path, Query, undefined>, position: number) => Variables;
  readonly piece: (data: Data) => TextPiece;
}

/** A route with its types forgotten, as the table holds it. */
export type Route =
  | (OperationRoute<string, unknown, unknown, unknown, Record<string, unknown>, unknown> & { readonly kind: 'operation' })
  | (UploadRoute<string, unknown, unknown, Record<string, unknown>, unknown, Record<string, unknown>, unknown> & {
      readonly kind: 'upload';
    })
  | (DownloadRoute<string, unknown, unknown, unknown, Record<string, unknown>, unknown> & { readonly kind: 'download' })
  | (StreamRoute<string, unknown, unknown, Record<string, unknown>> & { readonly kind: 'stream' })
  | (TextRoute<string, unknown, unknown, Record<string, unknown>> & { readonly kind: 'text' });

/** Declares a row that runs one GraphQL operation. */
export function route<const Path extends string, Query, Body, Data, Variables, Answered>(
  definition: OperationRoute<Path, Query, Body, Data, Variables, Answered>,
): Route {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table forgets the types that the descriptor was checked with
  return { kind: 'operation', ...definition } as unknown as Route;
}

/** Declares a row that takes a file. */
export function uploadRoute<const Path extends string, Query, Data, Variables, AdmitData, AdmitVariables, Answered>(
  definition: UploadRoute<Path, Query, Data, Variables, AdmitData, AdmitVariables, Answered>,
): Route {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table forgets the types that the descriptor was checked with
  return { kind: 'upload', ...definition } as unknown as Route;
}

/** Declares a row that sends bytes. */
export function downloadRoute<const Path extends string, Query, Body, Data, Variables, Answered>(
  definition: DownloadRoute<Path, Query, Body, Data, Variables, Answered>,
): Route {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table forgets the types that the descriptor was checked with
  return { kind: 'download', ...definition } as unknown as Route;
}

/** Declares a row that streams a list page by page. */
export function streamRoute<const Path extends string, Query, Data, Variables>(
  definition: StreamRoute<Path, Query, Data, Variables>,
): Route {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table forgets the types that the descriptor was checked with
  return { kind: 'stream', ...definition } as unknown as Route;
}

/** Declares a row that sends a long text piece by piece. */
export function textRoute<const Path extends string, Query, Data, Variables>(definition: TextRoute<Path, Query, Data, Variables>): Route {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table forgets the types that the descriptor was checked with
  return { kind: 'text', ...definition } as unknown as Route;
}
