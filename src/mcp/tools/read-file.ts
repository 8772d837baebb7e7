import { buffer as bufferOf } from 'node:stream/consumers';
import { z } from 'zod';
import { McpFileDocument, McpFileUrlDocument } from '../../generated/mcp-operations.ts';
import { fileArgument } from '../arguments.ts';
import { defineTool, found } from '../tool.ts';

const LONGEST = 64 * 1024;
/** Bytes of one character of UTF-8 beyond the first. */
const CONTINUED = 3;

/** Whether bytes are text in UTF-8, but for a character that is cut off at either end. */
function textOf(bytes: Buffer): { readonly text: string; readonly from: number; readonly to: number } | undefined {
  let from = 0;
  while (from < Math.min(CONTINUED, bytes.length) && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  for (let to = bytes.length; to >= Math.max(from, bytes.length - CONTINUED); to -= 1) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(from, to));
      return text.includes('\0') ? undefined : { text, from, to };
    } catch {
      // A character is cut off, or it is no text.
    }
  }
  return undefined;
}

/** The signed parts of an address. */
function signatureIn(address: string): { expires: number; signature: string } {
  const { searchParams } = new URL(address);
  return { expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' };
}

/** A piece of a file as text. */
export const readFileTool = defineTool(
  {
    name: 'read_file',
    title: 'Read a piece of a file',
    description:
      'Text of a file from a byte on, up to 65536 bytes; it counts as a download. A file that is no text in UTF-8 is given as base64. Go on with nextOffset. For tables, use query_table.',
    readOnly: true,
  },
  z.strictObject({
    file: fileArgument,
    offset: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0).describe('First byte'),
    bytes: z.int().min(16).max(LONGEST).default(16_384).describe('How many bytes at most'),
  }),
  async ({ file, offset, bytes }, { run, storage }) => {
    const reference = { databaseId: file };
    const { downloadUrl } = found((await run(McpFileUrlDocument, { reference })).file, 'FILE_NOT_FOUND');
    // Guests as well may have what they can be given an address of.
    const facts = found(
      (await run(McpFileDocument, { reference, signature: signatureIn(downloadUrl.url) })).file?.download,
      'FILE_NOT_FOUND',
    );
    const { fileName, contentType, headerLine, storageDriver, storageAuthority, storageFolder, storageId } = facts;
    // Before the bytes of a table that is kept without them come the names of its variables.
    const header = Buffer.from(headerLine ?? '');
    const end = Math.min(facts.sizeBytes, offset + bytes);
    const known = { file, fileName, contentType, sizeBytes: facts.sizeBytes, offset };
    if (offset >= end) return { ...known, text: '' };
    const parts = [header.subarray(offset, end)];
    if (end > header.length) {
      const location = { driver: storageDriver, authority: storageAuthority, identifier: storageFolder, storageId };
      const range = { start: Math.max(0, offset - header.length), end: end - header.length - 1 };
      parts.push(await bufferOf(await storage.open(location, range)));
    }
    const piece = Buffer.concat(parts);
    const read = textOf(piece);
    const to = offset + (read?.to ?? piece.length);
    const next = to < facts.sizeBytes && to > offset ? { nextOffset: to } : {};
    return read === undefined ? { ...known, base64: piece.toString('base64'), ...next } : { ...known, text: read.text, ...next };
  },
);
