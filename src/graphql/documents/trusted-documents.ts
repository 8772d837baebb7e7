import type { Logger } from 'pino';
import { StartupError } from '../../errors/startup-error.ts';
import type { DocumentId } from './document-id.ts';
import { type DocumentFile, type DocumentTexts, listDocumentFiles, readTrustedDocuments } from './read-trusted-documents.ts';

/** How often files are looked at for changes. */
const LOOK_MS = 5_000;

/** Documents that the operator has vouched for. */
export interface TrustedDocuments {
  textOf(id: DocumentId): string | undefined;
  /** Reads the files again where they have changed. */
  refresh(): Promise<void>;
  close(): void;
}

function isSame(before: readonly DocumentFile[], after: readonly DocumentFile[]): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/**
 * Reads the documents at a path, and again whenever the files there change: a front end that is deployed brings its documents without a
 * restart of this server. What cannot be read then is logged, and what was read before stays.
 * @throws StartupError
 */
export async function openTrustedDocuments(path: string | undefined, log: Pick<Logger, 'error' | 'info'>): Promise<TrustedDocuments> {
  if (path === undefined) return { textOf: () => undefined, refresh: async () => undefined, close: () => undefined };
  let files: readonly DocumentFile[];
  let texts: DocumentTexts;
  try {
    files = await listDocumentFiles(path);
    texts = await readTrustedDocuments(files);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`TRUSTED_DOCUMENTS: ${path} cannot be read.`, { cause: error });
  }
  const refresh = async (): Promise<void> => {
    try {
      const found = await listDocumentFiles(path);
      if (isSame(files, found)) return;
      // What cannot be read is said once, not every few seconds.
      files = found;
      texts = await readTrustedDocuments(found);
      log.info({ documents: texts.size }, 'The trusted documents were read again.');
    } catch (err) {
      log.error({ err }, 'The trusted documents have changed and cannot be read; those of before stay.');
    }
  };
  const timer = setInterval(() => void refresh(), LOOK_MS).unref();
  return { textOf: (id) => texts.get(id), refresh, close: () => clearInterval(timer) };
}
