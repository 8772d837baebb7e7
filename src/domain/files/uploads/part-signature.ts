import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CommandContext } from '../../../kernel/command.ts';

/** The signed part of an address that takes one part of one upload. */
export interface PartSignature {
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** HMAC-SHA-256 in base64url over purpose, upload, part and expiry. */
  readonly signature: string;
}

/** What an address is good for. */
export interface SignedPart {
  readonly uploadId: string;
  readonly partNumber: number;
}

function sign(key: Buffer, { uploadId, partNumber }: SignedPart, expires: number): Buffer {
  return createHmac('sha256', key).update(`upload-part:${uploadId}:${partNumber}:${expires}`).digest();
}

/** Whether the signature is ours, for this very part, and its time has not passed. */
export function isPartSignatureValid(
  { services }: Pick<CommandContext, 'services'>,
  part: SignedPart,
  { expires, signature }: PartSignature,
): boolean {
  const expected = sign(services.signingKey, part, expires);
  const sent = Buffer.from(signature, 'base64url');
  return expires > Date.now() && sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** An address of this server that takes one part by PUT, without a token, until it expires. It opens nothing else. */
export function signedPartUrl({ services }: Pick<CommandContext, 'services'>, part: SignedPart, expiresAt: Date): string {
  const expires = expiresAt.getTime();
  const signature = sign(services.signingKey, part, expires).toString('base64url');
  return `${services.installation.siteUrl}/api/uploads/${part.uploadId}/parts/${part.partNumber}?expires=${expires}&signature=${signature}`;
}
