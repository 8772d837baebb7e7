import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { mailDomainGroupIdentifier } from '../../../model/group-identifier.ts';
import { compileDomainPattern, PatternFault } from './mail-domain-pattern.ts';
import { type ToldRule, broken, brokenBy } from '../../../errors/rules/broken.ts';

/** Says which mail-domain groups hold an e-mail address, in the order of the groups. */
export type MailDomainMatcher = (email: string) => readonly string[];

/** Longest domain name. Source: RFC 1035 2.3.4. */
const LONGEST_DOMAIN = 253;

const DOMAIN = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u;

function domainFault(domain: string, regex: boolean): ToldRule | undefined {
  if (!regex) return DOMAIN.test(domain) && domain.length <= LONGEST_DOMAIN ? undefined : broken('NO_DOMAIN');
  try {
    compileDomainPattern(domain);
    return undefined;
  } catch (error) {
    if (error instanceof PatternFault) return error.told;
    throw error;
  }
}

/**
 * Checks the domains of a group, or its regular expressions for them.
 * @throws DomainError BAD_USER_INPUT naming each that is none.
 */
export function checkMailDomains(domains: readonly string[], regex: boolean): void {
  const problems = domains.flatMap((domain, at): Problem[] => {
    const fault = domainFault(domain, regex);
    return fault === undefined ? [] : [{ pointer: `/domains/${at}`, ...brokenBy(domain, fault) }];
  });
  if (problems.length === 0) return;
  throw new DomainError('BAD_USER_INPUT', `The domains are not right: ${problems.map(({ message }) => message).join('; ')}.`, { problems });
}

/** What stands behind the last `@`, in lower case; undefined when that is no domain. */
function domainOf(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  return at === -1 || domain === '' || domain.length > LONGEST_DOMAIN ? undefined : domain;
}

function matches(pattern: string): (domain: string) => boolean {
  try {
    return compileDomainPattern(pattern);
  } catch {
    // Refused when it was written; one that is in the table anyway matches no address.
    return () => false;
  }
}

/** Prepares mail-domain groups for matching. A domain matches as a whole: `example.org` does not hold `lab.example.org`. */
export function mailDomainMatcher(
  groups: readonly { readonly alias: string; readonly domains: readonly string[]; readonly regex: boolean }[],
): MailDomainMatcher {
  const tests = groups.map(({ alias, domains, regex }) => {
    const exact = new Set(regex ? [] : domains.map((domain) => domain.toLowerCase()));
    const patterns = regex ? domains.map(matches) : [];
    return {
      identifier: mailDomainGroupIdentifier(alias),
      holds: (domain: string) => exact.has(domain) || patterns.some((test) => test(domain)),
    };
  });
  return (email) => {
    const domain = domainOf(email);
    return domain === undefined ? [] : tests.filter(({ holds }) => holds(domain)).map(({ identifier }) => identifier);
  };
}
