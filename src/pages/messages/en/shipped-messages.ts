import type { Problem } from '../../../errors/domain-error.ts';
import type { BrokenRule } from '../../../errors/rules/rules.ts';
import type { Told } from '../../told.ts';

/** An error as pages know it. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly Problem[];
  readonly rule: BrokenRule | undefined;
}

/**
 * What pages show that is no text of theirs: words of metadata blocks, of their vocabularies, of facets, of
 * file types and of settings, and why something was refused. English is what the
 * server says; a language that knows a word by its key says it in place of that, and all else as it is.
 */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function shippedMessages() {
  return {
    /** A metadata block, by its name. */
    block: (_name: string, english: string): string => english,
    /** A field under the heading of its block or compound, by its name. */
    field: (_name: string, english: string): string => english,
    /** A field apart from its compound: `Author Name`. */
    fieldAlone: (_name: string, english: string): string => english,
    /** What a form says about a field. */
    hint: (_name: string, english: string): string => english,
    /** A value of the vocabulary of a field. */
    value: (_field: string, english: string): string => english,
    /** The values of a vocabulary in the order in which a form shows them. */
    inOrder: (_field: string, values: readonly string[]): readonly string[] => values,
    fileType: (english: string): string => english,
    /** Why something was refused, by the code of the error, with the rules that were broken. */
    refusal: ({ message }: Refused): Told => ({ text: message }),
    /** The same, above its problems, which are listed. */
    refusalAbove: ({ message }: Refused): Told => ({ text: message }),
    /** The rule that a value breaks, beside what it is about. */
    problem: (message: string, _rule: BrokenRule | undefined): Told => ({ text: message }),
    /** What a setting is for, by its name. */
    settingEffect: (_name: string, english: string): string => english,
    /** Which values a setting may have, or what counts without one. */
    settingRule: (english: string): string => english,
    /** A facet of search, by its name. */
    facet: (_name: string, english: string): string => english,
    /** A value of a facet. */
    facetValue: (_facet: string, english: string): string => english,
  };
}
