/** IP addresses as text. Leaf module: configuration, matching of groups and both surfaces read them the same way. */
import { type BlockList, isIP, SocketAddress } from 'node:net';

export type AddressFamily = 'ipv4' | 'ipv6';

const MAPPED = '::ffff:';

/** The family of an address in canonical form. */
export function familyOf(address: string): AddressFamily {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/**
 * The canonical text of an IPv4 or IPv6 address: lower case, shortest form, no zone, an IPv4-mapped IPv6 address as IPv4.
 * Undefined when the text is no address. Source: RFC 5952.
 */
export function parseAddress(text: string): string | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return text;
  const zone = text.indexOf('%');
  const { address } = new SocketAddress({ address: zone === -1 ? text : text.slice(0, zone), family: 'ipv6' });
  // The mapped range is the only one that is written with dots after this prefix.
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}

/** The part of an address in canonical form that one subscriber has: an IPv4 address whole, of IPv6 the first 64 bits. Source: RFC 6177. */
export function networkOf(address: string): string {
  if (familyOf(address) === 'ipv4') return address;
  const [before = '', after] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** Whether an address in canonical form is this machine itself. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Adds an address or a CIDR block (`10.0.0.0/8`, `fd00::/8`) to a list; whether the text is one. */
export function addBlock(list: BlockList, text: string): boolean {
  const slash = text.indexOf('/');
  const address = parseAddress(slash === -1 ? text : text.slice(0, slash));
  if (address === undefined) return false;
  const family = familyOf(address);
  if (slash === -1) {
    list.addAddress(address, family);
    return true;
  }
  const prefix = text.slice(slash + 1);
  const longest = family === 'ipv4' ? 32 : 128;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return false;
  list.addSubnet(address, Number(prefix), family);
  return true;
}
