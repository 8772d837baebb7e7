/** What a new password has to be. Source: users-admin.md 8.3, 10.4. */
import type { Problem } from '../../../errors/domain-error.ts';
import type { SettingsSource } from '../../../kernel/ports/settings-source.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { PASSWORD_FAULTS, type PasswordFault } from '../../../vocabulary/sign-in.ts';

/** What a password costs to hash grows with it. */
export const LONGEST_PASSWORD = 1024;
const LEAST_CHARACTERS = 6;
/** A password of so many characters needs nothing else. */
const GOOD_STRENGTH = 20;
const CHARACTERISTICS = 2;
const RULES = ['Alphabetical:1', 'Digit:1'] as const;

interface Characters {
  readonly of: RegExp;
  readonly called: string;
  readonly fault: PasswordFault;
}

const CHARACTERS: Readonly<Record<string, Characters>> = {
  UpperCase: { of: /\p{Lu}/gu, called: 'capital letters', fault: 'INSUFFICIENT_UPPERCASE' },
  LowerCase: { of: /\p{Ll}/gu, called: 'small letters', fault: 'INSUFFICIENT_LOWERCASE' },
  Digit: { of: /\p{Nd}/gu, called: 'digits', fault: 'INSUFFICIENT_DIGIT' },
  Special: { of: /[^\p{L}\p{Nd}\s]/gu, called: 'special characters', fault: 'INSUFFICIENT_SPECIAL' },
  Alphabetical: { of: /\p{L}/gu, called: 'letters', fault: 'INSUFFICIENT_ALPHABETICAL' },
};

/** A rule that a password breaks. */
interface BrokenRule {
  readonly faults: readonly PasswordFault[];
  /** In words. */
  readonly message: string;
}

/** The rules for characters that a password does not keep; undefined where it keeps as many as are needed. */
function missingCharacters(password: string, settings: SettingsSource): BrokenRule | undefined {
  const rules = settings.get(':PVCharacterRules') ?? RULES;
  const missing = rules.flatMap((rule) => {
    const [type = '', least = '0'] = rule.split(':');
    const characters = CHARACTERS[type];
    if (characters === undefined || (password.match(characters.of)?.length ?? 0) >= Number(least)) return [];
    return [{ fault: characters.fault, words: `${least} or more ${characters.called}` }];
  });
  const needed = settings.get(':PVNumberOfCharacteristics') ?? CHARACTERISTICS;
  if (missing.length === 0 || rules.length - missing.length >= Math.min(needed, rules.length)) return undefined;
  return {
    faults: [...missing.map(({ fault }) => fault), 'INSUFFICIENT_CHARACTERISTICS'],
    message: `must have ${missing.map(({ words }) => words).join(', ')}`,
  };
}

/** What a password is held against. */
type Rules = Pick<DomainServices, 'settings' | 'dictionaries'>;

/** Every rule that a password breaks; none where its length alone is enough. */
async function brokenRules(password: string, { settings, dictionaries }: Rules): Promise<BrokenRule[]> {
  const { length } = password;
  const least = settings.get(':PVMinLength') ?? LEAST_CHARACTERS;
  const most = Math.min(settings.get(':PVMaxLength') || LONGEST_PASSWORD, LONGEST_PASSWORD);
  if (length > most) return [{ faults: ['TOO_LONG'], message: `must not be longer than ${most} characters` }];
  const strong = settings.get(':PVGoodStrength') ?? GOOD_STRENGTH;
  if (strong > 0 && length >= Math.max(strong, least + 1)) return [];
  const broken: BrokenRule[] = [];
  if (length < Math.max(least, 1)) broken.push({ faults: ['TOO_SHORT'], message: `must have at least ${Math.max(least, 1)} characters` });
  const missing = missingCharacters(password, settings);
  if (missing !== undefined) broken.push(missing);
  const digits = settings.get(':PVNumberOfConsecutiveDigitsAllowed');
  const longestRun = Math.max(0, ...(password.match(/\p{Nd}+/gu) ?? []).map((run) => run.length));
  if (digits !== undefined && longestRun > digits) {
    broken.push({ faults: ['ILLEGAL_MATCH'], message: `must not have more than ${digits} digits in a row` });
  }
  if (await dictionaries.findsWordIn(password, settings.get(':PVDictionaries') ?? [])) {
    broken.push({ faults: ['ILLEGAL_WORD'], message: 'must not contain a word that many passwords have' });
  }
  return broken;
}

/** What is wrong with a new password, all at once. */
export async function passwordProblems(password: string, rules: Rules, pointer: string): Promise<Problem[]> {
  return (await brokenRules(password, rules)).map(({ message }) => ({ pointer, message }));
}

/** What is wrong with a new password, by the words of the contract in their order. */
export async function passwordFaults(password: string, rules: Rules): Promise<PasswordFault[]> {
  const found = new Set((await brokenRules(password, rules)).flatMap(({ faults }) => faults));
  if (found.size > 0) found.add('NO_GOODSTRENGTH');
  return PASSWORD_FAULTS.filter((fault) => found.has(fault));
}
