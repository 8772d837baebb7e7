/** How the cells of a Stata variable are stored. */
import { TableError } from '../../table-error.ts';

export type StataType =
  | { readonly kind: 'byte' | 'int' | 'long' | 'float' | 'double' | 'strl'; readonly bytes: number }
  | { readonly kind: 'str'; readonly bytes: number };

const numbers: readonly StataType[] = [
  { kind: 'byte', bytes: 1 },
  { kind: 'int', bytes: 2 },
  { kind: 'long', bytes: 4 },
  { kind: 'float', bytes: 4 },
  { kind: 'double', bytes: 8 },
];

/** Codes of the numeric types: letters before 111, then from 251, since 117 from 65530 downwards. */
function numberOf(release: number, code: number): StataType | undefined {
  if (release >= 117) return numbers[65530 - code];
  if (release >= 111) return numbers[code - 251];
  return numbers['bilfd'.indexOf(String.fromCharCode(code))];
}

/** An alias (releases 120, 121) stands for a variable of another file and has no cells in this one. */
const ALIAS = 65525;

/**
 * The type with a code, undefined for an alias.
 * @throws TableError MALFORMED for a code that the release does not have
 */
export function stataType(release: number, code: number, column: number): StataType | undefined {
  const number = numberOf(release, code);
  if (number !== undefined) return number;
  if (release >= 117) {
    if (code === ALIAS && release >= 120) return undefined;
    if (code === 32768) return { kind: 'strl', bytes: 8 };
    if (code >= 1 && code <= 2045) return { kind: 'str', bytes: code };
  } else if (release >= 111) {
    if (code >= 1 && code <= 244) return { kind: 'str', bytes: code };
  } else if (code > 0x7f) {
    return { kind: 'str', bytes: code - 0x7f };
  }
  throw new TableError('MALFORMED', `Variable ${column} has the type ${code}, which release ${release} does not have.`, { column });
}
