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
  ACCOUNT_NAME: (): string => 'must be 2 to 60 letters, digits, underscores, dots or hyphens',
  ANOTHER_ACCOUNT: (): string => 'must be another account',
  NO_ACCOUNT: ({ named }: { named: string }): string => `${named} is no account`,
  PASSWORD_CHARACTERS: ({ rules }: { rules: readonly string[] }): string =>
    `must have ${rules
      .map(characterRule)
      .map(({ type, least }) => `${least} or more ${CHARACTERS[type] ?? type}`)
      .join(', ')}`,
  DIGITS_IN_A_ROW: ({ most }: { most: number }): string => `must not have more than ${most} digits in a row`,
  COMMON_WORD: (): string => 'must not contain a word that many passwords have',
  TOKEN_END: ({ days }: { days: number }): string => `must be within the next ${days} days`,
  NO_ASSIGNEE: ({ identifier }: { identifier: string }): string => `${identifier} is not a known assignee`,
  DEACTIVATED: ({ identifier }: { identifier: string }): string => `the account ${identifier} is deactivated`,
  CONTAINS_ITSELF: ({ identifier }: { identifier: string }): string => `${identifier} cannot contain itself`,
  CONTAINS_THIS: ({ identifier }: { identifier: string }): string => `${identifier} contains this group already`,
  GROUP_OF_ELSEWHERE: ({ identifier }: { identifier: string }): string => `${identifier} is not defined in this collection or above it`,
  NO_ROLE_HERE: ({ role }: { role: string }): string => `${role} is no role here`,
  GROUP_ALIAS: (): string => 'must consist of letters, digits, underscores or hyphens',
  ALIAS_LIKE_AN_ID: (): string => 'must not consist of digits alone, which name a group by its id',
  NO_ADDRESS: ({ text }: { text: string }): string => `${text} is no IPv4 or IPv6 address`,
  TWO_FAMILIES: ({ range }: { range: string }): string => `${range} goes from one address family to the other`,
  RANGE_BACKWARDS: ({ range }: { range: string }): string => `${range} ends before it begins`,
  NO_DOMAIN: (): string => 'is no domain name such as example.org',
  PATTERN_GROUP_CLOSED: (): string => 'closes a group that it does not open',
  PATTERN_GROUP_OPEN: (): string => 'opens a group that it does not close',
  PATTERN_LOOKS: (): string => 'looks ahead or behind, or names a group',
  PATTERN_DEEP: ({ deepest }: { deepest: number }): string => `nests groups deeper than ${deepest}`,
  PATTERN_ESCAPE: ({ escape }: { escape: string }): string => `uses \\${escape}`,
  PATTERN_SET: ({ set }: { set: string }): string => `has the bad character class ${set}`,
  PATTERN_STRAY: ({ character }: { character: string }): string => `has a ${character} that belongs to nothing`,
  PATTERN_COUNTS: ({ least, most }: { least: number; most: number }): string => `repeats at least ${least} and at most ${most} times`,
  PATTERN_REPEATS: ({ most }: { most: number }): string => `counts to more than ${most}`,
  PATTERN_LONG: ({ most }: { most: number }): string => `is longer than ${most} characters`,
  PATTERN_EMPTY: (): string => 'is empty',
  PROVIDER_ID: (): string => 'must not be empty or hold white space or slashes',
  PROVIDER_ID_DOTS: (): string => 'must not be a dot or two',
  SAFE_ADDRESS: (): string => 'must be an https:// address (http:// on this machine alone), without credentials',
  SECRET_NEEDED: (): string => 'has to be given: there is none stored that it could stay',
  SPACED_WORDS: (): string => 'must be words separated by single spaces',
  HEADER_NAME: (): string => 'must be the name of a header: letters, digits and hyphens',
  OPENID_SCOPE: (): string => 'must hold openid',
  NEEDED_BY_ORCID: (): string => 'is needed with the type orcid',
};
