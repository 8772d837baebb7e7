import { isIPv4 } from 'node:net';
import { isBracketedAddress, isDomainName } from './host-format.ts';

/** The path begins with its slash: a pattern whose parts can share their characters tries every way to share them. */
const PARTS = /^(?:https?|ftp):\/\/([^/?#\s]+)((?:\/[^?#\s]*)?)(?:\?[^#\s]*)?(?:#\S*)?$/i;
const AUTHORITY = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/;
const USER_INFO = /^(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*$/;
const PATH = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/;

/** Whether `text` is an absolute http, https or ftp address on a public kind of host. Source: blocks.md 5. */
export function isUrl(text: string): boolean {
  const [, authority = '', path = ''] = PARTS.exec(text) ?? [];
  return isAuthority(authority) && PATH.test(path) && staysBelowRoot(path);
}

function isAuthority(authority: string): boolean {
  const match = AUTHORITY.exec(authority);
  if (match === null) return false;
  const [, userInfo = '', host = '', port = '0'] = match;
  const isHost = isDomainName(host) || isIPv4(host) || isBracketedAddress(host, false);
  return isHost && USER_INFO.test(userInfo) && Number(port) <= 65_535;
}

/** Whether the `..` segments of a path never lead above its root. */
function staysBelowRoot(path: string): boolean {
  let depth = 0;
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') depth -= 1;
    else if (segment !== '' && segment !== '.') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}
