/** What a page says to a word of its address; undefined where it knows none such. */
export function wordOf(words: Readonly<Record<string, string>>, word: string | undefined): string | undefined {
  return word !== undefined && Object.hasOwn(words, word) ? words[word] : undefined;
}
