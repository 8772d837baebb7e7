/**
 * The events that areas exchange: every kind with the schema of its payload. Commands emit them (`Scope.emit`); each area lists what it
 * does on some of them in its `subscribers.ts`.
 */
import { z } from 'zod';
import { CHECKSUM_ALGORITHMS, SAVED_ORIGINAL_FACTS } from '../vocabulary/files.ts';

/** An event about a collection, dataset or file, whose id is its subject. */
function about<Kind extends string, Payload extends z.ZodRawShape>(kind: Kind, payload: Payload) {
  return z.object({ kind: z.literal(kind), subjectId: z.int(), payload: z.object(payload) });
}

/** An event about none of them. */
function apart<Kind extends string, Payload extends z.ZodRawShape>(kind: Kind, payload: Payload) {
  return z.object({ kind: z.literal(kind), subjectId: z.null(), payload: z.object(payload) });
}

const pid = { protocol: z.string(), authority: z.string(), separator: z.string(), identifier: z.string() };
/** Folder of a dataset in a store. */
const folder = { driver: z.string(), authority: z.string(), identifier: z.string() };
const workflowReport = { workflow: z.string(), userAccountId: z.int(), comment: z.string().nullable() };
/** The assignee of an access decision; the account is null for a group. */
const accessDecision = { assignee: z.string(), userAccountId: z.int().nullable() };
const versionNumber = { versionNumber: z.int().nullable(), versionMinorNumber: z.int().nullable() };

/**
 * The catalogue. Events wait in the outbox while releases change, and two releases may run side by side: a payload that is delivered
 * afterwards may get further optional members and loses none.
 */
const schemas = [
  /** An account was created; `welcomed` says whether it is notified. */
  apart('AccountCreated', { userAccountId: z.int(), welcomed: z.boolean() }),

  /** A program that its user has let in got a token of the account. */
  apart('DeviceTokenIssued', { userAccountId: z.int() }),
  /** An account is asked to confirm its e-mail address. */
  apart('EmailConfirmationRequested', { userAccountId: z.int() }),
  /** A link for a new password was asked for; whether an account has the address is found out afterwards. */
  apart('PasswordResetRequested', { email: z.string() }),
  /** Messages wait to be sent. */
  apart('MailDue', { mailIds: z.array(z.int()) }),
  /** A message of a reader waits to be sent to a contact, or to the operator where `to` is null. */
  apart('ContactMessageDue', {
    messageId: z.string(),
    to: z.string().nullable(),
    replyTo: z.string(),
    subject: z.string(),
    text: z.string(),
  }),

  about('CollectionCreated', { creatorId: z.int() }),
  about('CollectionPublished', {}),

  /** A collection, or a dataset, with everything in it lies below another collection. */
  about('CollectionMoved', {}),
  about('DatasetMoved', {}),

  /** A dataset was created or imported. */
  about('DatasetCreated', { creatorId: z.int().nullable(), imported: z.boolean() }),
  /** A draft was made or changed: its metadata, its terms or its files. */
  about('DraftChanged', {}),
  /** A draft became a released version. */
  about('DatasetPublished', { ...versionNumber, firstPublishedAt: z.iso.datetime() }),
  /** A draft replaced the newest released version, which keeps its number. */
  about('PublishedVersionUpdated', versionNumber),
  /** A published version was deaccessioned; `anotherReleased` says whether another one is still published. */
  about('DatasetDeaccessioned', { ...versionNumber, anotherReleased: z.boolean() }),
  /** A dataset was deleted with everything in it; the path leads from the root down to it. */
  about('DatasetDestroyed', { ...pid, wasPublished: z.boolean(), path: z.array(z.int()) }),
  about('DatasetSubmittedForReview', { datasetVersionId: z.int(), requestorId: z.int() }),
  about('DatasetReturnedToAuthor', { datasetVersionId: z.int(), returnedById: z.int(), reason: z.string() }),
  /** A draft got a curation status, or lost it: then the label is null. */
  about('CurationStatusChanged', { datasetVersionId: z.int(), label: z.string().nullable() }),
  /** A workflow has come to a step. */
  about('WorkflowStepDue', { invocationId: z.string(), position: z.int() }),
  /** A workflow that failed has come back to a step that is to be undone. */
  about('WorkflowRollbackDue', { invocationId: z.string(), position: z.int() }),
  /** The service of a workflow has approved; the account is the one that requested the publication. */
  about('WorkflowSucceeded', workflowReport),
  about('WorkflowFailed', workflowReport),

  about('FileAccessRequested', { requestorId: z.int() }),
  /** An assignee may download a file from now on. */
  about('FileAccessGranted', accessDecision),
  about('FileAccessRejected', accessDecision),

  /** Files were added to a dataset or took the place of others; the account that did it. Those of `toIngest` are ingested if they are tables. */
  about('FilesAdded', {
    fileIds: z.array(z.int()),
    toIngest: z.array(z.object({ id: z.int(), processingType: z.string() })).default([]),
    userAccountId: z.int().nullable(),
  }),
  /** Files of a dataset wait to be ingested. */
  about('IngestDue', {}),
  /** No record names these bytes of a dataset any more. */
  about('FilesRemoved', { ...folder, storageIds: z.array(z.string()) }),
  /** An upload was aborted and its ticket deleted; the dataset may be deleted too. */
  about('UploadAbandoned', { ...folder, storageId: z.string(), uploadId: z.string() }).extend({ subjectId: z.int().nullable() }),
  /** Facts of saved originals are missing, of files up to an id. */
  apart('OriginalsIncomplete', { fact: z.enum(SAVED_ORIGINAL_FACTS), upTo: z.int() }),
  /** Checksums are to be by another algorithm, of files after an id and up to one. */
  apart('ChecksumsOutdated', { algorithm: z.enum(CHECKSUM_ALGORITHMS), after: z.int(), upTo: z.int() }),

  /** The newest state of a dataset has to be sent to the provider of its identifier. */
  about('PidRecordChanged', {}),
  /** The dataset of an identifier was deleted. */
  about('PidAbandoned', pid),
  /** A dataset got another identifier in place of this one. */
  about('PersistentIdReplaced', pid),
  /** The records of all datasets have to be sent to their providers again. */
  apart('AllPidRecordsChanged', { publishedOnly: z.boolean() }),
  /** The newest state of some files has to be sent to the provider of their identifiers. */
  about('FilePidRecordsChanged', {}),
  /** The files of these identifiers were deleted. */
  about('FilePidsAbandoned', { persistentIds: z.array(z.string()) }),

  /** What a set of records for harvesters holds was changed. */
  apart('OaiSetChanged', { setId: z.int(), revision: z.int() }),

  about('CitationUpdateRequested', {}),

  /** Exports of a published dataset are to be made that are not kept. */
  about('MetadataExportsDue', {}),
  /** A run over the exports of all datasets is to begin, or to go on. */
  apart('MetadataExportRunDue', { runId: z.int() }),

  /** Metadata blocks were loaded: what search says of datasets after an id is to be written anew. */
  apart('DatasetDescriptionsOutdated', { after: z.int() }),

  /** A bulk job is to begin, or to go on. */
  apart('BulkJobDue', { jobId: z.int() }),
  /** The lines of a bulk job are to be removed. */
  apart('BulkLinesOutdated', {}),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** An event that a command emits. */
export type DomainEvent = Readonly<z.infer<typeof anyEvent>>;

export type EventKind = DomainEvent['kind'];

/** An event of one kind. */
export type EventOf<Kind extends EventKind> = Extract<DomainEvent, { readonly kind: Kind }>;

/** Every kind there is. */
export const EVENT_KINDS: readonly EventKind[] = schemas.map(({ shape }) => shape.kind.value);

/** Kinds that hold what a caller has typed about a person: it is not kept once it is delivered. */
const TYPED: ReadonlySet<string> = new Set<EventKind>(['PasswordResetRequested', 'ContactMessageDue']);
/** Of those, the kinds that are also forgotten when they are given up; of the others the operator still has use. */
const FORGOTTEN_UNDELIVERED: ReadonlySet<string> = new Set<EventKind>(['PasswordResetRequested']);

/** Whether the payload of an event goes with the delivery, or with the last try of one. */
export function isForgotten(kind: string, outcome: 'delivered' | 'given up'): boolean {
  return outcome === 'delivered' ? TYPED.has(kind) : FORGOTTEN_UNDELIVERED.has(kind);
}

/** Whether an event is of a kind. */
export function isOfKind<Kind extends EventKind>(event: DomainEvent, kind: Kind): event is EventOf<Kind> {
  return event.kind === kind;
}

/** An event as it was stored. @throws ZodError when its payload does not fit the catalogue. */
export function readEvent(stored: { readonly kind: string; readonly subjectId: number | null; readonly payload: unknown }): DomainEvent {
  return anyEvent.parse(stored);
}
