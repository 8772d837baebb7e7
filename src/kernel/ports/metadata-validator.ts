import type { ToldRule } from '../../errors/rules/broken.ts';

/** A JSON document, piece by piece. */
export type JsonPieces = Iterable<string> | AsyncIterable<string>;

export interface MetadataValidator {
  /** Why a file cannot be run as a validator, as the end of a sentence; undefined when it can. */
  fault(path: string): Promise<ToldRule | undefined>;
  /**
   * Whether a program approves of a document: it ends with the exit status 0.
   * @throws DomainError EXTERNAL_VALIDATION_UNAVAILABLE when it gives no answer. Errors of producing the document are rethrown.
   */
  approves(path: string, document: () => JsonPieces): Promise<boolean>;
  /** Ends the programs that run. */
  close(): void;
}
