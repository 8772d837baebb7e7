import type { DataciteMetadata } from '../../formats/datacite/metadata-model.ts';
import type { PersistentIdParts } from '../../model/persistent-id.ts';

/** The record of a dataset for its provider. */
export interface PidRecord {
  readonly pid: PersistentIdParts;
  /** Page that the identifier leads to. */
  readonly targetUrl: string;
  readonly metadata: DataciteMetadata;
}

/** An identifier as its provider knows it. */
export interface KnownPid {
  /** A draft can be deleted; the others lead to their target, and findable ones are in the provider's search. */
  readonly state: 'draft' | 'registered' | 'findable';
  readonly targetUrl: string | null;
}

/**
 * A service that registers persistent identifiers. Every call may be repeated: the last state sent counts. Calls throw if the provider
 * cannot be reached or refuses; their messages contain no credentials.
 */
export interface PidProvider {
  readonly id: string;
  readonly protocol: 'doi' | 'hdl' | 'perma';
  readonly authority: string;
  readonly separator: string;
  /** Fixed beginning of every new identifier. */
  readonly shoulder: string;
  /** Whether an identifier counts as registered as soon as it is minted, without an external service. */
  readonly registersAtOnce: boolean;
  /** The provider's record of an identifier; undefined if it has none. */
  lookup(pid: PersistentIdParts): Promise<KnownPid | undefined>;
  /** Keeps an identifier for this installation without making it public. */
  reserve(pid: PersistentIdParts): Promise<void>;
  /** Makes the identifier public, or brings metadata and target of a public one up to date. */
  publish(record: PidRecord): Promise<void>;
  /** Takes the identifier out of the provider's search; it goes on leading to its target. */
  hide(record: PidRecord): Promise<void>;
  /** Deletes an identifier that was never public; false if it was public, because then it is permanent. */
  remove(pid: PersistentIdParts): Promise<boolean>;
}

export interface PidProviders {
  /** The provider that new datasets use. */
  current(): PidProvider;
  /** Every provider whose identifiers this installation manages, the present one first. */
  all(): readonly PidProvider[];
  /** The providers that can mint identifiers here, by ids that differ, the present one first. */
  generators(): readonly PidProvider[];
  /** The provider that manages an identifier; undefined when none of this installation does. */
  find(pid: PersistentIdParts): PidProvider | undefined;
  /**
   * Takes an identifier in scheme form apart, DOIs in capitals; undefined when no provider of this installation manages it.
   * Source: datasets.md 12.1.
   */
  parse(persistentId: string): PersistentIdParts | undefined;
}
