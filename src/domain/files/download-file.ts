import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileKey, FileWithAccess } from '../../db/queries/file-access.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { permissionBit } from '../../permission-set.ts';
import { GUEST_IDENTIFIER } from '../../vocabulary.ts';
import { effectivePermissions } from '../actor.ts';
import type { CommandContext } from '../command.ts';
import { recordDownload } from '../metrics/record-usage.ts';
import { requireFile } from './view-file.ts';

/** How long a signed address works. */
const SIGNED_URL_LIFETIME_MS = 60 * 60 * 1000;

/** The signed part of a download address. */
export interface DownloadSignature {
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** HMAC-SHA-256 in base64url over purpose, file and expiry. */
  readonly signature: string;
}

function sign(key: Buffer, fileId: number, expires: number): Buffer {
  return createHmac('sha256', key).update(`download:${fileId}:${expires}`).digest();
}

function isSignatureValid(context: CommandContext, fileId: number, { expires, signature }: DownloadSignature): boolean {
  const expected = sign(context.services.signingKey, fileId, expires);
  const sent = Buffer.from(signature, 'base64url');
  return expires > Date.now() && sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** Whether the actor may read the bytes, by rows 6 to 8 of files.md 11.1. */
function mayDownload(context: CommandContext, file: FileWithAccess): boolean {
  if (file.releasedOrdinal === null) {
    return (effectivePermissions(context.actor, file.datasetGranted) & permissionBit('ViewUnpublishedDataset')) !== 0;
  }
  if (!file.restricted) return true;
  return (effectivePermissions(context.actor, file.granted) & permissionBit('DownloadFile')) !== 0;
}

function requireDownload(context: CommandContext, file: FileWithAccess): void {
  if (mayDownload(context, file)) return;
  throw new DomainError('FILE_ACCESS_DENIED', `User ${context.actor.identifier} is not permitted to download this file.`);
}

/**
 * Authorises a download. Without a token only a signed address opens a file, unless `:GuestDownload` lets guests read
 * public files. Source: files.md 11.1, decisions.md 1.
 * @throws DomainError AUTHENTICATION_REQUIRED | SIGNED_URL_INVALID | FILE_NOT_FOUND | FILE_ACCESS_DENIED
 */
export async function authorizeDownload(
  context: CommandContext,
  key: FileKey,
  signature?: DownloadSignature | null,
): Promise<FileWithAccess> {
  const guest = context.actor.identifier === GUEST_IDENTIFIER;
  if (guest && !signature && context.services.settings.get(':GuestDownload') !== true) {
    throw new DomainError('AUTHENTICATION_REQUIRED', 'Downloading a file needs an API token or a signed address.');
  }
  const file = await requireFile(context, key);
  if (signature) {
    if (!isSignatureValid(context, file.id, signature)) throw new DomainError('SIGNED_URL_INVALID', 'Bad signed URL');
  } else {
    requireDownload(context, file);
  }
  recordDownload(context, file);
  return file;
}

/** An address that downloads a file without a token for an hour; whoever has it can use it. @throws DomainError FILE_ACCESS_DENIED */
export async function createDownloadUrl(
  context: CommandContext,
  fileId: number,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  const file = await requireFile(context, { id: fileId });
  requireDownload(context, file);
  const expires = Date.now() + SIGNED_URL_LIFETIME_MS;
  const signature = sign(context.services.signingKey, file.id, expires).toString('base64url');
  return {
    url: `${context.services.installation.siteUrl}/api/access/datafile/${file.id}?expires=${expires}&signature=${signature}`,
    expiresAt: new Date(expires),
  };
}
