/** Files of a dataset: added as a zip, deleted one by one. Source: SWORD 2.0, 6.7 and 9. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.ts';
import { SIMPLE_ZIP } from '../formats/sword/namespaces.ts';
import {
  DepositAdmissionDocument,
  DepositFileDeleteDocument,
  DepositFilesDocument,
  DepositViewDocument,
} from '../generated/sword-operations.ts';
import { numericId } from '../rest-compat/reference.ts';
import type { StagedFile } from '../storage/file-storage.ts';
import { StagedUpload } from '../storage/staged-upload.ts';
import type { ChecksumAlgorithm } from '../vocabulary/files.ts';
import { receiptOf } from './receipts.ts';
import { found, namedDataset, type SwordAnswer, type SwordCall } from './sword-call.ts';

/** Names of checksums as the storage knows them, by those of GraphQL. */
const ALGORITHMS: Readonly<Record<string, ChecksumAlgorithm>> = { SHA_1: 'SHA-1', SHA_256: 'SHA-256', SHA_512: 'SHA-512' };

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The name of the archive. @throws DomainError BAD_USER_INPUT without one */
function fileNameOf(request: IncomingMessage): string {
  const [, quoted, bare] = /(?:^|[;\s])filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header(request, 'content-disposition') ?? '') ?? [];
  const name = (quoted ?? bare ?? '').split(/[\\/]/).at(-1)?.trim() ?? '';
  if (name !== '' && name !== '.' && name !== '..') return name;
  throw new DomainError('BAD_USER_INPUT', 'The header Content-Disposition must name the archive: filename=files.zip.', {
    problems: [{ pointer: '/header/Content-Disposition', message: 'must have a filename' }],
  });
}

/** The MD5 that the client claims, in hexadecimal, which SWORD has it in; base64 is taken as well. @throws DomainError BAD_USER_INPUT */
function claimedMd5(request: IncomingMessage): string | undefined {
  const claim = header(request, 'content-md5')?.trim();
  if (claim === undefined) return undefined;
  if (/^[0-9a-f]{32}$/i.test(claim)) return claim.toLowerCase();
  if (/^[A-Za-z0-9+/]{22}==$/.test(claim)) return Buffer.from(claim, 'base64').toString('hex');
  throw new DomainError('BAD_USER_INPUT', 'The header Content-MD5 must be the MD5 of the body.', {
    problems: [{ pointer: '/header/Content-MD5', message: 'must be 32 hexadecimal digits' }],
  });
}

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE for another packaging than that of zip archives */
function requireZip(request: IncomingMessage): void {
  const packaging = header(request, 'packaging');
  const isForm = (header(request, 'content-type') ?? '').toLowerCase().startsWith('multipart/');
  const isEncoded = !['identity', undefined].includes(header(request, 'content-encoding')?.toLowerCase());
  if (packaging === SIMPLE_ZIP && !isForm && !isEncoded) return;
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', `Files are sent as one zip archive, with the header Packaging: ${SIMPLE_ZIP}.`);
}

const ZIP_BEGINNINGS = ['PK\u0003\u0004', 'PK\u0005\u0006'];

/** Receives the archive in the staging area. @throws DomainError CHECKSUM_MISMATCH, BAD_USER_INPUT, and as `FileStorage.stage` */
async function receive(
  { request, storage }: SwordCall,
  limits: { readonly maximumBytes: number | null; readonly checksum: string },
): Promise<StagedFile> {
  const md5 = claimedMd5(request);
  const named = { fileName: fileNameOf(request), suppliedContentType: 'application/zip' };
  const hash = createHash('md5');
  // Not the request itself: destroying it at the first fault would take the connection of the answer away.
  const sent = Readable.from(request.iterator({ destroyOnReturn: false }), { objectMode: false });
  const source = md5 === undefined ? sent : sent.pipe(new PassThrough()).on('data', (chunk: Buffer) => hash.update(chunk));
  if (source !== sent) sent.once('error', (error) => source.destroy(error));
  const { maximumBytes, checksum } = limits;
  const staged = await storage.stage(source, { ...named, maximumBytes, checksumAlgorithm: ALGORITHMS[checksum] ?? 'MD5' });
  try {
    if (md5 !== undefined && hash.digest('hex') !== md5) {
      throw new DomainError('CHECKSUM_MISMATCH', 'The archive does not have the MD5 that the header Content-MD5 claims.');
    }
    if (!ZIP_BEGINNINGS.includes(staged.head.subarray(0, 4).toString('latin1'))) {
      throw new DomainError('BAD_USER_INPUT', 'The body is no zip archive.', {
        problems: [{ pointer: '', message: 'must be a zip archive' }],
      });
    }
    return staged;
  } catch (error) {
    await storage.discard(staged);
    throw error;
  }
}

/** Adds the files of an archive to the draft. */
export async function addFiles(call: SwordCall): Promise<SwordAnswer> {
  const { base, request, run, storage, target } = call;
  requireZip(request);
  const dataset = namedDataset(target);
  const { uploadLimits } = found((await run(DepositAdmissionDocument, { dataset })).dataset, 'DATASET_NOT_FOUND', target.name);
  const staged = await receive(call, { maximumBytes: uploadLimits.maximumFileBytes, checksum: uploadLimits.checksumAlgorithm });
  try {
    const { addFile } = await run(DepositFilesDocument, { input: { dataset, file: new StagedUpload(staged), unpack: true } });
    const receipt = await run(DepositViewDocument, { reference: dataset });
    const { length } = addFile.files;
    const treatment = [
      length === 1 ? '1 file was added.' : `${length} files were added.`,
      ...(addFile.warning === null ? [] : [addFile.warning]),
    ];
    return receiptOf(base, found(receipt.dataset, 'DATASET_NOT_FOUND', target.name), { status: 201, treatment: treatment.join(' ') });
  } finally {
    // Does nothing for bytes that were kept.
    await storage.discard(staged);
  }
}

/** Deletes a file of the draft, which is made if there is none. */
export async function deleteFile({ run, target }: SwordCall): Promise<SwordAnswer> {
  await run(DepositFileDeleteDocument, { input: { file: { databaseId: numericId(target.name) } } });
  return { status: 204 };
}
