/** Where requests may go that others than the operator choose the address of. */
import type { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** What the operator allows beside public addresses. */
export interface AllowedHosts {
  readonly names: ReadonlySet<string>;
  readonly blocks: BlockList;
}

/** Services that clouds have at public addresses, for the machine itself. Source: Azure, virtual public IP address of the host. */
const METADATA_SERVICES = new Set(['168.63.129.16']);

function isThisMachine(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) => (list ?? []).some((own) => own.address === address));
}

/** Whether the operator has allowed a host, by its name or one of its addresses. */
export function isAllowed(address: string, hostname: string, { names, blocks }: AllowedHosts): boolean {
  if (names.has(hostname.toLowerCase())) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return blocks.check(parsed.toString(), parsed.kind());
}

/**
 * Whether an address may be reached: one that is public and not this machine's, or one that the operator allows. Loopback, private,
 * link-local, unique-local, shared (CGNAT), multicast and reserved ranges are not public, nor are those that embed an IPv4 address.
 */
export function mayReach(address: string, hostname: string, allowed: AllowedHosts): boolean {
  if (!ipaddr.isValid(address)) return false;
  if (isAllowed(address, hostname, allowed)) return true;
  const parsed = ipaddr.process(address);
  const text = parsed.toString();
  return parsed.range() === 'unicast' && !METADATA_SERVICES.has(text) && !isThisMachine(text);
}
