import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { insertUploadTicket, type UploadTicketRow } from '../../../src/db/queries/files/upload-tickets.ts';
import type { CommandContext } from '../../../src/kernel/command.ts';
import { partCountOf, partSizeOf, uploadOf } from '../../../src/domain/files/uploads/upload-ticket.ts';
import { IncomingBytes } from '../../../src/storage/incoming-bytes.ts';
import type { DomainWorld } from './domain-world.ts';

const HOUR_MS = 60 * 60 * 1000;

/** An upload that the actor of a context holds, whatever rights it has; nothing of it has arrived. */
export async function ticketFor(
  context: CommandContext,
  world: DomainWorld,
  datasetId: number,
  { sizeBytes = 4, partSizeBytes = 4 }: { readonly sizeBytes?: number; readonly partSizeBytes?: number } = {},
): Promise<UploadTicketRow> {
  const { storage } = context.services;
  const [row] = await world.sql<{ authority: string; identifier: string }[]>`
    select authority, identifier from dataset where id = ${datasetId}`;
  if (row === undefined) throw new Error('There is no such dataset.');
  const location = { driver: storage.driver, ...row, storageId: storage.newStorageId() };
  const { uploadId } = await storage.uploadsOf(storage.driver).begin(location);
  return insertUploadTicket(world.db, {
    id: randomUUID(),
    datasetId,
    accountId: context.actor.account?.id ?? null,
    ...row,
    storageDriver: location.driver,
    storageId: location.storageId,
    storageUploadId: uploadId,
    sizeBytes,
    partSizeBytes,
    expiresAt: new Date(Date.now() + HOUR_MS),
  });
}

/** Bytes as the REST layer hands them on. */
export function incoming(bytes: Buffer): IncomingBytes {
  return new IncomingBytes(() => Readable.from([bytes]), bytes.length);
}

/** Brings all parts to the store. */
export async function sendParts(context: CommandContext, ticket: UploadTicketRow, bytes: Buffer): Promise<void> {
  const uploads = context.services.storage.uploadsOf(ticket.storageDriver);
  for (let partNumber = 1; partNumber <= partCountOf(ticket); partNumber++) {
    const start = (partNumber - 1) * ticket.partSizeBytes;
    const sizeBytes = partSizeOf(ticket, partNumber);
    const source = Readable.from([bytes.subarray(start, start + sizeBytes)]);
    await uploads.receivePart(uploadOf(ticket), { partNumber, sizeBytes, maximumBytes: sizeBytes, md5: null }, source);
  }
}

/** Name of an upload as records would show it. */
export function identifierOf({ services }: CommandContext, { storageDriver, storageId }: UploadTicketRow): string {
  return services.storage.storageIdentifier(storageDriver, storageId);
}
