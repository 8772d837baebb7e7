/** The named facts that are not null, in the order of their names: native JSON leaves out what has no value. Source: datasets.md 3. */
export function present<Facts extends object, Key extends keyof Facts>(
  facts: Facts,
  keys: readonly Key[],
): { -readonly [Name in Key]?: NonNullable<Facts[Name]> } {
  const found: { -readonly [Name in Key]?: NonNullable<Facts[Name]> } = {};
  for (const key of keys) {
    const fact = facts[key];
    if (fact !== null && fact !== undefined) found[key] = fact;
  }
  return found;
}
