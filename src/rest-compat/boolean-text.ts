import { z } from 'zod';

/** A boolean as a plain-text body. Source: collections.md 1.5. */
export const booleanText = z.string().transform((text, check): boolean => {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  if (['false', 'no', '0'].includes(word)) return false;
  check.addIssue({ code: 'custom', message: 'must be true, yes, 1, false, no or 0' });
  return z.NEVER;
});
