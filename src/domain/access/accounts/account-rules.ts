/** What accounts of every kind keep to. Source: users-admin.md 7.1. */
import { z } from 'zod';
import { isEmailAddress } from '../../../formats/values/email-format.ts';
import { line } from '../../../model/text-limits.ts';
import { byRule } from '../../../errors/rules/broken.ts';

/** Name of an account, without `@`. */
export const accountName = z.string().refine((name) => /^[A-Za-z0-9_.-]{2,60}$/.test(name), byRule('ACCOUNT_NAME'));

/** A text of one line, without the blanks around it, that says something. */
export const notBlank = line.trim().min(1, 'must not be blank');

/** An e-mail address, without the blanks around it. */
export const emailAddress = z.string().trim().refine(isEmailAddress, byRule('EMAIL_ADDRESS'));

/** The facts of a person that an account has; its name and its credentials depend on who authenticates it. */
export const personFields = {
  firstName: notBlank,
  lastName: notBlank,
  email: emailAddress,
  affiliation: line.nullish(),
  position: line.nullish(),
};
