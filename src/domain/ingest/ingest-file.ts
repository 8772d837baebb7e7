import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { listIngestCandidates, type IngestRequestRow, storeIngestProgress } from '../../db/queries/ingest/ingest-requests.ts';
import { findNewestRecord } from '../../db/queries/ingest/store-table.ts';
import { findRecordedFile } from '../../db/queries/integrity/fixity-checks.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { locationOf } from '../files/file-place.ts';
import { storedProcessingType } from '../files/file-types.ts';
import { MADE_BYTES, withLocalBytes } from '../files/local-bytes.ts';
import { storeIngested } from './store-ingested.ts';

/** What ingesting works with. */
export interface IngestScope {
  readonly db: Database;
  readonly services: Pick<DomainServices, 'storage' | 'settings' | 'tables' | 'tableForms'>;
  readonly log: Logger;
}

/** Counts and hashes bytes that pass, after those of a text before them. */
class SeenBytes {
  readonly #hash = createHash('sha256');
  #sizeBytes: number;

  constructor(before: string) {
    this.#hash.update(before);
    this.#sizeBytes = Buffer.byteLength(before);
  }

  async *pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#hash.update(chunk);
      this.#sizeBytes += chunk.length;
      yield chunk;
    }
  }

  result(): { readonly sizeBytes: number; readonly sha256: string } {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }
}

/** How often progress is recorded at most. */
const PROGRESS_MS = 1000;

/** Records progress now and then; a record that cannot be written now is left to the next one. */
function progressOf({ db, log }: IngestScope, request: IngestRequestRow): (rowsDone: number, rowsExpected: number | null) => void {
  let recordedAt = 0;
  return (rowsDone, rowsExpected) => {
    const now = Date.now();
    if (now - recordedAt < PROGRESS_MS) return;
    recordedAt = now;
    storeIngestProgress(db, request, { rowsDone, rowsExpected }).catch((err: unknown) =>
      log.warn({ err, fileId: request.dataFileId }, 'The progress of an ingest could not be recorded.'),
    );
  };
}

/**
 * Ingests one file. Does nothing where it was removed meanwhile.
 * @throws IngestFailure when it is no table that can be read; otherwise as storage and database, to be tried again.
 */
export async function ingestFile(scope: IngestScope, request: IngestRequestRow): Promise<void> {
  const { db, services } = scope;
  const [recorded, [candidate], record] = await Promise.all([
    findRecordedFile(db, request.dataFileId),
    listIngestCandidates(db, [request.dataFileId]),
    findNewestRecord(db, request.dataFileId),
  ]);
  if (recorded === undefined || candidate === undefined || record === undefined) return;
  const { storage, settings, tables } = services;
  const uploaded = { ...recorded, contentType: candidate.contentType, label: record.label };
  const contentType = await storedProcessingType(storage, uploaded);
  const file = { ...recorded, contentType };
  const withHeader = settings.get(':StoreIngestedTabularFilesWithVarHeaders') === true;
  await withLocalBytes(services, locationOf(file, file), (path) =>
    tables.ingest(
      { path, contentType, withHeader },
      {
        onProgress: progressOf(scope, request),
        use: async (table, textPath) => {
          const names = withHeader ? '' : services.tableForms.headerLine(table.variables.map(({ name }) => name));
          const seen = new SeenBytes(names);
          const text = await storage.stage(Readable.from(seen.pass(createReadStream(textPath))), MADE_BYTES);
          try {
            await storeIngested(db, services, { request, file, table, text, textHasHeader: withHeader, download: seen.result() });
          } finally {
            await storage.discard(text);
          }
        },
      },
    ),
  );
}
