/** What a ticket says about the parts of its file, and who may use it. */
import type { Queryable, Transaction } from '../../../db/client.ts';
import { deleteUploadTicket, findUploadTicket, type UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { UploadInParts } from '../../../storage/direct-uploads.ts';
import type { Checksum, FileLocation } from '../../../storage/file-storage.ts';
import { CHECKSUM_ALGORITHMS } from '../../../vocabulary/files.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { type DatasetSubject, loadDataset, mayEdit } from '../../subjects/dataset-subject.ts';

/** Most parts of one upload, as the object stores have it. */
export const MOST_PARTS = 10_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How a client names an upload: by its id, or by what records will show. */
export type UploadKey = { readonly id: string } | { readonly storageIdentifier: string };

interface LoadScope {
  readonly tx: Queryable;
  readonly context: CommandContext;
}

/** A ticket in its dataset; the roles on the dataset decide who uses it. */
export interface UploadSubject extends DatasetSubject {
  readonly ticket: UploadTicketRow;
}

/** Number of parts; an empty file is one empty part. */
export function partCountOf({ sizeBytes, partSizeBytes }: Pick<UploadTicketRow, 'sizeBytes' | 'partSizeBytes'>): number {
  return Math.max(1, Math.ceil(sizeBytes / partSizeBytes));
}

/** Size of a part in bytes: all are of one size but the last, which is the rest. */
export function partSizeOf(ticket: Pick<UploadTicketRow, 'sizeBytes' | 'partSizeBytes'>, partNumber: number): number {
  return Math.min(ticket.partSizeBytes, ticket.sizeBytes - (partNumber - 1) * ticket.partSizeBytes);
}

/** The future location of the file. */
export function locationOf({ storageDriver, authority, identifier, storageId }: UploadTicketRow): FileLocation {
  return { driver: storageDriver, authority, identifier, storageId };
}

/** The upload as its store knows it. */
export function uploadOf(ticket: UploadTicketRow): UploadInParts {
  return { location: locationOf(ticket), uploadId: ticket.storageUploadId };
}

/** The checksum of the whole file; null before its parts were put together. */
export function checksumOf({ checksumAlgorithm, checksumValue }: UploadTicketRow): Checksum | null {
  const algorithm = CHECKSUM_ALGORITHMS.find((name) => name === checksumAlgorithm);
  return algorithm === undefined || checksumValue === null ? null : { algorithm, value: checksumValue };
}

/** The refusal of what is no upload of the caller. */
export function uploadNotFound(): DomainError {
  return new DomainError('UPLOAD_NOT_FOUND', 'You have no such upload here: it was never begun, is finished, or has expired.');
}

/** The name of the bytes in `local://name` and `s3://bucket:name`. */
function storageIdOf(storageIdentifier: string): string {
  return storageIdentifier.slice(Math.max(storageIdentifier.lastIndexOf('/'), storageIdentifier.lastIndexOf(':')) + 1);
}

async function findTicket({ tx, context }: LoadScope, key: UploadKey): Promise<UploadTicketRow | undefined> {
  if ('id' in key) return UUID.test(key.id) ? findUploadTicket(tx, { id: key.id }) : undefined;
  const ticket = await findUploadTicket(tx, { storageId: storageIdOf(key.storageIdentifier) });
  if (ticket === undefined) return undefined;
  const shown = context.services.storage.storageIdentifier(ticket.storageDriver, ticket.storageId);
  return shown === key.storageIdentifier ? ticket : undefined;
}

/** A ticket whose time has not passed. @throws DomainError UPLOAD_NOT_FOUND */
export async function requireTicket(scope: LoadScope, key: UploadKey): Promise<UploadTicketRow & { readonly datasetId: number }> {
  const ticket = await findTicket(scope, key);
  if (ticket === undefined || ticket.datasetId === null) throw uploadNotFound();
  return { ...ticket, datasetId: ticket.datasetId };
}

/**
 * Takes a ticket away because its bytes become a file in this transaction. Of two calls that name the same upload one gets it.
 * @throws DomainError UPLOAD_NOT_FOUND
 */
export async function useUpTicket(tx: Transaction, ticketId: string): Promise<void> {
  if (!(await deleteUploadTicket(tx, ticketId))) throw uploadNotFound();
}

/** Whether a ticket was given to the actor; superusers may use every one. */
export function holdsTicket(actor: Actor, ticket: UploadTicketRow): boolean {
  return actor.superuser || (actor.account !== null && actor.account.id === ticket.accountId);
}

/**
 * Loads a ticket as the subject of an operation of its owner. Other editors of the dataset do not find it.
 * @throws DomainError UPLOAD_NOT_FOUND
 */
export async function loadUpload(scope: LoadScope, key: UploadKey): Promise<UploadSubject> {
  const ticket = await requireTicket(scope, key);
  const subject = await loadDataset(scope, { id: ticket.datasetId });
  if (mayEdit(scope.context, subject.dataset) && !holdsTicket(scope.context.actor, ticket)) throw uploadNotFound();
  return { ...subject, ticket };
}
