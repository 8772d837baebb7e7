/** The facts of a caller on which group membership depends. */
export interface GroupCandidate {
  /** Identifiers that are the caller's without any group of the installation: its own and the built-in ones. */
  readonly own: readonly string[];
  /** Client address in canonical form; undefined when it is not known. */
  readonly address: string | undefined;
  /** Of an account, once it was confirmed. */
  readonly confirmedEmail: string | undefined;
  /** Explicit groups that contain the account itself, at any depth. */
  readonly explicitGroups: readonly string[];
}

/** Determines the groups of a request from memory, without a statement. */
export interface GroupSource {
  /** All identities of a caller: its own ones first, then IP, mail-domain and explicit groups, each once. */
  identitiesOf(candidate: GroupCandidate): readonly string[];
  /** Reads all groups again; called after a change in this or another process. */
  refresh(): Promise<void>;
}
