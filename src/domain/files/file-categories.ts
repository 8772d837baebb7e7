/** Categories as they are stored: without blanks and duplicates, in the order given. Source: files.md 2. */
export function cleanCategories(categories: readonly string[]): string[] {
  return [...new Set(categories.map((category) => category.trim()).filter((category) => category !== ''))];
}
