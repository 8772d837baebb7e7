/** A moment as native JSON has it: UTC, to the second. What is null is left out. Source: datasets.md 3. */
export function toSecond(moment: Date | string): string;
export function toSecond(moment: Date | string | null): string | undefined;
export function toSecond(moment: Date | string | null): string | undefined {
  if (moment === null) return undefined;
  const text = typeof moment === 'string' ? moment : moment.toISOString();
  return `${text.slice(0, 19)}Z`;
}
