/** What a new password has to be. Source: users-admin.md 8.3, 10.4. */
import type { Problem } from '../../../errors/domain-error.ts';
import type { SettingsSource } from '../../../kernel/ports/settings-source.ts';

/** What a password costs to hash grows with it. */
export const LONGEST_PASSWORD = 1024;
const LEAST_CHARACTERS = 6;
/** A password of so many characters needs nothing else. */
const GOOD_STRENGTH = 20;
const CHARACTERISTICS = 2;
const RULES = ['Alphabetical:1', 'Digit:1'] as const;

const CHARACTERS: Readonly<Record<string, { readonly of: RegExp; readonly called: string }>> = {
  UpperCase: { of: /\p{Lu}/gu, called: 'capital letters' },
  LowerCase: { of: /\p{Ll}/gu, called: 'small letters' },
  Digit: { of: /\p{Nd}/gu, called: 'digits' },
  Special: { of: /[^\p{L}\p{Nd}\s]/gu, called: 'special characters' },
  Alphabetical: { of: /\p{L}/gu, called: 'letters' },
};

/** The rules for characters that a password does not keep, in words; none where it keeps as many as are needed. */
function missingCharacters(password: string, settings: SettingsSource): string[] {
  const rules = settings.get(':PVCharacterRules') ?? RULES;
  const missing = rules.flatMap((rule) => {
    const [type = '', least = '0'] = rule.split(':');
    const { of, called } = CHARACTERS[type] ?? { of: /./gu, called: 'characters' };
    return (password.match(of)?.length ?? 0) < Number(least) ? [`${least} or more ${called}`] : [];
  });
  const needed = settings.get(':PVNumberOfCharacteristics') ?? CHARACTERISTICS;
  return rules.length - missing.length < Math.min(needed, rules.length) ? missing : [];
}

/** What is wrong with a new password, all at once. */
export function passwordProblems(password: string, settings: SettingsSource, pointer: string): Problem[] {
  const { length } = password;
  const least = settings.get(':PVMinLength') ?? LEAST_CHARACTERS;
  const most = Math.min(settings.get(':PVMaxLength') || LONGEST_PASSWORD, LONGEST_PASSWORD);
  if (length > most) return [{ pointer, message: `must not be longer than ${most} characters` }];
  const strong = settings.get(':PVGoodStrength') ?? GOOD_STRENGTH;
  if (strong > 0 && length >= Math.max(strong, least + 1)) return [];
  const problems: string[] = [];
  if (length < Math.max(least, 1)) problems.push(`must have at least ${Math.max(least, 1)} characters`);
  const missing = missingCharacters(password, settings);
  if (missing.length > 0) problems.push(`must have ${missing.join(', ')}`);
  const digits = settings.get(':PVNumberOfConsecutiveDigitsAllowed');
  const longestRun = Math.max(0, ...(password.match(/\p{Nd}+/gu) ?? []).map((run) => run.length));
  if (digits !== undefined && longestRun > digits) problems.push(`must not have more than ${digits} digits in a row`);
  return problems.map((message) => ({ pointer, message }));
}
