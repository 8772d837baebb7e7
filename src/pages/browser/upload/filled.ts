/** A text with its places filled in: `{name}` by the fact of that name, and by nothing without one. */
export function filled(text: string, facts: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(facts[name] ?? ''));
}
