/** The facts of a caller that usage counts depend on; kept no longer than the request. */
export interface Visitor {
  /** In canonical form; undefined when it is not known. */
  readonly address: string | undefined;
  /** Empty when none was sent. */
  readonly userAgent: string;
  /** ISO 3166-1 in lower case; empty if unknown. */
  readonly country: string;
}

/** Where a request comes from, in canonical form; undefined where that is not known. */
export interface CallerAddresses {
  /** The client, as far as trusted proxies tell. */
  readonly client: string | undefined;
  /** The other end of the connection. */
  readonly connection: string | undefined;
}

/** Values of headers, by their names in lower case, in which a trusted proxy says whom it has authenticated. */
export type AssertedHeaders = (name: string) => string | undefined;
