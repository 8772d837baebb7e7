import { addBulkPart, type BulkJobRow } from '../../db/queries/bulk/bulk-jobs.ts';
import type { Database, Transaction } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { BulkLimits } from '../../kernel/ports/bulk-operations.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import { keepLines } from './bulk-places.ts';

/** Characters of lines that are gathered before they are stored. */
const PART_CHARACTERS = 4_000_000;
/** How long lines wait to be stored. */
const PART_MS = 2_000;

/** A slice that goes on with a job which has been taken from it, or has ended. */
export class SliceLost extends Error {}

export interface PartWriterOptions {
  readonly db: Database;
  readonly storage: FileStorage;
  readonly limits: BulkLimits;
  readonly job: BulkJobRow;
  readonly runner: string;
  /** Done in the transaction that stores lines. */
  readonly within?: (tx: Transaction) => Promise<void>;
}

/** How far a job is with the lines that it has written. */
export interface BulkPlace {
  readonly cursor: string | null;
  readonly inputOffset: number;
}

/** Lines with what they count as. */
export interface WrittenLines {
  readonly lines: readonly string[];
  readonly failedCount: number;
  readonly truncatedCount: number;
  readonly cost: number;
}

/** Gathers lines, and stores them together with how far the job is: a slice that ends in between has written none of them. */
export class PartWriter {
  readonly #options: PartWriterOptions;
  #place: BulkPlace;
  #lines: string[] = [];
  #characters = 0;
  #counts = { failedCount: 0, truncatedCount: 0, cost: 0 };
  #since = performance.now();
  /** With those of earlier slices. */
  #sizeBytes: number;
  #cost: number;

  constructor(options: PartWriterOptions) {
    const { cursor, inputOffset, sizeBytes, cost } = options.job;
    this.#options = options;
    this.#place = { cursor, inputOffset };
    this.#sizeBytes = sizeBytes;
    this.#cost = cost;
  }

  /**
   * Adds lines after which the job is at a place; stores those that have gathered when they are many, or have waited.
   * @throws DomainError BULK_RESULT_TOO_LARGE | BULK_TOO_COSTLY with all before stored; SliceLost
   */
  async add({ lines, failedCount, truncatedCount, cost }: WrittenLines, place: BulkPlace): Promise<void> {
    const { limits } = this.#options;
    const characters = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (this.#sizeBytes + characters > limits.resultBytes) {
      await this.flush();
      throw new DomainError('BULK_RESULT_TOO_LARGE', `The result would have more than ${limits.resultBytes} bytes.`);
    }
    this.#lines.push(...lines);
    this.#characters += characters;
    this.#sizeBytes += characters;
    this.#cost += cost;
    this.#place = place;
    this.#counts.failedCount += failedCount;
    this.#counts.truncatedCount += truncatedCount;
    this.#counts.cost += cost;
    if (this.#cost > limits.cost) {
      await this.flush();
      throw new DomainError('BULK_TOO_COSTLY', `The operations of the job have cost more than ${limits.cost} points.`);
    }
    if (this.#characters >= PART_CHARACTERS || performance.now() - this.#since > PART_MS) await this.flush();
  }

  /** Stores what has gathered. @throws SliceLost */
  async flush(): Promise<void> {
    const { db, storage, job, runner, within } = this.#options;
    this.#since = performance.now();
    if (this.#lines.length === 0) return;
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`);
    const location = await keepLines(storage, job.id, bytes);
    const stretch = { ...this.#counts, ...this.#place, ...location, sizeBytes: bytes.length, lineCount: this.#lines.length };
    // Where the commit fails and may have taken place, the bytes stay: the doctor finds those that no record names.
    const isStored = await db.transaction(async (tx) => {
      const added = await addBulkPart(tx, job.id, runner, stretch);
      if (added) await within?.(tx);
      return added;
    });
    if (!isStored) {
      await storage.remove(location);
      throw new SliceLost();
    }
    this.#lines = [];
    this.#characters = 0;
    this.#counts = { failedCount: 0, truncatedCount: 0, cost: 0 };
  }
}
