/** Objects of R, as far as a table needs them: where vectors are, not what they hold. */
export type VectorType = 'logical' | 'integer' | 'double' | 'complex' | 'text' | 'raw';

export type Attributes = ReadonlyMap<string, SerialValue>;

export interface Vector {
  readonly kind: 'vector';
  readonly type: VectorType;
  readonly length: number;
  /** Of the first element. */
  readonly position: number;
  readonly attributes: Attributes;
}

export interface List {
  readonly kind: 'list';
  readonly length: number;
  /** None where nothing is kept. */
  readonly elements: readonly SerialValue[];
  readonly attributes: Attributes;
}

/** A vector in a form of its own: a sequence, numbers that become texts, a vector around another. */
export interface Compact {
  readonly kind: 'compact';
  readonly form: string;
  /** What the form is made from. */
  readonly state: SerialValue;
  readonly attributes: Attributes;
}

export interface Pairs {
  readonly kind: 'pairs';
  readonly pairs: readonly { readonly tag: string; readonly value: SerialValue }[];
}

export type SerialValue =
  | Vector
  | List
  | Compact
  | Pairs
  | { readonly kind: 'symbol'; readonly name: string }
  /** Functions, environments and whatever else is no part of a table. */
  | { readonly kind: 'other' };

export const OTHER: SerialValue = { kind: 'other' };
export const NO_ATTRIBUTES: Attributes = new Map();
