/** Fields of native JSON as the standard blocks define them. Source: datasets.md 3.3. */

/** A field with its value. */
export interface NativeField {
  readonly typeName: string;
  readonly multiple: boolean;
  readonly typeClass: 'primitive' | 'controlledVocabulary' | 'compound';
  readonly value: unknown;
}

/** A field of texts: many where a list is given. */
export function field(typeName: string, typeClass: 'primitive' | 'controlledVocabulary', value: string | readonly string[]): NativeField {
  return { typeName, multiple: typeof value !== 'string', typeClass, value };
}

/** A compound with one repetition for each of the given, none without any. `fixed` are the children with a vocabulary; absent texts are left out. */
export function repeated(
  typeName: string,
  repetitions: readonly Readonly<Record<string, string | undefined>>[],
  fixed: readonly string[] = [],
): NativeField[] {
  const value = repetitions
    .map((children) =>
      Object.fromEntries(
        Object.entries(children).flatMap(([name, text]): [string, NativeField][] =>
          text === undefined || text === '' ? [] : [[name, field(name, fixed.includes(name) ? 'controlledVocabulary' : 'primitive', text)]],
        ),
      ),
    )
    .filter((children) => Object.keys(children).length > 0);
  return value.length === 0 ? [] : [{ typeName, multiple: true, typeClass: 'compound', value }];
}
