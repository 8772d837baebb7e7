/** Every rule that has a code, with its sentence in English. Pages in other languages say it by its code and values, never by the sentence. */
import { accountRules } from './account-rules.ts';
import { fileRules } from './file-rules.ts';
import { installationRules } from './installation-rules.ts';
import { metadataRules } from './metadata-rules.ts';
import { shapeRules } from './shape-rules.ts';

export const rules = { ...shapeRules, ...metadataRules, ...fileRules, ...accountRules, ...installationRules };

export type Rules = typeof rules;
export type RuleCode = keyof Rules;

export type RuleValue = string | number | boolean | readonly string[];

/** A rule that was broken, for programs. */
export interface BrokenRule {
  readonly code: RuleCode;
  /** What its sentence names: bounds, words, files. */
  readonly values: Readonly<Record<string, RuleValue>>;
  /** Which part of the value breaks it, where a value has parts without places of their own. */
  readonly about?: string;
}
