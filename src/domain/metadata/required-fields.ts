import type { FieldDefinition } from '../../model/metadata/block-definition.ts';

/** Which fields need a value, by their definitions and the input levels of a collection. Levels only tighten. Source: blocks.md 6. */
export class RequiredFields {
  readonly #levels: ReadonlyMap<string, { readonly required: boolean }> | undefined;
  readonly #laterIsFine: boolean;

  /** @param laterIsFine No field is required yet. */
  constructor(levels?: ReadonlyMap<string, { readonly required: boolean }>, laterIsFine = false) {
    this.#levels = levels;
    this.#laterIsFine = laterIsFine;
  }

  /** Whether the field is marked required; a compound also when a level makes one of its children so. */
  has(definition: FieldDefinition): boolean {
    if (this.#laterIsFine) return false;
    return definition.required || this.#byLevel(definition) || definition.children.some((child) => this.#byLevel(child));
  }

  /**
   * The fields to report when a top-level field has no value at all: itself, or for a required compound its required
   * children. A required compound none of whose children is required counts as optional.
   */
  whenAbsent(definition: FieldDefinition): readonly FieldDefinition[] {
    if (!this.has(definition)) return [];
    return definition.typeClass === 'compound' ? definition.children.filter((child) => this.has(child)) : [definition];
  }

  #byLevel(definition: FieldDefinition): boolean {
    return this.#levels?.get(definition.name)?.required === true;
  }
}
