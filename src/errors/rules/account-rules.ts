/** Rules for accounts, passwords, groups, roles and sign-in. */

const CHARACTERS: Readonly<Record<string, string>> = {
  UpperCase: 'capital letters',
  LowerCase: 'small letters',
  Digit: 'digits',
  Special: 'special characters',
  Alphabetical: 'letters',
};

/** A rule of `:PVCharacterRules`, `Digit:1`, in parts. */
export function characterRule(rule: string): { readonly type: string; readonly least: string } {
  const [type = '', least = '0'] = rule.split(':');
  return { type, least };
}

export const accountRules = {
  ACCOUNT_NAME: () => 'must be 2 to 60 letters, digits, underscores, dots or hyphens',
  ANOTHER_ACCOUNT: () => 'must be another account',
  NO_ACCOUNT: ({ named }: { named: string }) => `${named} is no account`,
  PASSWORD_CHARACTERS: ({ rules }: { rules: readonly string[] }) =>
    `must have ${rules
      .map(characterRule)
      .map(({ type, least }) => `${least} or more ${CHARACTERS[type] ?? type}`)
      .join(', ')}`,
  DIGITS_IN_A_ROW: ({ most }: { most: number }) => `must not have more than ${most} digits in a row`,
  COMMON_WORD: () => 'must not contain a word that many passwords have',
  TOKEN_END: ({ days }: { days: number }) => `must be within the next ${days} days`,
  NO_ASSIGNEE: ({ identifier }: { identifier: string }) => `${identifier} is not a known assignee`,
  DEACTIVATED: ({ identifier }: { identifier: string }) => `the account ${identifier} is deactivated`,
  CONTAINS_ITSELF: ({ identifier }: { identifier: string }) => `${identifier} cannot contain itself`,
  CONTAINS_THIS: ({ identifier }: { identifier: string }) => `${identifier} contains this group already`,
  GROUP_OF_ELSEWHERE: ({ identifier }: { identifier: string }) => `${identifier} is not defined in this collection or above it`,
  NO_ROLE_HERE: ({ role }: { role: string }) => `${role} is no role here`,
  GROUP_ALIAS: () => 'must consist of letters, digits, underscores or hyphens',
  ALIAS_LIKE_AN_ID: () => 'must not consist of digits alone, which name a group by its id',
  NO_ADDRESS: ({ text }: { text: string }) => `${text} is no IPv4 or IPv6 address`,
  TWO_FAMILIES: ({ range }: { range: string }) => `${range} goes from one address family to the other`,
  RANGE_BACKWARDS: ({ range }: { range: string }) => `${range} ends before it begins`,
  NO_DOMAIN: () => 'is no domain name such as example.org',
  PATTERN_GROUP_CLOSED: () => 'closes a group that it does not open',
  PATTERN_GROUP_OPEN: () => 'opens a group that it does not close',
  PATTERN_LOOKS: () => 'looks ahead or behind, or names a group',
  PATTERN_DEEP: ({ deepest }: { deepest: number }) => `nests groups deeper than ${deepest}`,
  PATTERN_ESCAPE: ({ escape }: { escape: string }) => `uses \\${escape}`,
  PATTERN_SET: ({ set }: { set: string }) => `has the bad character class ${set}`,
  PATTERN_STRAY: ({ character }: { character: string }) => `has a ${character} that belongs to nothing`,
  PATTERN_COUNTS: ({ least, most }: { least: number; most: number }) => `repeats at least ${least} and at most ${most} times`,
  PATTERN_REPEATS: ({ most }: { most: number }) => `counts to more than ${most}`,
  PATTERN_LONG: ({ most }: { most: number }) => `is longer than ${most} characters`,
  PATTERN_EMPTY: () => 'is empty',
  PROVIDER_ID: () => 'must not be empty or hold white space or slashes',
  PROVIDER_ID_DOTS: () => 'must not be a dot or two',
  SAFE_ADDRESS: () => 'must be an https:// address (http:// on this machine alone), without credentials',
  SECRET_NEEDED: () => 'has to be given: there is none stored that it could stay',
  SPACED_WORDS: () => 'must be words separated by single spaces',
  HEADER_NAME: () => 'must be the name of a header: letters, digits and hyphens',
  OPENID_SCOPE: () => 'must hold openid',
  NEEDED_BY_ORCID: () => 'is needed with the type orcid',
};
