import { isIPv4, isIPv6 } from 'node:net';

const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
// The list of top-level domains changes by the month, so any well-formed one passes, encoded international ones included.
const TOP_LEVEL = /^(?:[A-Za-z]{2,63}|[xX][nN]--[A-Za-z0-9-]*[A-Za-z0-9])$/;

/** Whether `host` is a name of two or more labels under a top-level domain. `localhost` is none. Source: blocks.md 5. */
export function isDomainName(host: string): boolean {
  if (host.length > 253) return false;
  const labels = host.split('.');
  const topLevel = labels.pop() ?? '';
  return labels.length > 0 && TOP_LEVEL.test(topLevel) && labels.every((label) => label.length <= 63 && LABEL.test(label));
}

/** Whether `text` is an IP address in brackets; of version 6, or of any version when `anyVersion`. */
export function isBracketedAddress(text: string, anyVersion: boolean): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false;
  const address = text.slice(1, -1);
  // A zone belongs to one machine and means nothing to a reader.
  return (isIPv6(address.replace(/^IPv6:/, '')) && !address.includes('%')) || (anyVersion && isIPv4(address));
}
