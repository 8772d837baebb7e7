import { isDate } from './date-format.ts';
import { isEmailAddress } from './email-format.ts';
import { isInteger, parseFloatingPoint } from './number-format.ts';
import { isUrl } from './url-format.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';

/** What lenient imports write into required fields that have no valid value; it passes every check. Source: blocks.md 4.3. */
export const FILLER = 'N/A';

interface Format {
  readonly accepts: (text: string) => boolean;
  readonly noun: string;
}

const FORMATS: { readonly [Type in FieldDefinition['type']]: Format | null } = {
  NONE: null,
  TEXT: null,
  TEXTBOX: null,
  STRING: null,
  DATE: { accepts: isDate, noun: 'a valid date' },
  EMAIL: { accepts: isEmailAddress, noun: 'a valid email address' },
  URL: { accepts: isUrl, noun: 'a valid URL' },
  INT: { accepts: isInteger, noun: 'a valid integer' },
  FLOAT: { accepts: (text) => parseFloatingPoint(text) !== undefined, noun: 'a valid number' },
};

/** Checks a value against the type of its field; returns the sentence to report, or null when it fits. Source: blocks.md 5. */
export function checkFormat(definition: FieldDefinition, text: string): string | null {
  const format = FORMATS[definition.type];
  if (format === null || text === FILLER || format.accepts(text)) return null;
  return `${definition.displayName} is not ${format.noun}.`;
}
