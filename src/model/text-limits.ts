import { z } from 'zod';

/** Longest name, affiliation or position, in characters: more is no name. The contract gives no number. */
const LONGEST_LINE = 255;
/** Longest description, in characters. */
const LONGEST_TEXT = 50_000;

/** A text of one line, such as a name. */
export const line = z.string().max(LONGEST_LINE, `must not be longer than ${LONGEST_LINE} characters`);

/** A text of many lines, such as a description. */
export const longText = z.string().max(LONGEST_TEXT, `must not be longer than ${LONGEST_TEXT} characters`);
