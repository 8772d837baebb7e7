/** Who a request comes from, as far as usage counts look at it; kept no longer than the request. */
export interface Visitor {
  /** In canonical form; undefined when it is not known. */
  readonly address: string | undefined;
  /** Empty when none was sent. */
  readonly userAgent: string;
  /** ISO 3166-1 in lower case; empty when nobody knows. */
  readonly country: string;
}
