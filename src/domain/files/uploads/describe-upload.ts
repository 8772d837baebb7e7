import type { UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import type { Checksum } from '../../../storage/file-storage.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import { signedPartUrl } from './part-signature.ts';
import { type Arrival, readArrival } from './read-arrival.ts';
import { checksumOf, partCountOf, partSizeOf, uploadOf } from './upload-ticket.ts';

/** A part as its sender sees it. */
export interface PartOfUpload {
  readonly partNumber: number;
  /** What has to be sent. */
  readonly sizeBytes: number;
  /** Receipt of what has arrived; null while nothing has, or something of another size. */
  readonly etag: string | null;
}

/** An upload as its holder sees it. */
export interface DirectUpload {
  readonly ticket: UploadTicketRow;
  readonly storageIdentifier: string;
  /** Whether the parts have become one file. */
  readonly whole: boolean;
  readonly partCount: number;
  /** Empty once they have. */
  readonly parts: readonly PartOfUpload[];
  /** Of the whole file; null before its parts were put together. */
  readonly checksum: Checksum | null;
}

function partsOf(ticket: UploadTicketRow, arrival: Arrival): PartOfUpload[] {
  if (arrival.whole) return [];
  const arrived = new Map(arrival.parts.map((part) => [part.partNumber, part]));
  return Array.from({ length: partCountOf(ticket) }, (_, index) => {
    const sizeBytes = partSizeOf(ticket, index + 1);
    const found = arrived.get(index + 1);
    return { partNumber: index + 1, sizeBytes, etag: found?.sizeBytes === sizeBytes ? found.etag : null };
  });
}

/** Puts what has arrived beside what has to come. */
export async function describeUpload({ services }: CommandContext, ticket: UploadTicketRow): Promise<DirectUpload> {
  const arrival = await readArrival(services, ticket);
  const storageIdentifier = services.storage.storageIdentifier(ticket.storageDriver, ticket.storageId);
  return {
    ticket,
    storageIdentifier,
    whole: arrival.whole,
    partCount: partCountOf(ticket),
    parts: partsOf(ticket, arrival),
    checksum: checksumOf(ticket),
  };
}

/** An upload that the actor was shown, with what has arrived of it. */
export const showUpload = detail({ name: 'showUpload', run: describeUpload });

/** The address to which a part is sent by PUT without a token: the store's own, or one of this server. It works until the ticket expires. */
export const partUrl = detail({
  name: 'partUrl',
  run: async (context: CommandContext, ticket: UploadTicketRow, partNumber: number): Promise<string> => {
    const uploads = context.services.storage.uploadsOf(ticket.storageDriver);
    if (!uploads.hasOwnAddresses) return signedPartUrl(context, { uploadId: ticket.id, partNumber }, ticket.expiresAt);
    const seconds = Math.max(1, Math.floor((ticket.expiresAt.getTime() - Date.now()) / 1000));
    return uploads.signPart(uploadOf(ticket), partNumber, seconds);
  },
});
