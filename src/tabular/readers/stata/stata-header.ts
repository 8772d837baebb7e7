/** What a Stata file says before its rows. */
import type { StataType } from './stata-type.ts';
import type { ReleaseLayout } from './release-layout.ts';

export interface StataVariable {
  readonly name: string;
  readonly label: string;
  readonly type: StataType;
  /** The display format: `%9.0g`, `%td`. */
  readonly format: string;
  /** Name of its set of value labels; empty when it has none. */
  readonly labelSet: string;
}

export interface StataHeader {
  readonly layout: ReleaseLayout;
  readonly littleEndian: boolean;
  /** Those that have cells: an alias of a variable in another file is left out. */
  readonly variables: readonly StataVariable[];
  /** How many variables there are, aliases included: long strings count these. */
  readonly allVariables: number;
  readonly rows: number;
  readonly rowBytes: number;
  readonly dataPosition: number;
  /** Where long strings begin, since release 117. */
  readonly longStringsPosition: number | undefined;
  readonly valueLabelsPosition: number;
}
