/** What a new password has to be. Source: users-admin.md 8.3, 10.4. */
import type { Problem } from '../../../errors/domain-error.ts';
import { characterRule } from '../../../errors/rules/account-rules.ts';
import type { SettingsSource } from '../../../kernel/ports/settings-source.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { PASSWORD_FAULTS, type PasswordFault } from '../../../vocabulary/sign-in.ts';
import { type ToldRule, broken } from '../../../errors/rules/broken.ts';

/** What a password costs to hash grows with it. */
export const LONGEST_PASSWORD = 1024;
const LEAST_CHARACTERS = 6;
/** A password of so many characters needs nothing else. */
const GOOD_STRENGTH = 20;
const CHARACTERISTICS = 2;
const RULES = ['Alphabetical:1', 'Digit:1'] as const;

interface Characters {
  readonly of: RegExp;
  readonly fault: PasswordFault;
}

const CHARACTERS: Readonly<Record<string, Characters>> = {
  UpperCase: { of: /\p{Lu}/gu, fault: 'INSUFFICIENT_UPPERCASE' },
  LowerCase: { of: /\p{Ll}/gu, fault: 'INSUFFICIENT_LOWERCASE' },
  Digit: { of: /\p{Nd}/gu, fault: 'INSUFFICIENT_DIGIT' },
  Special: { of: /[^\p{L}\p{Nd}\s]/gu, fault: 'INSUFFICIENT_SPECIAL' },
  Alphabetical: { of: /\p{L}/gu, fault: 'INSUFFICIENT_ALPHABETICAL' },
};

/** A rule that a password breaks. */
interface BrokenPasswordRule extends ToldRule {
  readonly faults: readonly PasswordFault[];
}

/** The rules for characters that a password does not keep; undefined where it keeps as many as are needed. */
function missingCharacters(password: string, settings: SettingsSource): BrokenPasswordRule | undefined {
  const rules = settings.get(':PVCharacterRules') ?? RULES;
  const missing = rules.flatMap((rule) => {
    const { type, least } = characterRule(rule);
    const characters = CHARACTERS[type];
    if (characters === undefined || (password.match(characters.of)?.length ?? 0) >= Number(least)) return [];
    return [{ fault: characters.fault, rule }];
  });
  const needed = settings.get(':PVNumberOfCharacteristics') ?? CHARACTERISTICS;
  if (missing.length === 0 || rules.length - missing.length >= Math.min(needed, rules.length)) return undefined;
  return {
    faults: [...missing.map(({ fault }) => fault), 'INSUFFICIENT_CHARACTERISTICS'],
    ...broken('PASSWORD_CHARACTERS', { rules: missing.map(({ rule }) => rule) }),
  };
}

/** What a password is held against. */
type Rules = Pick<DomainServices, 'settings' | 'dictionaries'>;

/** Every rule that a password breaks; none where its length alone is enough. */
async function brokenRules(password: string, { settings, dictionaries }: Rules): Promise<BrokenPasswordRule[]> {
  const { length } = password;
  const least = settings.get(':PVMinLength') ?? LEAST_CHARACTERS;
  const most = Math.min(settings.get(':PVMaxLength') || LONGEST_PASSWORD, LONGEST_PASSWORD);
  if (length > most) return [{ faults: ['TOO_LONG'], ...broken('TOO_MANY', { most, counts: 'characters' }) }];
  const strong = settings.get(':PVGoodStrength') ?? GOOD_STRENGTH;
  if (strong > 0 && length >= Math.max(strong, least + 1)) return [];
  const found: BrokenPasswordRule[] = [];
  if (length < Math.max(least, 1)) {
    found.push({ faults: ['TOO_SHORT'], ...broken('TOO_FEW', { least: Math.max(least, 1), counts: 'characters' }) });
  }
  const missing = missingCharacters(password, settings);
  if (missing !== undefined) found.push(missing);
  const digits = settings.get(':PVNumberOfConsecutiveDigitsAllowed');
  const longestRun = Math.max(0, ...(password.match(/\p{Nd}+/gu) ?? []).map((run) => run.length));
  if (digits !== undefined && longestRun > digits) {
    found.push({ faults: ['ILLEGAL_MATCH'], ...broken('DIGITS_IN_A_ROW', { most: digits }) });
  }
  if (await dictionaries.findsWordIn(password, settings.get(':PVDictionaries') ?? [])) {
    found.push({ faults: ['ILLEGAL_WORD'], ...broken('COMMON_WORD') });
  }
  return found;
}

/** What is wrong with a new password, all at once. */
export async function passwordProblems(password: string, rules: Rules, pointer: string): Promise<Problem[]> {
  return (await brokenRules(password, rules)).map(({ message, rule }) => ({ pointer, message, rule }));
}

/** What is wrong with a new password, by the words of the contract in their order. */
export async function passwordFaults(password: string, rules: Rules): Promise<PasswordFault[]> {
  const found = new Set((await brokenRules(password, rules)).flatMap(({ faults }) => faults));
  if (found.size > 0) found.add('NO_GOODSTRENGTH');
  return PASSWORD_FAULTS.filter((fault) => found.has(fault));
}
