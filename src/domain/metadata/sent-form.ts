import type { FieldDefinition } from '../../model/metadata/block-definition.ts';

/** What the sent body tells beyond the cleaned metadata; lets validation point into it. */
export interface SentForm {
  /** JSON pointer of the `metadataBlocks` object in the body. */
  readonly root: string;
  /** Where each field object and each compound value of the cleaned metadata was sent. */
  readonly pointers: ReadonlyMap<object, string>;
  /**
   * Where repetitions of a compound were sent with children, all of them blank. They are dropped, but count as given.
   */
  readonly blankCompounds: ReadonlyMap<FieldDefinition, readonly string[]>;
}
