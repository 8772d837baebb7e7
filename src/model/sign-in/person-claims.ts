/** What a provider can say of a person. */
export interface PersonClaims {
  readonly userName: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  /** The provider has seen that the address is the person's. */
  readonly emailVerified: boolean;
  readonly affiliation: string | undefined;
}

/** Longest text that is taken from a claim, in characters. */
const LONGEST_CLAIM = 255;

/** A claim as a text on one line; undefined where it is none, or has nothing in it. */
export function claimText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/[\p{C}\s]+/gu, ' ').trim();
  return text === '' || text.length > LONGEST_CLAIM ? undefined : text;
}

/** First and last name of a whole one, where nothing better was said: the last word is the last name. */
export function splitName(name: string | undefined): Pick<PersonClaims, 'firstName' | 'lastName'> {
  const words = name?.split(' ') ?? [];
  return words.length < 2
    ? { firstName: undefined, lastName: words[0] }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) };
}

/** Reads the standard claims. Source: OpenID Connect Core 1.0, 5.1. */
export function personOfStandardClaims(claims: Readonly<Record<string, unknown>>): PersonClaims {
  const whole = splitName(claimText(claims['name']));
  return {
    userName: claimText(claims['preferred_username']),
    firstName: claimText(claims['given_name']) ?? whole.firstName,
    lastName: claimText(claims['family_name']) ?? whole.lastName,
    email: claimText(claims['email']),
    emailVerified: claims['email_verified'] === true,
    affiliation: claimText(claims['affiliation']),
  };
}

/** What of one source is missing, taken from another. An address that is taken comes with what is known of it. */
export function completed(one: PersonClaims, other: PersonClaims): PersonClaims {
  return {
    userName: one.userName ?? other.userName,
    firstName: one.firstName ?? other.firstName,
    lastName: one.lastName ?? other.lastName,
    email: one.email ?? other.email,
    emailVerified: one.email === undefined ? other.emailVerified : one.emailVerified || (one.email === other.email && other.emailVerified),
    affiliation: one.affiliation ?? other.affiliation,
  };
}
