import { isDate } from './date-format.ts';
import { isEmailAddress } from './email-format.ts';
import { isInteger, parseFloatingPoint } from './number-format.ts';
import { isUrl } from './url-format.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import { type ToldRule, broken } from '../../errors/rules/broken.ts';

/** What lenient imports write into required fields that have no valid value; it passes every check. Source: blocks.md 4.3. */
export const FILLER = 'N/A';

/** Whether a text is one; null where any is. */
type Format = ((text: string) => boolean) | null;

const FORMATS: { readonly [Type in FieldDefinition['type']]: Format } = {
  NONE: null,
  TEXT: null,
  TEXTBOX: null,
  STRING: null,
  DATE: isDate,
  EMAIL: isEmailAddress,
  URL: isUrl,
  INT: isInteger,
  FLOAT: (text) => parseFloatingPoint(text) !== undefined,
};

/** Checks a value against the type of its field; returns the rule that it breaks, or null when it fits. Source: blocks.md 5. */
export function checkFormat(definition: FieldDefinition, text: string): ToldRule | null {
  const { name: field, displayName: title, type } = definition;
  const accepts = FORMATS[type];
  if (accepts === null || text === FILLER || accepts(text)) return null;
  return broken('FIELD_FORMAT', { field, title, type });
}
