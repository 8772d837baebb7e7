import type {
  AskedWords,
  DocumentKey,
  EngineAccess,
  EngineAnswer,
  EngineDocument,
  EngineRequest,
} from '../../model/search/search-engine.ts';

/** A document of an engine and a checksum of what it was made from. */
export interface KeptDocument extends DocumentKey {
  readonly digest: string;
}

/** A document that an engine does not take, and why. */
export interface RefusedDocument extends DocumentKey {
  readonly reason: string;
}

/**
 * An engine beside the database that finds things. It is behind the database: what it finds is looked up there before it is shown.
 * All calls that ask it throw SearchEngineFault when it does not answer, or refuses.
 */
export interface SearchEngine {
  /** For people: which one, and where. */
  readonly description: string;
  find(request: EngineRequest): Promise<EngineAnswer>;
  /** What the onlooker may see in whose name a word begins so, the shorter names first. */
  named(access: EngineAccess, beginning: AskedWords, limit: number): Promise<readonly DocumentKey[]>;
  /** What the onlooker may see in whose name a word is spelled much like one. */
  alike(access: EngineAccess, word: AskedWords, limit: number): Promise<readonly DocumentKey[]>;
  /** Public datasets that share words of weight with a document, the ones most alike first. */
  similar(document: DocumentKey, limit: number): Promise<readonly DocumentKey[]>;
  /** Writes documents into an index, and removes others. @returns documents that the engine does not take as they are; it has all others */
  write(index: string, documents: readonly EngineDocument[], gone: readonly DocumentKey[]): Promise<readonly RefusedDocument[]>;
  createIndex(index: string): Promise<void>;
  deleteIndex(index: string): Promise<void>;
  /** Whether an index is there. */
  hasIndex(index: string): Promise<boolean>;
  /** From now on this index answers; at once, without a moment in which none does. */
  answerFrom(index: string): Promise<void>;
  /** Makes what was written findable now. */
  refresh(index: string): Promise<void>;
  /** Some documents of an index, by key, after one. */
  listDocuments(index: string, after: DocumentKey | undefined, limit: number): Promise<readonly KeptDocument[]>;
  /** The checksum that a document would have. */
  digestOf(document: EngineDocument): string;
}

/** The engine that an installation has. */
export interface ChosenEngine {
  readonly engine: SearchEngine;
  /** Name of an index that is built at a time. */
  nameOfIndex(at: Date): string;
}

/** Why an engine did not do what it was asked. */
export class SearchEngineFault extends Error {}
