import type { BlockList } from 'node:net';
import { familyOf, parseAddress } from '../network-address.ts';

/** Whether the other end of a connection is a proxy of `TRUSTED_PROXIES`. */
export function isTrustedProxy(trustedProxies: BlockList, remoteAddress: string | undefined): boolean {
  const connection = remoteAddress === undefined ? undefined : parseAddress(remoteAddress);
  return connection !== undefined && trustedProxies.check(connection, familyOf(connection));
}
