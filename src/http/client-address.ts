import type { BlockList } from 'node:net';
import { familyOf, isLoopback, parseAddress } from '../network-address.ts';

/** The unchecked claims of a request about its route. */
export interface RequestOrigin {
  /** Address of the other end of the connection. */
  readonly remoteAddress: string | undefined;
  /** Value of the header `X-Forwarded-For`. */
  readonly forwardedFor: string | undefined;
  /** The request has a header that a proxy adds. */
  readonly forwarded: boolean;
}

/** Where a request comes from. */
export interface ClientAddress {
  /** In canonical form; undefined if the proxies do not give it, or give an invalid one. */
  readonly address: string | undefined;
  /** The request was sent on this machine, and no proxy stands between. */
  readonly local: boolean;
}

const LONGEST_ENTRY = 64;

/** An entry of `X-Forwarded-For` without port and brackets: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function readEntry(entry: string): string | undefined {
  const text = entry.trim();
  if (text.length > LONGEST_ENTRY) return undefined;
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return parseAddress(bare);
}

/**
 * Makes the rule by which both APIs determine the address of a client: that of the connection, unless it belongs to a trusted proxy; then
 * the last entry of `X-Forwarded-For` that does, read from the right, hands over to the next one, and the first that does not is the
 * client. What stands further left was written by the client. A header cannot make a client local. Source: users-admin.md 4.2.
 */
export function clientAddressOf(trustedProxies: BlockList): (origin: RequestOrigin) => ClientAddress {
  const isTrusted = (address: string): boolean => trustedProxies.check(address, familyOf(address));
  return ({ remoteAddress, forwardedFor, forwarded }) => {
    const connection = remoteAddress === undefined ? undefined : parseAddress(remoteAddress);
    const local = !forwarded && connection !== undefined && isLoopback(connection);
    if (connection === undefined || forwardedFor === undefined || !isTrusted(connection)) return { address: connection, local };
    let address: string | undefined;
    for (const entry of forwardedFor.split(',').toReversed()) {
      address = readEntry(entry);
      if (address === undefined || !isTrusted(address)) break;
    }
    return { address: address === undefined || isLoopback(address) ? undefined : address, local: false };
  };
}
