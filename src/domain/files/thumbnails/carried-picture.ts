/** Pictures that come from another installation as they are there. Source: exports.md 17.1. */
import { z } from 'zod';
import type { StoredPicture } from '../../../db/queries/files/pictures.ts';
import { PICTURE_SIDES } from '../../../vocabulary/pictures.ts';

/** Far more than a PNG of the larger size takes, in base64. */
const MOST_CHARACTERS = 150_000;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Signature, length and name of the first part, width and height. */
const HEAD_BYTES = 24;

function isPng(bytes: Buffer, side: number): boolean {
  if (bytes.length < HEAD_BYTES || !bytes.subarray(0, 8).equals(SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  return [16, 20].every((at) => bytes.readUInt32BE(at) >= 1 && bytes.readUInt32BE(at) <= side);
}

function png(side: number) {
  return z
    .string()
    .max(MOST_CHARACTERS, `must not be longer than ${MOST_CHARACTERS} characters`)
    .refine((text) => isPng(Buffer.from(text, 'base64'), side), `must be a PNG of at most ${side} pixels, in base64`);
}

/** A picture in both sizes. */
export const carriedPicture = z.object({ card: png(PICTURE_SIDES.CARD), logo: png(PICTURE_SIDES.LOGO) });

/** The bytes of a picture. */
export function bytesOfPicture({ card, logo }: z.infer<typeof carriedPicture>): StoredPicture {
  return { card: Buffer.from(card, 'base64'), logo: Buffer.from(logo, 'base64') };
}
