import type { FormPlace } from '../../errors/domain-error.ts';
import { excerpt } from '../../errors/problem-list.ts';
import type { BrokenRule } from '../../errors/rules/rules.ts';

/** One required field that is missing, or one value of a wrong form. */
export interface MetadataViolation {
  /** JSON pointer into the sent body, or into the version object when nothing was sent. */
  readonly pointer: string;
  /** The value in a form of all fields, counted in the metadata as they were judged. */
  readonly formPlace: FormPlace;
  /** Display name of the field. */
  readonly displayName: string;
  /** A sentence that names the field and the rule. */
  readonly message: string;
  readonly rule: BrokenRule;
  /** The offending text; absent when something is missing. */
  readonly invalidValue?: string;
}

const LISTED = 50;

/** The message of a failed validation; clients match on its beginning. Source: datasets.md 4.1. */
export function formatViolations(violations: readonly Pick<MetadataViolation, 'message' | 'invalidValue'>[]): string {
  const texts = violations.slice(0, LISTED).map(({ message, invalidValue }) => {
    const sentence = message.replace(/\.$/, '');
    return invalidValue === undefined ? sentence : `${sentence} (Invalid value:${excerpt(invalidValue)})`;
  });
  if (violations.length > LISTED) texts.push('and others');
  return `Validation Failed: ${texts.join(', ')}.`;
}
