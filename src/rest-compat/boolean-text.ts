import { z } from 'zod';

/** Reads a text that is one of two sets of words, in any case. */
function eitherOf(yes: readonly string[], no: readonly string[]) {
  return z.string().transform((text, check): boolean => {
    const word = text.trim().toLowerCase();
    if (yes.includes(word)) return true;
    if (no.includes(word)) return false;
    check.addIssue({ code: 'custom', message: `must be ${yes.join(', ')} or ${no.join(', ')}` });
    return z.NEVER;
  });
}

/** `true` or `false` as a text, in any case: whatever is neither is refused and never taken for one of them. Source: decisions.md 35. */
export const booleanWord = eitherOf(['true'], ['false']).meta({ type: 'boolean' });

/** `yes` or `no` as a text, in any case. Source: decisions.md 33. */
export const yesOrNo = eitherOf(['yes'], ['no']).meta({ enum: ['yes', 'no'] });

/** A boolean as a plain-text body. Source: collections.md 1.5, decisions.md 35. */
export const booleanText = eitherOf(['true', 'yes', '1'], ['false', 'no', '0']);

/** Whether an account is a superuser, as a plain-text body. Source: users-admin.md 8.2, decisions.md 35. */
export const superuserText = eitherOf(['1', 'yes', 'true', 'allow'], ['false', 'no', '0']);

/** A boolean of JSON, or one as a text. Source: files.md 7.2. */
export const flag = z.union([z.boolean(), booleanWord], { error: 'must be true or false' }).nullish();
