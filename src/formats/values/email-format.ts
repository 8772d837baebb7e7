import { isBracketedAddress, isDomainName } from './host-format.ts';

const UNQUOTED = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const QUOTED = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])+"$/;

/** Whether `text` is one e-mail address in ASCII at a dotted host name or a bracketed address. Source: blocks.md 5. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64) return false;
  const local = text.slice(0, at);
  const host = text.slice(at + 1);
  return (UNQUOTED.test(local) || QUOTED.test(local)) && (isDomainName(host) || isBracketedAddress(host, true));
}
