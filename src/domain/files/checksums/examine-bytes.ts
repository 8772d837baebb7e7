import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '../../../vocabulary/files.ts';
import type { FixityOutcome } from '../../../vocabulary/integrity.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { checksumHash } from '../../../storage/checksum-hash.ts';
import { chunksOf } from '../../../storage/chunks-of.ts';
import type { FileLocation, FileStorage } from '../../../storage/file-storage.ts';
import { systemErrorCode } from '../../../storage/file-system-error.ts';
import type { ReadingPace } from './reading-pace.ts';

/** What is recorded of stored bytes. */
export interface RecordedBytes {
  readonly location: FileLocation;
  readonly sizeBytes: number;
  /** Perhaps of no known algorithm, or no checksum at all: imported files say what they were given. */
  readonly checksumAlgorithm: string;
  readonly checksumValue: string;
}

/** What a reading of stored bytes found. */
export interface FixityFinding {
  readonly outcome: FixityOutcome;
  /** Null where there was nothing to read. */
  readonly foundSizeBytes: number | null;
  /** By the recorded algorithm; null where the bytes were not read to their end. */
  readonly foundChecksum: string | null;
  /** The fault as a sentence; null if there is none. */
  readonly fault: string | null;
}

export interface ExamineOptions {
  readonly pace: ReadingPace;
  readonly signal?: AbortSignal;
  /** Called with the bytes as they are read, and where they lie. */
  readonly onChunk?: (chunk: Buffer, location: FileLocation) => void;
}

/** Shortages of this process or its machine. */
const SHORTAGES = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

/** A failure that says nothing of the file: it is to be read another time. */
function isPassing(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'STORAGE_UNAVAILABLE';
  return SHORTAGES.has(systemErrorCode(error) ?? '');
}

/** Algorithm of a checksum that can be computed again; undefined where nothing provable is recorded. */
function provableAlgorithm({ checksumAlgorithm, checksumValue }: RecordedBytes): ChecksumAlgorithm | undefined {
  const algorithm = CHECKSUM_ALGORITHMS.find((one) => one === checksumAlgorithm);
  if (algorithm === undefined) return undefined;
  const digits = checksumHash(algorithm).digest('hex').length;
  return checksumValue.length === digits && /^[0-9a-f]+$/i.test(checksumValue) ? algorithm : undefined;
}

const absent: FixityFinding = {
  outcome: 'MISSING',
  foundSizeBytes: null,
  foundChecksum: null,
  fault: 'The storage does not hold the bytes.',
};

/**
 * Compares the bytes of a file with what is recorded of them: size first, then, by reading them once to their end, the checksum.
 * Changes nothing.
 * @throws DomainError STORAGE_UNAVAILABLE, a shortage of this machine, and what the signal aborts with: they say nothing of the file.
 */
export async function examineBytes(storage: FileStorage, recorded: RecordedBytes, options: ExamineOptions): Promise<FixityFinding> {
  const { location, sizeBytes } = recorded;
  try {
    const foundSizeBytes = await storage.sizeOf(location);
    if (foundSizeBytes === undefined) return absent;
    if (foundSizeBytes !== sizeBytes) {
      const fault = `The storage holds ${foundSizeBytes} bytes; ${sizeBytes} are recorded.`;
      return { outcome: 'WRONG_SIZE', foundSizeBytes, foundChecksum: null, fault };
    }
    const algorithm = provableAlgorithm(recorded);
    const hash = checksumHash(algorithm ?? 'MD5');
    for await (const chunk of chunksOf(await storage.open(location))) {
      options.signal?.throwIfAborted();
      hash.update(chunk);
      options.onChunk?.(chunk, location);
      await options.pace.take(chunk.length, options.signal);
    }
    if (algorithm === undefined) return { outcome: 'UNPROVEN', foundSizeBytes, foundChecksum: null, fault: null };
    const foundChecksum = hash.digest('hex');
    if (foundChecksum === recorded.checksumValue.toLowerCase()) return { outcome: 'VALID', foundSizeBytes, foundChecksum, fault: null };
    const fault = `The ${algorithm} checksum of the bytes is ${foundChecksum}; ${recorded.checksumValue} is recorded.`;
    return { outcome: 'WRONG_CHECKSUM', foundSizeBytes, foundChecksum, fault };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isPassing(error)) throw error;
    if (error instanceof DomainError && error.code === 'FILE_BYTES_MISSING') return absent;
    const fault = `The bytes cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { outcome: 'UNREADABLE', foundSizeBytes: null, foundChecksum: null, fault };
  }
}
