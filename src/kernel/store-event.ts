import type { Queryable } from '../db/client.ts';
import { insertOutboxEvent, insertPatientEvents } from '../db/queries/gate/outbox.ts';
import type { DomainEvent, EventKind } from './events.ts';

/**
 * Kinds whose events are delivered one after another, over all processes: so an external service never blocks more than one worker, and
 * gets one request at a time. The same for reading the bytes of many files, and for making exports.
 */
const serialQueues: Partial<Record<EventKind, string>> = {
  PidRecordChanged: 'pid-provider',
  PidAbandoned: 'pid-provider',
  PersistentIdReplaced: 'pid-provider',
  FilePidRecordsChanged: 'pid-provider',
  FilePidsAbandoned: 'pid-provider',
  MailDue: 'mail',
  CitationUpdateRequested: 'citations',
  ChecksumsOutdated: 'checksums',
  // One table at a time: reading one takes as much memory as a server may spare.
  IngestDue: 'ingest',
  MetadataExportsDue: 'exports',
  MetadataExportRunDue: 'exports',
  DatasetDescriptionsOutdated: 'search',
  // One slice of one job at a time: they read and write what requests do.
  BulkJobDue: 'bulk',
};

/** Kinds that go on for long, a slice at a time: the next slice waits for everything that came meanwhile. */
const patientKinds: ReadonlySet<EventKind> = new Set<EventKind>(['MetadataExportRunDue', 'DatasetDescriptionsOutdated', 'BulkJobDue']);

/** Steps of workflows wait for services too; in so many queues they leave a worker to everything else. */
const WORKFLOW_QUEUES = 2;

function queueOf({ kind, subjectId }: DomainEvent): string | null {
  if (kind === 'WorkflowStepDue' || kind === 'WorkflowRollbackDue') return `workflows-${subjectId % WORKFLOW_QUEUES}`;
  return serialQueues[kind] ?? null;
}

/** Has an event delivered, once the transaction is committed, or some seconds later. Commands `emit` instead. */
export async function storeEvent(tx: Queryable, event: DomainEvent, { delaySeconds = 0 } = {}): Promise<void> {
  await insertOutboxEvent(tx, { ...event, queue: queueOf(event), patient: patientKinds.has(event.kind), delaySeconds });
}

/** Has an event of one kind delivered for each of many subjects, behind everything that is more urgent. */
export async function storePatientEvents(
  tx: Queryable,
  kind: 'PidRecordChanged' | 'FilePidRecordsChanged' | 'MetadataExportsDue',
  subjectIds: readonly number[],
): Promise<void> {
  await insertPatientEvents(tx, { kind, subjectIds, queue: serialQueues[kind] ?? null });
}
