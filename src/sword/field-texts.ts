interface HeldField {
  readonly typeName: string;
  readonly values: readonly string[];
}

/** The metadata of a version as the operations of this surface ask for it. */
export interface HeldBlock {
  readonly fields: readonly (HeldField & { readonly compounds: readonly { readonly fields: readonly HeldField[] }[] })[];
}

/** The texts of a field: its own, or those of one child of each repetition. */
export function fieldTexts(blocks: readonly HeldBlock[], name: string, child?: string): string[] {
  return blocks
    .flatMap(({ fields }) => fields)
    .filter(({ typeName }) => typeName === name)
    .flatMap(({ values, compounds }) =>
      child === undefined
        ? values
        : compounds.flatMap(({ fields }) => fields.filter(({ typeName }) => typeName === child).flatMap((held) => held.values)),
    );
}
