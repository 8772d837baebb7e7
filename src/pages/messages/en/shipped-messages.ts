/**
 * What pages show that is no text of theirs: words of metadata blocks, of their vocabularies, of facets and of
 * file types, and why something was refused. English is what the
 * server says; a language that knows a word by its key says it in place of that, and all else as it is.
 */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function shippedMessages() {
  return {
    /** A metadata block, by its name. */
    block: (_name: string, english: string): string => english,
    /** A field under the heading of its block or compound, by its name. */
    field: (_name: string, english: string): string => english,
    /** A field apart from its compound: `Author Name`. */
    fieldAlone: (_name: string, english: string): string => english,
    /** What a form says about a field. */
    hint: (_name: string, english: string): string => english,
    /** A value of the vocabulary of a field. */
    value: (_field: string, english: string): string => english,
    /** The values of a vocabulary in the order in which a form shows them. */
    inOrder: (_field: string, values: readonly string[]): readonly string[] => values,
    fileType: (english: string): string => english,
    /** Why something was refused, by the code of the error. */
    refusal: (_code: string, english: string): string => english,
    /** A facet of search, by its name. */
    facet: (_name: string, english: string): string => english,
    /** A value of a facet. */
    facetValue: (_facet: string, english: string): string => english,
  };
}
