/** What each outbox event sets off. An event is delivered at least once, so every handler has to be harmless to repeat. */
import { z } from 'zod';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import type { OutboxEventRow } from '../db/queries/gate/outbox.ts';
import { removeBytes } from '../domain/files/remove-bytes.ts';
import { completeSavedOriginals } from '../domain/integrity/fixity/complete-saved-originals.ts';
import { updateCitations } from '../domain/metrics/update-citations.ts';
import { announceGivenUp } from '../domain/identifiers/announce-given-up.ts';
import { abandonPid } from '../domain/identifiers/abandon-pid.ts';
import { fileLandingPage } from '../domain/identifiers/landing-page.ts';
import { spreadRegistrations } from '../domain/identifiers/spread-registrations.ts';
import { syncFileRegistrations } from '../domain/identifiers/sync-file-registrations.ts';
import { syncRegistration } from '../domain/identifiers/sync-registration.ts';
import type { DomainServices } from '../kernel/services.ts';
import { readAbandonedUpload } from '../domain/files/uploads/abandoned-upload.ts';
import { dropUpload } from '../domain/files/uploads/drop-upload.ts';
import { advanceWorkflow, type WorkflowContext } from '../domain/datasets/workflows/advance-workflow.ts';
import { EVENT_KINDS, type EventKind } from '../vocabulary.ts';

/** What a job works with. */
export interface JobScope {
  readonly db: Database;
  readonly services: Pick<DomainServices, 'blocks' | 'installation' | 'pids' | 'storage'> &
    Partial<Pick<DomainServices, 'citations' | 'fixity' | 'uploads'>>;
  /** All services of a server, for what jobs do by commands; absent in a process that only delivers. */
  readonly commandServices?: DomainServices;
  readonly log: Logger;
}

/** One delivery of an event. */
export interface DeliveryScope extends JobScope {
  /** Whether the queue gives up if this try fails. */
  readonly lastAttempt: boolean;
}

type EventHandler = (scope: DeliveryScope, event: OutboxEventRow) => Promise<void>;

const filesRemoved = z.object({
  driver: z.string(),
  authority: z.string(),
  identifier: z.string(),
  storageIds: z.array(z.string()),
});

const workflowStepDue = z.object({ invocationId: z.string(), position: z.number().int() });
const pidAbandoned = z.object({ protocol: z.string(), authority: z.string(), separator: z.string(), identifier: z.string() });
const filePidsAbandoned = z.object({ persistentIds: z.array(z.string()) });
const allPidRecordsChanged = z.object({ publishedOnly: z.boolean() });

/** What commands run with that a delivery asks for; who acts is for them to say. */
function commandContext({ db, commandServices }: JobScope, { id }: OutboxEventRow): WorkflowContext {
  if (commandServices === undefined) throw new Error('This process runs no commands.');
  return { db, services: commandServices, requestId: `event-${id}` };
}

const eventHandlers: Readonly<Record<EventKind, readonly EventHandler[]>> = {
  PidRecordChanged: [
    async (scope, event) => {
      if (event.subjectId === null) return;
      try {
        await syncRegistration(scope, event.subjectId);
      } catch (error) {
        const { db, commandServices: services } = scope;
        if (scope.lastAttempt && services !== undefined) await announceGivenUp({ db, services }, event.subjectId);
        throw error;
      }
    },
  ],
  PidAbandoned: [async ({ services }, event) => abandonPid(services, pidAbandoned.parse(event.payload))],
  AllPidRecordsChanged: [
    async ({ db, services }, event) => spreadRegistrations(db, services, allPidRecordsChanged.parse(event.payload).publishedOnly),
  ],
  CitationUpdateRequested: [
    async (scope, event) => {
      if (event.subjectId !== null) await updateCitations(scope, event.subjectId);
    },
  ],
  FilesRemoved: [
    async ({ db, services, log }, event) => {
      const kept = await removeBytes(db, services, filesRemoved.parse(event.payload));
      if (kept.length > 0) {
        log.error({ eventId: event.id, storageIds: kept }, 'An event asked to delete bytes that a file still has; they were kept.');
      }
    },
  ],
  UploadAbandoned: [async ({ db, services }, event) => dropUpload(db, services, readAbandonedUpload(event.payload))],
  WorkflowStepDue: [async (scope, event) => advanceWorkflow(commandContext(scope, event), workflowStepDue.parse(event.payload))],
  FilePidRecordsChanged: [
    async (scope, event) => {
      if (event.subjectId !== null) await syncFileRegistrations(scope, event.subjectId);
    },
  ],
  FilePidsAbandoned: [
    async ({ services }, event) => {
      for (const persistentId of filePidsAbandoned.parse(event.payload).persistentIds) {
        const pid = services.pids.parse(persistentId);
        if (pid !== undefined) await abandonPid(services, pid, fileLandingPage);
      }
    },
  ],
  OriginalsIncomplete: [(scope, event) => completeSavedOriginals(scope, event.payload)],
  // Facts that nothing outside this installation acts on. What providers of identifiers are told has events of its own, so that a
  // provider that is down holds up nothing else.
  DatasetPublished: [],
  DatasetDeaccessioned: [],
  DatasetDestroyed: [],
  DatasetSubmittedForReview: [],
  DatasetReturnedToAuthor: [],
  CurationStatusChanged: [],
};

/**
 * The handlers of an event, in their order.
 * @throws Error when this release knows no such kind; a newer one that runs beside it may.
 */
export function handlersOf(kind: string): readonly EventHandler[] {
  const known = EVENT_KINDS.find((name) => name === kind);
  if (known === undefined) throw new Error(`Events of the kind ${kind} are unknown to this release.`);
  return eventHandlers[known];
}
